import { removalLimits } from '@ultimate/events/tournament/team.ts'
import { assign, fromPromise, setup } from 'xstate'

/** The teams that one request removes. */
export interface Removal {
  readonly ids: readonly string[]
  readonly reason: string
}
/** Without an answer the actor fails. */
export type RemovalOutcome = { readonly kind: 'removed' } | { readonly kind: 'refused'; readonly sentence: string }

export type RemovalEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly on: boolean }
  /** The registered teams; others are deselected. */
  | { readonly type: 'teams'; readonly ids: ReadonlySet<string> }
  | { readonly type: 'ask' }
  | { readonly type: 'ask.cancel' }
  | { readonly type: 'reason'; readonly text: string }
  | { readonly type: 'confirm' }

export interface RemovalContext {
  readonly selected: ReadonlySet<string>
  readonly reason: string
  readonly reasonError: string | undefined
  /** Why the last request failed. */
  readonly error: string | null
  /** Teams of the confirmed selection that are not removed yet. */
  readonly remaining: readonly string[]
  /** Teams that are removed already. */
  readonly removed: readonly string[]
}

/** Teams per request: small enough to show progress. */
export const teamsPerRequest = Math.min(100, removalLimits.teams)

const nothing: RemovalContext = {
  selected: new Set(),
  reason: '',
  reasonError: undefined,
  error: null,
  remaining: [],
  removed: [],
}

function without(ids: ReadonlySet<string>, others: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids)
  for (const id of others) left.delete(id)
  return left
}

const definition = setup({
  types: { context: {} as RemovalContext, events: {} as RemovalEvent },
  actors: {
    removeSome: fromPromise<RemovalOutcome, Removal>(() => Promise.reject(new Error('removeSome is not provided'))),
    /** Ends once the site can be reached. */
    line: fromPromise<void>(() => Promise.resolve()),
  },
  actions: {
    reset: assign(nothing),
    select: assign(({ context: { selected }, event }) => {
      if (event.type !== 'select') return {}
      return { selected: event.on ? new Set([...selected, ...event.ids]) : without(selected, event.ids) }
    }),
    keepPresent: assign(({ context: { selected }, event }) =>
      event.type === 'teams' ? { selected: new Set([...selected].filter((id) => event.ids.has(id))) } : {},
    ),
    takeReason: assign(({ event }) =>
      event.type === 'reason' ? { reason: event.text, reasonError: undefined, error: null } : {},
    ),
    count: assign(({ context: { selected, remaining, removed } }) => {
      const done = remaining.slice(0, teamsPerRequest)
      return {
        selected: without(selected, done),
        remaining: remaining.slice(done.length),
        removed: [...removed, ...done],
      }
    }),
    fail: assign((_, { sentence }: { sentence: string }) => ({ error: sentence, remaining: [] })),
    /** Called with the removed teams. Provided by the screen. */
    reportRemoved: (_, _params: { ids: readonly string[] }) => undefined,
  },
  guards: {
    isLineGone: (_) => false,
    isOffline: (_) => false,
    hasSelection: ({ context }) => context.selected.size > 0,
    hasNoSelection: ({ context }) => context.selected.size === 0,
    hasReason: ({ context }) => context.reason.trim() !== '',
    isFinished: ({ context }) => context.remaining.length === 0,
    isRefused: (_, outcome: RemovalOutcome) => outcome.kind === 'refused',
    hasRemoved: ({ context }) => context.removed.length > 0,
  },
})

/** The dialog closes; what was removed before is told. */
const cancelled = [
  { guard: 'hasRemoved', target: 'done' },
  { target: 'selecting', actions: definition.assign({ reasonError: undefined, error: null, remaining: [] }) },
] as const

/** Selecting, confirming and removing teams. After a failure the remaining teams stay selected, to be tried again. */
export const removalMachine = definition.createMachine({
  id: 'removal',
  context: nothing,
  initial: 'off',
  states: {
    off: { entry: 'reset', on: { start: 'selecting' } },
    selecting: {
      on: {
        select: { actions: 'select' },
        teams: { actions: 'keepPresent' },
        stop: 'off',
        ask: { guard: 'hasSelection', target: 'asking' },
      },
    },
    asking: {
      always: { guard: 'hasNoSelection', target: 'selecting' },
      on: {
        teams: { actions: 'keepPresent' },
        reason: { actions: 'takeReason' },
        confirm: [
          {
            guard: 'hasReason',
            target: 'sending',
            actions: assign(({ context }) => ({ remaining: [...context.selected], error: null })),
          },
          { actions: assign({ reasonError: 'Please say why.' }) },
        ],
        'ask.cancel': cancelled,
      },
    },
    sending: { always: [{ guard: 'isLineGone', target: 'waiting' }, { target: 'removing' }] },
    // Not sent yet, because the line is gone.
    waiting: {
      on: { 'ask.cancel': cancelled },
      invoke: { id: 'line', src: 'line', onDone: 'removing', onError: 'asking' },
    },
    removing: {
      invoke: {
        id: 'removeSome',
        src: 'removeSome',
        input: ({ context }) => ({ ids: context.remaining.slice(0, teamsPerRequest), reason: context.reason }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'asking',
            actions: {
              type: 'fail',
              params: ({ event: { output } }) => ({ sentence: output.kind === 'refused' ? output.sentence : '' }),
            },
          },
          { target: 'counting', actions: 'count' },
        ],
        onError: [
          // It may have arrived: removing twice is removing once.
          { guard: 'isOffline', target: 'waiting' },
          {
            target: 'asking',
            actions: { type: 'fail', params: { sentence: 'No answer came. Please try again.' } },
          },
        ],
      },
    },
    counting: { always: [{ guard: 'isFinished', target: 'done' }, { target: 'sending' }] },
    done: {
      entry: { type: 'reportRemoved', params: ({ context }) => ({ ids: context.removed }) },
      always: 'off',
    },
  },
})
