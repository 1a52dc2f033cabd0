import { assign, fromPromise, setup } from 'xstate'

/** One press of a button. It keeps its key and its moment through all retries. */
export interface Attempt {
  readonly signupId: string
  readonly key: string
  readonly checkedIn: boolean
  /** When it really happened, by this device's clock; ISO. */
  readonly at: string
}

/** `unanswered`: the connection broke, and the request may or may not have arrived. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unanswered'; readonly sentence: string }

interface Press {
  readonly key: string
  readonly at: string
}
export type CheckInEvent =
  | ({ readonly type: 'check in' } & Press)
  | ({ readonly type: 'undo' } & Press)
  /** The server's state of this sign-up. */
  | { readonly type: 'update'; readonly checkedIn: boolean }
  | { readonly type: 'dismiss' }

interface Input {
  readonly signupId: string
  readonly checkedIn: boolean
}
interface Context extends Input {
  readonly attempt: Attempt | null
  /** Why the last attempt failed. */
  readonly sentence: string | null
}

const definition = setup({
  types: {
    context: {} as Context,
    events: {} as CheckInEvent,
    input: {} as Input,
    tags: {} as 'checked in' | 'on its way' | 'failed',
  },
  actors: { perform: fromPromise<Outcome, Attempt>(() => Promise.reject(new Error('perform is not provided'))) },
  guards: {
    startsCheckedIn: ({ context }) => context.checkedIn,
    isUpdateCheckedIn: ({ event }) => event.type === 'update' && event.checkedIn,
    isUpdatePending: ({ event }) => event.type === 'update' && !event.checkedIn,
    isDone: (_, { kind }: Outcome) => kind === 'done',
  },
  actions: {
    /** Repeats an attempt of unknown outcome unchanged, so that it takes effect once, at its own moment. */
    begin: assign(({ context, event }) => {
      if (event.type !== 'check in' && event.type !== 'undo') return {}
      const { key, at } = event
      const fresh = { signupId: context.signupId, key, checkedIn: event.type === 'check in', at }
      return { attempt: context.attempt ?? fresh, sentence: null }
    }),
    fail: assign({
      attempt: ({ context }, { kind }: Outcome) => (kind === 'unanswered' ? context.attempt : null),
      sentence: (_, outcome: Outcome) => (outcome.kind === 'done' ? null : outcome.sentence),
    }),
    settle: assign({ attempt: null, sentence: null }),
  },
})

const attemptOf = ({ context }: { readonly context: Context }): Attempt => {
  if (!context.attempt) throw new Error('Nothing was attempted')
  return context.attempt
}
const outcomeOf = ({ event }: { readonly event: { readonly output: Outcome } }): Outcome => event.output
const isDone = { type: 'isDone', params: outcomeOf } as const
const fail = { type: 'fail', params: outcomeOf } as const
const isCheckedInNow = { guard: 'isUpdateCheckedIn', target: 'checked-in', actions: 'settle' } as const
const isPendingNow = { guard: 'isUpdatePending', target: 'pending', actions: 'settle' } as const

/**
 * The check-in of one sign-up on one device. The row shows as checked in while the request is under way, and comes back
 * with a sentence if it fails; undo works the same in reverse. Updates that arrive meanwhile are older than the answer
 * and are ignored.
 */
export const checkInMachine = definition.createMachine({
  id: 'check-in',
  context: ({ input }) => ({ ...input, attempt: null, sentence: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'startsCheckedIn', target: 'checked-in' }, { target: 'pending' }] },
    pending: { on: { 'check in': { target: 'sending', actions: 'begin' }, update: isCheckedInNow } },
    sending: {
      tags: ['checked in', 'on its way'],
      invoke: {
        id: 'perform',
        src: 'perform',
        input: attemptOf,
        onDone: [
          { guard: isDone, target: 'checked-in', actions: 'settle' },
          { target: 'failed', actions: fail },
        ],
      },
    },
    failed: {
      tags: ['failed'],
      on: {
        'check in': { target: 'sending', actions: 'begin' },
        update: isCheckedInNow,
        dismiss: { target: 'pending', actions: 'settle' },
      },
    },
    'checked-in': {
      tags: ['checked in'],
      on: { undo: { target: 'undoing', actions: 'begin' }, update: isPendingNow },
    },
    undoing: {
      tags: ['on its way'],
      invoke: {
        id: 'perform',
        src: 'perform',
        input: attemptOf,
        onDone: [
          { guard: isDone, target: 'pending', actions: 'settle' },
          { target: 'undo failed', actions: fail },
        ],
      },
    },
    'undo failed': {
      tags: ['checked in', 'failed'],
      on: {
        undo: { target: 'undoing', actions: 'begin' },
        update: isPendingNow,
        dismiss: { target: 'checked-in', actions: 'settle' },
      },
    },
  },
})
