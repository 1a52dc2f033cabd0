import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { isSameDraft } from '@ultimate/kit/form/form-draft.ts'
import { assign, fromPromise, setup } from 'xstate'
import type { Person } from '../person/person.ts'

/** What the visitor wants of one slot. */
export type Intent =
  | {
      readonly kind: 'sign-up'
      readonly slotId: string
      readonly person: Person
      /** The form mark at the press of the button. */
      readonly mark: FormMark
    }
  | {
      readonly kind: 'remove'
      readonly slotId: string
      readonly signupId: string
      /** Who was signed up, for the way back. */
      readonly person: Person
    }

/** What the screen showed when the button was pressed. The intent is shown on top of it until the server confirms. */
export interface Seen {
  /** All sign-ups of the slot. */
  readonly count: number
  /** The number of them that this device owns. */
  readonly own: number
}

/** One intent under way. It keeps its key through all retries, so that it takes effect once. */
export interface Attempt {
  readonly key: string
  readonly intent: Intent
  readonly seen: Seen
}

/** `refused` carries the sentence to show. A broken connection is an error of the actor: the outcome is unknown. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string }

export type CommitmentEvent =
  | { readonly type: 'do'; readonly key: string; readonly intent: Intent; readonly seen: Seen }
  | {
      readonly type: 'undo'
      readonly signupId: string
      readonly key: string
      readonly mark: FormMark
      readonly seen: Seen
    }
  /** Raised by the machine: the time for taking a removal back is over. */
  | { readonly type: 'forget'; readonly signupId: string }
  | { readonly type: 'try again' }
  /** Takes back what waits for the line. */
  | { readonly type: 'cancel' }
  | { readonly type: 'dismiss' }

/** A removal that can still be taken back: by signing the same person up again. */
export type Removed = Extract<Intent, { kind: 'remove' }>

interface Context {
  readonly attempt: Attempt | null
  /** Why the last intent was refused. */
  readonly sentence: string | null
  /** Oldest first. */
  readonly removed: readonly Removed[]
}

/** How long a removal can be taken back, in milliseconds. */
export const undoMs = 10_000

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

const definition = setup({
  types: { context: {} as Context, events: {} as CommitmentEvent },
  actors: {
    perform: fromPromise<Outcome, Attempt>(notProvided('perform')),
    /** Performs again and again, until there is an answer. */
    performAgain: fromPromise<Outcome, Attempt>(notProvided('performAgain')),
    /** Resolves when the line is back. */
    line: fromPromise<void>(notProvided('line')),
  },
  guards: {
    isLineGone: () => false,
    isOffline: () => false,
    isRefused: ({ context }) => context.sentence !== null,
    isUndoable: ({ context, event }) =>
      event.type === 'undo' && context.removed.some(({ signupId }) => signupId === event.signupId),
  },
})

const without = (removed: readonly Removed[], signupId: string): Removed[] =>
  removed.filter((one) => one.signupId !== signupId)

const take = definition.assign(({ context, event }) => {
  if (event.type !== 'do') return {}
  const { attempt } = context
  const { key, intent, seen } = event
  // Only an attempt of unknown outcome is still here: pressing the button again repeats it.
  return { attempt: attempt && isSameIntent(attempt.intent, intent) ? { ...attempt, seen } : { key, intent, seen } }
})

const takeBack = definition.assign(({ context, event }) => {
  if (event.type !== 'undo') return {}
  const { signupId, key, mark, seen } = event
  const removed = context.removed.find((one) => one.signupId === signupId)
  if (!removed) return {}
  const { slotId, person } = removed
  const intent = { kind: 'sign-up', slotId, person, mark } as const
  return { attempt: { key, intent, seen }, removed: without(context.removed, signupId) }
})

const settle = definition.assign(({ context: { attempt, removed } }) => {
  const { intent } = attempt ?? {}
  if (intent?.kind !== 'remove') return { attempt: null }
  return { attempt: null, removed: [...without(removed, intent.signupId), intent] }
})

/** Ends the time for an undo, where it was a removal that was done. */
const endUndoLater = definition.enqueueActions(({ context, enqueue }) => {
  const { intent } = context.attempt ?? {}
  if (intent?.kind !== 'remove') return
  const { signupId } = intent
  enqueue.raise({ type: 'forget', signupId }, { delay: undoMs, id: signupId })
})

const forgetRemoved = definition.assign(({ context, event }) =>
  event.type === 'forget' ? { removed: without(context.removed, event.signupId) } : {},
)

const begin = [
  { guard: 'isLineGone', target: 'waiting', actions: take },
  { target: 'acting', actions: take },
] as const

const undo = { guard: 'isUndoable', target: 'acting', actions: takeBack } as const

const attemptOf = ({ context }: { readonly context: Context }): Attempt => {
  if (!context.attempt) throw new Error('Nothing was attempted')
  return context.attempt
}

const sentenceOf = (outcome: Outcome): Pick<Context, 'sentence'> => ({
  sentence: outcome.kind === 'refused' ? outcome.sentence : null,
})

/**
 * What this device does with one slot: one intent at a time, shown at once and taken back when refused. The server
 * decides. An intent whose answer was lost is sent again under its key until there is an answer.
 */
export const commitmentMachine = definition.createMachine({
  id: 'commitment',
  context: { attempt: null, sentence: null, removed: [] },
  initial: 'idle',
  on: { forget: { actions: forgetRemoved } },
  states: {
    idle: { on: { do: begin, undo } },
    waiting: {
      invoke: { id: 'line', src: 'line', onDone: 'acting' },
      on: { cancel: { target: 'idle', actions: definition.assign({ attempt: null }) } },
    },
    acting: {
      entry: definition.assign({ sentence: null }),
      invoke: {
        id: 'perform',
        src: 'perform',
        input: attemptOf,
        onDone: { target: 'answered', actions: assign(({ event }) => sentenceOf(event.output)) },
        onError: [{ guard: 'isOffline', target: 'waiting' }, { target: 'interrupted' }],
      },
    },
    answered: {
      always: [
        { guard: 'isRefused', target: 'refused' },
        { target: 'idle', actions: [endUndoLater, settle] },
      ],
    },
    refused: {
      entry: definition.assign({ attempt: null }),
      on: { do: begin, undo, dismiss: { target: 'idle', actions: definition.assign({ sentence: null }) } },
    },
    interrupted: {
      invoke: {
        id: 'performAgain',
        src: 'performAgain',
        input: attemptOf,
        onDone: { target: 'answered', actions: assign(({ event }) => sentenceOf(event.output)) },
      },
      // Another intent is meant more than the one without an answer, whose outcome the lists show.
      on: {
        do: begin,
        undo,
        'try again': 'acting',
        dismiss: { target: 'idle', actions: definition.assign({ attempt: null }) },
      },
    },
  },
})

function isSameIntent(one: Intent, other: Intent): boolean {
  if (one.kind === 'remove') return other.kind === 'remove' && one.signupId === other.signupId
  return other.kind === 'sign-up' && one.slotId === other.slotId && isSameDraft(one.person, other.person)
}
