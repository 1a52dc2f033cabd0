import type { ReplayLine } from '@ultimate/events/staff/replay.ts'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type ReplayEvent, rateOf, replayMachine, whatDiffers } from './machine.ts'

const progress: ReplayLine = { kind: 'progress', events: 500, total: 1000 }
const result: ReplayLine = { kind: 'result', events: 1000, seconds: 0.5, tables: [], differences: [] }
const line = (message: ReplayLine): ReplayEvent => ({ type: 'line', line: message })

function after(...events: ReplayEvent[]) {
  const actor = createActor(replayMachine).start()
  for (const event of events) actor.send(event)
  return actor.getSnapshot()
}

describe('a replay', () => {
  it('shows how far it is', () => {
    const snapshot = after({ type: 'open' }, { type: 'start' }, line(progress))
    expect([snapshot.value, snapshot.context.events, snapshot.context.total]).toEqual(['running', 500, 1000])
  })

  it('shows what came of it, and can be run again', () => {
    const events: ReplayEvent[] = [{ type: 'open' }, { type: 'start' }, line(progress), line(result)]
    expect(after(...events)).toMatchObject({ value: 'idle', context: { result } })
    expect(after(...events, { type: 'start' })).toMatchObject({ value: 'running', context: { result: null } })
  })

  it('says that it failed, or why it was declined', () => {
    const start: ReplayEvent[] = [{ type: 'open' }, { type: 'start' }]
    expect(after(...start, line({ kind: 'failed' })).context.failure).toBe('The replay failed')
    expect(after(...start, { type: 'broken', sentence: 'Wait.' }).context.failure).toBe('Wait.')
  })

  it('tells how many events went by in a second', () => {
    expect(rateOf(result)).toBe(2000)
    expect(rateOf({ ...result, seconds: 0 })).toBe(0)
  })

  const events: ReplayEvent[] = [
    { type: 'open' },
    { type: 'close' },
    { type: 'start' },
    line(progress),
    line(result),
    { type: 'broken', sentence: 'Wait.' },
  ]
  const paths = getShortestPaths(replayMachine, { events, limit: 200 })
  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'never shows a result and a failure at once: %s',
    (_, { state: { value, context } }) => {
      expect(context.result !== null && context.failure !== null).toBe(false)
      if (value === 'running') expect([context.result, context.failure]).toEqual([null, null])
    },
  )
})

describe('what differs between a row that is served and the one that the facts make', () => {
  it('is listed field by field', () =>
    expect(whatDiffers({ id: '1', name: 'Mallory', paid: true }, { id: '1', name: 'Hank', paid: false })).toEqual([
      'name is served as "Mallory"; the facts make it "Hank"',
      'paid is served as true; the facts make it false',
    ]))

  it('takes nothing and null for the same', () => expect(whatDiffers({ id: '1' }, { id: '1', at: null })).toEqual([]))

  it('is all of a row that is missing on one side', () => {
    expect(whatDiffers(null, { id: '1' })).toEqual(['The facts make this row, and it is not served: {"id":"1"}'])
    expect(whatDiffers({ id: '1' }, null)).toEqual(['This row is served, and no fact makes it: {"id":"1"}'])
  })
})
