import type { ReplayLine, ReplayResult } from '@ultimate/events/staff/replay.ts'
import { assign, fromCallback, setup } from 'xstate'

export type ReplayEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'start' }
  /** Takes back a start that waits for the line. */
  | { readonly type: 'cancel' }
  /** Not asked for yet, because the line is gone; or it is asked for now. */
  | { readonly type: 'waits' }
  | { readonly type: 'sent' }
  | { readonly type: 'line'; readonly line: ReplayLine }
  /** The line broke, or the server declined. */
  | { readonly type: 'broken'; readonly sentence: string }

interface Context {
  readonly events: number
  readonly total: number
  readonly result: ReplayResult | null
  readonly failure: string | null
}

const nothing: Context = { events: 0, total: 0, result: null, failure: null }
export const failed = 'The check could not be finished'

/** A replay from the question to its result. What it builds stands beside what is served, and goes again. */
export const replayMachine = setup({
  types: { context: {} as Context, events: {} as ReplayEvent },
  actors: { replay: fromCallback<ReplayEvent>(() => undefined) },
}).createMachine({
  id: 'replay',
  context: nothing,
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'idle', actions: assign(nothing) } } },
    idle: { on: { start: 'running', close: 'closed' } },
    running: {
      entry: assign(nothing),
      invoke: { src: 'replay' },
      initial: 'reading',
      states: { waiting: { on: { sent: 'reading' } }, reading: { on: { waits: 'waiting' } } },
      on: {
        cancel: 'idle',
        close: 'closed',
        line: [
          {
            guard: ({ event }) => event.line.kind === 'result',
            target: 'idle',
            actions: assign(({ event }) => (event.line.kind === 'result' ? { result: event.line } : {})),
          },
          {
            guard: ({ event }) => event.line.kind === 'failed',
            target: 'idle',
            actions: assign({ failure: failed }),
          },
          {
            actions: assign(({ event }) =>
              event.line.kind === 'progress' ? { events: event.line.events, total: event.line.total } : {},
            ),
          },
        ],
        broken: { target: 'idle', actions: assign(({ event }) => ({ failure: event.sentence })) },
      },
    },
  },
})

/** What people call the lists that the tables hold. */
const listNames: Readonly<Record<string, string>> = {
  teams: 'Registered teams',
  pools: 'Pools',
  dinner_slots: 'Dinner slots',
  dinner_signups: 'Dinner sign-ups',
  dinner_check_ins: 'Check-ins and the board',
  dinner_sessions: 'The dinner itself',
  dinner_teams: 'Teams in the dinner’s form',
  dinner_claims: 'Private links of volunteers',
  users: 'Users',
  photos: 'Photos',
}

const inWords = (name: string): string => name.replaceAll('_', ' ')

export function listName(table: string): string {
  const words = inWords(table)
  return listNames[table] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type Row = Readonly<Record<string, unknown>>

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}

/** The row's name for people, if it has one; else its id. */
export function rowName(id: string, live: Row | null, rebuilt: Row | null): string {
  const row = rebuilt ?? live ?? {}
  const name = ['team_name', 'full_name', 'person_name', 'name', 'title'].map((field) => row[field])
  const found = name.find((it): it is string => typeof it === 'string' && it !== '')
  return found ?? id
}

/** What tells what the site shows from what its history says, a sentence for each. */
export function whatDiffers(live: Row | null, rebuilt: Row | null): string[] {
  if (live === null) return ['The history has it, and the site does not show it.']
  if (rebuilt === null) return ['The site shows it, and nothing in the history made it.']
  return [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
    .filter((field) => JSON.stringify(live[field] ?? null) !== JSON.stringify(rebuilt[field] ?? null))
    .map(
      (field) => `The site has ${shown(live[field])} as ${inWords(field)}; its history says ${shown(rebuilt[field])}.`,
    )
}

/** The result as a text that can be sent to the administrator of the server. It names no values: they may be personal. */
export function report({ events, tables, differences }: ReplayResult): string {
  const lists = tables.filter((table) => table.differences > 0)
  return [
    `Data check of the site: ${events} events.`,
    ...lists.map(({ table, rows, differences: count }) => `${table}: ${count} of ${rows} rows differ`),
    ...differences.map(({ table, id, live, rebuilt }) => `${table} ${id}: ${kindOf(live, rebuilt)}`),
    `To repair: ${repairCommand}`,
  ].join('\n')
}

function kindOf(live: Row | null, rebuilt: Row | null): string {
  if (live === null) return 'missing'
  return rebuilt === null ? 'should not be there' : 'has other values'
}

export const repairCommand = 'npm run replay -- --apply'
