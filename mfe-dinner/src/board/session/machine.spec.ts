import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import type { Phase } from '../facts.ts'
import { type Outcome, type SessionAttempt, type SessionControlEvent, sessionMachine } from './machine.ts'

const update = (phase: Phase): SessionControlEvent => ({ type: 'update', phase })
/** Lets settled promises run their callbacks. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

function start(phase: Phase, answer: () => Promise<Outcome>) {
  const sent: SessionAttempt[] = []
  const said: string[] = []
  const logged: unknown[] = []
  const machine = sessionMachine.provide({
    actors: {
      perform: fromPromise<Outcome, SessionAttempt>(({ input }) => {
        sent.push(input)
        return answer()
      }),
    },
    actions: { explain: (_, { sentence }) => said.push(sentence), logFailure: (_, { error }) => logged.push(error) },
  })
  return { actor: createActor(machine, { input: { phase } }).start(), sent, said, logged }
}

describe('The session control', () => {
  it('starts dinner without a question and once, however often the button is pressed', () => {
    const { actor, sent } = start('not-started', () => new Promise(() => undefined))
    actor.send({ type: 'start', key: 'k1' })
    actor.send({ type: 'start', key: 'k2' })
    expect(sent).toEqual([{ action: 'start', key: 'k1' }])
  })

  it.each([
    ['in-progress', 'finish'],
    ['completed', 'reset'],
  ] as const)('while %s, asks before %s', (phase, action) => {
    const { actor, sent } = start(phase, () => new Promise(() => undefined))
    actor.send({ type: action, key: 'k1' })
    expect(sent).toEqual([])
    actor.send({ type: 'cancel' })
    actor.send({ type: action, key: 'k2' })
    actor.send({ type: 'confirm' })
    expect(sent).toEqual([{ action, key: 'k2' }])
  })

  it('changes its phase only by an update from the server', async () => {
    const { actor } = start('not-started', () => Promise.resolve({ kind: 'done' }))
    actor.send({ type: 'start', key: 'k1' })
    await flush()
    expect(actor.getSnapshot().value).toEqual({ 'not-started': 'resting' })
    actor.send(update('in-progress'))
    actor.send({ type: 'finish', key: 'k2' })
    actor.send(update('completed'))
    expect(actor.getSnapshot().value).toEqual({ completed: 'resting' })
  })

  it('shows a refusal and only logs a broken connection', async () => {
    const one = start('not-started', () =>
      Promise.resolve({ kind: 'refused', sentence: 'Dinner has started already.' }),
    )
    one.actor.send({ type: 'start', key: 'k1' })
    const other = start('not-started', () => Promise.reject(new Error('Connection lost')))
    other.actor.send({ type: 'start', key: 'k1' })
    await flush()
    expect([one.said, one.logged]).toEqual([['Dinner has started already.'], []])
    expect([other.said, other.logged.length]).toEqual([[], 1])
    expect(one.actor.getSnapshot().value).toEqual({ 'not-started': 'resting' })
  })
})

it('is in the phase of the last update, on every shortest path', () => {
  const phases: readonly Phase[] = ['not-started', 'in-progress', 'completed']
  const events = [
    ...phases.map(update),
    ...(['start', 'finish', 'reset'] as const).map((type) => ({ type, key: 'k' })),
    { type: 'confirm' },
    { type: 'cancel' },
  ] as SessionControlEvent[]
  const paths = getShortestPaths(sessionMachine, { events, input: { phase: 'not-started' } })
  const reached = new Set<string>()
  for (const { state, steps } of paths) {
    const last = steps.map(({ event }) => event as SessionControlEvent).findLast(({ type }) => type === 'update')
    const phase = last?.type === 'update' ? last.phase : 'not-started'
    expect(Object.keys(state.value)).toEqual([phase])
    reached.add(JSON.stringify(state.value))
  }
  expect(reached.size).toBe(8)
})
