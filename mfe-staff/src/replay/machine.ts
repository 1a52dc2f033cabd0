import type { ReplayLine, ReplayResult } from '@ultimate/events/staff/replay.ts'
import { assign, fromCallback, setup } from 'xstate'

export type ReplayEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'start' }
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
export const failed = 'The replay failed'

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
      on: {
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

/** Per second; zero before there is anything to measure. */
export const rateOf = ({ events, seconds }: ReplayResult): number => (seconds > 0 ? Math.round(events / seconds) : 0)

type Row = Readonly<Record<string, unknown>>

const shown = (value: unknown): string => JSON.stringify(value ?? null)

/** What tells a row that is served from the one that the facts make, a sentence for each. */
export function whatDiffers(live: Row | null, rebuilt: Row | null): string[] {
  if (live === null) return [`The facts make this row, and it is not served: ${shown(rebuilt)}`]
  if (rebuilt === null) return [`This row is served, and no fact makes it: ${shown(live)}`]
  return [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
    .filter((field) => shown(live[field]) !== shown(rebuilt[field]))
    .map((field) => `${field} is served as ${shown(live[field])}; the facts make it ${shown(rebuilt[field])}`)
}
