import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplayLine } from '@ultimate/events/staff/log-api.ts'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  explainDiff,
  listName,
  listNames,
  type ReplayEvent,
  replayMachine,
  rowName,
  writeReport,
} from './replay.machine.ts'

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
    expect([snapshot.value, snapshot.context.events, snapshot.context.total]).toEqual([
      { running: 'reading' },
      500,
      1000,
    ])
  })

  it('shows what came of it, and can be run again', () => {
    const events: ReplayEvent[] = [{ type: 'open' }, { type: 'start' }, line(progress), line(result)]
    expect(after(...events)).toMatchObject({ value: 'idle', context: { result } })
    expect(after(...events, { type: 'start' })).toMatchObject({
      value: { running: 'reading' },
      context: { result: null },
    })
  })

  it('says that it failed, or why it was declined', () => {
    const start: ReplayEvent[] = [{ type: 'open' }, { type: 'start' }]
    expect(after(...start, line({ kind: 'failed' })).context.failure).toBe('The check could not be finished')
    expect(after(...start, { type: 'broken', sentence: 'Wait.' }).context.failure).toBe('Wait.')
  })

  it('waits where there is no connection, and is taken back', () => {
    const waiting: ReplayEvent[] = [{ type: 'open' }, { type: 'start' }, { type: 'waits' }]
    expect(after(...waiting).value).toEqual({ running: 'waiting' })
    expect(after(...waiting, { type: 'sent' }).value).toEqual({ running: 'reading' })
    expect(after(...waiting, { type: 'cancel' }).value).toBe('idle')
  })

  const events: ReplayEvent[] = [
    { type: 'open' },
    { type: 'close' },
    { type: 'start' },
    { type: 'waits' },
    { type: 'sent' },
    { type: 'cancel' },
    line(progress),
    line(result),
    { type: 'broken', sentence: 'Wait.' },
  ]
  const paths = getShortestPaths(replayMachine, { events, limit: 200 })
  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(' '), path] as const))(
    'never shows a result and a failure at once: %s',
    (_, { state: { value, context } }) => {
      expect(context.result !== null && context.failure !== null).toBe(false)
      if (typeof value === 'object') expect([context.result, context.failure]).toEqual([null, null])
    },
  )
})

describe('what differs between the site and its history', () => {
  it('is said field by field', () =>
    expect(
      explainDiff({ id: '1', full_name: 'Mallory', paid: true }, { id: '1', full_name: 'Hank', paid: false }),
    ).toEqual([
      'The site has “Mallory” as full name; its history says “Hank”.',
      'The site has yes as paid; its history says no.',
    ]))

  it('takes nothing and null for the same', () => expect(explainDiff({ id: '1' }, { id: '1', at: null })).toEqual([]))

  it('is said of a row that is missing on one side', () => {
    expect(explainDiff(null, { id: '1' })).toEqual(['The history has it, but the site does not show it.'])
    expect(explainDiff({ id: '1' }, null)).toEqual(['The site shows it, but nothing in the history created it.'])
    expect(explainDiff({ at: { emptiedAt: 1 } }, { at: null })).toEqual([
      'The site has 1 as at › emptied at; its history says nothing.',
    ])
  })

  it('is said of each part of a list, and not of the whole', () => {
    const pool = (name: string, ...teams: (string | null)[]) => ({ name, size: teams.length, teams })
    const published = [pool('Pool A', 'finns', null), pool('Pool B', 'sawyers')]
    expect(
      explainDiff({ published }, { published: [pool('Pool A', 'finns', 'rafters'), pool('Pool B', 'sawyers')] }),
    ).toEqual(['The site has nothing as published › Pool A › teams › 2; its history says “rafters”.'])
    expect(explainDiff({ published: [] }, { published: [pool('Pool A', 'finns'), pool('Pool A')] })).toEqual([
      'The site has nothing as published › 1 › name; its history says “Pool A”.',
      'The site has nothing as published › 1 › size; its history says 1.',
      'The site has nothing as published › 1 › teams › 1; its history says “finns”.',
      'The site has nothing as published › 2 › name; its history says “Pool A”.',
      'The site has nothing as published › 2 › size; its history says 0.',
    ])
  })

  it('is said also of what is empty here and missing there', () =>
    expect(explainDiff({ published: [] }, { published: null })).toEqual([
      'They differ only in values that are empty on one side and missing on the other.',
    ]))

  it('is about lists that all have a name in people’s language', () => {
    const digests = join(import.meta.dirname, '../../../backend/src/across-modules/read-model-digests.json')
    const tables = Object.keys(JSON.parse(readFileSync(digests, 'utf8')))
    expect(Object.keys(listNames).toSorted()).toEqual(tables.toSorted())
  })

  it('is about a row that has a name, in a list that has one', () => {
    expect(rowName('1', null, { full_name: 'Hank' })).toBe('Hank')
    expect(rowName('1', { name: '' }, null)).toBe('1')
    expect([listName('dinner_signups'), listName('later_tables')]).toEqual(['Dinner sign-ups', 'Later tables'])
  })

  it('is reported without a value, since values may be personal', () =>
    expect(
      writeReport({
        ...result,
        tables: [
          { table: 'users', rows: 3, differences: 2 },
          { table: 'teams', rows: 9, differences: 0 },
        ],
        differences: [
          { table: 'users', id: '1', live: { full_name: 'Mallory' }, rebuilt: { full_name: 'Hank' } },
          { table: 'users', id: '2', live: null, rebuilt: { full_name: 'Becky' } },
          { table: 'users', id: '3', live: { full_name: 'Sid' }, rebuilt: null },
        ],
      }),
    ).toBe(
      [
        'Data check of the site: 1000 events.',
        'users: 2 of 3 rows differ',
        'users 1: has other values',
        'users 2: missing',
        'users 3: should not be there',
        'To repair: npm run replay -- --apply',
      ].join('\n'),
    ))
})
