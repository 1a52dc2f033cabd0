import type { ReplayLine, ReplayResult } from '@ultimate/events/staff/log-api.ts'
import { assign, fromCallback, setup } from 'xstate'

export type ReplayEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'start' }
  /** Takes back a start that waits for the connection. */
  | { readonly type: 'cancel' }
  /** `waits`: the request is not sent yet, because the connection is lost. `sent`: it is sent now. */
  | { readonly type: 'waits' }
  | { readonly type: 'sent' }
  | { readonly type: 'line'; readonly line: ReplayLine }
  /** The connection broke, or the server declined. */
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

/** Names for people of the lists that the tables hold. */
export const listNames: Readonly<Record<string, string>> = {
  teams: 'Registered teams',
  pools: 'Pools',
  schedules: 'Schedule',
  games: 'Results',
  standings_rules: 'Standings',
  spirit_sheets: 'Spirit sheets',
  dinner_slots: 'Dinner slots',
  dinner_signups: 'Dinner sign-ups',
  dinner_signup_notes: 'Notes of staff on dinner sign-ups',
  dinner_check_ins: 'Check-ins and the board',
  dinner_sessions: 'The dinner itself',
  dinner_teams: 'Teams in the dinner’s form',
  dinner_claims: 'Private links that volunteers opened',
  dinner_volunteer_links: 'Private links of volunteers that were ended',
  users: 'Users',
  sign_in_rules: 'Roles that need a second factor',
  erasures: 'Requests to be forgotten',
  photos: 'Photos',
  announcements: 'Announcements',
  editions: 'Tournament settings',
  messages: 'Messages',
  reminders: 'Reminders',
  unsubscriptions: 'Mailboxes that get no messages',
  parts: 'Parts of the site and their releases',
  release_tokens: 'Release tokens',
}

/** Writes the name of a column or a field in words, such as `drafted_by` or `emptiedAt`. */
const inWords = (name: string): string =>
  name.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function listName(table: string): string {
  const words = inWords(table)
  return listNames[table] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

type Row = Readonly<Record<string, unknown>>

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? `“${value}”` : String(value)
}

/** Lists each value by its place in the row, in words: `published › Pool A › teams › 3`. An empty list has no parts. */
function listParts(value: unknown, path: readonly string[] = []): [where: string, what: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path.join(' › '), value]]
  const parts = Array.isArray(value)
    ? numbered(value)
    : Object.entries(value).map(([key, it]) => [inWords(key), it] as const)
  return parts.flatMap(([part, it]) => listParts(it, [...path, part]))
}

/** Labels each item by its name where only one in the list has it; else by its number. */
function numbered(items: readonly unknown[]): (readonly [string, unknown])[] {
  const names = items.map((it) => (it as { readonly name?: unknown } | null)?.name)
  return items.map((it, index) => {
    const name = names[index]
    const isOwn = typeof name === 'string' && names.indexOf(name) === names.lastIndexOf(name)
    return [isOwn ? name : String(index + 1), it]
  })
}

/** The row's name for people, if it has one; else its id. */
export function rowName(id: string, live: Row | null, rebuilt: Row | null): string {
  const row = rebuilt ?? live ?? {}
  const name = ['team_name', 'full_name', 'person_name', 'name', 'title'].map((field) => row[field])
  const firstName = name.find((it): it is string => typeof it === 'string' && it !== '')
  return firstName ?? id
}

/** Describes how what the site shows differs from its history, a sentence for each difference. */
export function whatDiffers(live: Row | null, rebuilt: Row | null): string[] {
  if (live === null) return ['The history has it, and the site does not show it.']
  if (rebuilt === null) return ['The site shows it, and nothing in the history made it.']
  const [shows, says] = [new Map(listParts(live)), new Map(listParts(rebuilt))]
  const sentences = [...new Set([...shows.keys(), ...says.keys()])]
    .filter((part) => (shows.get(part) ?? null) !== (says.get(part) ?? null))
    .map((part) => `The site has ${shown(shows.get(part))} as ${part}; its history says ${shown(says.get(part))}.`)
  const isSame = Object.keys({ ...live, ...rebuilt }).every(
    (field) => JSON.stringify(live[field] ?? null) === JSON.stringify(rebuilt[field] ?? null),
  )
  return sentences.length > 0 || isSame
    ? sentences
    : ['They differ in what is empty on one side and missing on the other.']
}

/**
 * The result as a text that can be sent to the administrator of the server. It names no values: they may be personal.
 */
export function report({ events, tables, differences }: ReplayResult): string {
  const lists = tables.filter((table) => table.differences > 0)
  return [
    `Data check of the site: ${events} events.`,
    ...lists.map(({ table, rows, differences: count }) => `${table}: ${count} of ${rows} rows differ`),
    ...differences.map(({ table, id, live, rebuilt }) => `${table} ${id}: ${describeDifference(live, rebuilt)}`),
    `To repair: ${repairCommand}`,
  ].join('\n')
}

function describeDifference(live: Row | null, rebuilt: Row | null): string {
  if (live === null) return 'missing'
  return rebuilt === null ? 'should not be there' : 'has other values'
}

export const repairCommand = 'npm run replay -- --apply'
