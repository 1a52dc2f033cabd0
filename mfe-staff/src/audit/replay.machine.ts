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

const emptyContext: Context = { events: 0, total: 0, result: null, failure: null }
export const failureSentence = 'The check could not be finished'

/** A data check from its dialog to the result. The server builds all lists anew beside those that it shows. */
export const replayMachine = setup({
  types: { context: {} as Context, events: {} as ReplayEvent },
  actors: { replay: fromCallback<ReplayEvent>(() => undefined) },
}).createMachine({
  id: 'replay',
  context: emptyContext,
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'idle', actions: assign(emptyContext) } } },
    idle: { on: { start: 'running', close: 'closed' } },
    running: {
      entry: assign(emptyContext),
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
            actions: assign({ failure: failureSentence }),
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

/** The keys are tables. */
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

const quote = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? `“${value}”` : String(value)
}

/** Lists the values in a row, each with its place: `published › Pool A › teams › 3`. An empty list has no values. */
function listValues(value: unknown, path: readonly string[] = []): [place: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path.join(' › '), value]]
  const inner = Array.isArray(value)
    ? labelItems(value)
    : Object.entries(value).map(([key, field]) => [inWords(key), field] as const)
  return inner.flatMap(([label, innerValue]) => listValues(innerValue, [...path, label]))
}

/** Labels each item by its name, or by its number if another item of the list has the same name. */
function labelItems(items: readonly unknown[]): (readonly [string, unknown])[] {
  const names = items.map((item) => (item as { readonly name?: unknown } | null)?.name)
  return items.map((item, index) => {
    const name = names[index]
    const isOwn = typeof name === 'string' && names.indexOf(name) === names.lastIndexOf(name)
    return [isOwn ? name : String(index + 1), item]
  })
}

/** The row's name for people, if it has one; else its id. */
export function rowName(id: string, live: Row | null, rebuilt: Row | null): string {
  const row = rebuilt ?? live ?? {}
  const names = ['team_name', 'full_name', 'person_name', 'name', 'title'].map((field) => row[field])
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? id
}

/** Describes each difference between the row on the site and the one that its history gives, in a sentence. */
export function explainDiff(live: Row | null, rebuilt: Row | null): string[] {
  if (live === null) return ['The history has it, but the site does not show it.']
  if (rebuilt === null) return ['The site shows it, but nothing in the history created it.']
  const [onSite, inHistory] = [new Map(listValues(live)), new Map(listValues(rebuilt))]
  const sentences = [...new Set([...onSite.keys(), ...inHistory.keys()])]
    .filter((place) => (onSite.get(place) ?? null) !== (inHistory.get(place) ?? null))
    .map((at) => `The site has ${quote(onSite.get(at))} as ${at}; its history says ${quote(inHistory.get(at))}.`)
  const isSame = Object.keys({ ...live, ...rebuilt }).every(
    (field) => JSON.stringify(live[field] ?? null) === JSON.stringify(rebuilt[field] ?? null),
  )
  return sentences.length > 0 || isSame
    ? sentences
    : ['They differ only in values that are empty on one side and missing on the other.']
}

/**
 * Writes the result as a text for the administrator of the server. It names no values, because they may be personal.
 */
export function writeReport({ events, tables, differences }: ReplayResult): string {
  const lists = tables.filter((table) => table.differences > 0)
  return [
    `Data check of the site: ${events} events.`,
    ...lists.map(({ table, rows, differences: count }) => `${table}: ${count} of ${rows} rows differ`),
    ...differences.map(({ table, id, live, rebuilt }) => `${table} ${id}: ${summarizeDiff(live, rebuilt)}`),
    `To repair: ${repairCommand}`,
  ].join('\n')
}

function summarizeDiff(live: Row | null, rebuilt: Row | null): string {
  if (live === null) return 'missing'
  return rebuilt === null ? 'should not be there' : 'has other values'
}

export const repairCommand = 'npm run replay -- --apply'
