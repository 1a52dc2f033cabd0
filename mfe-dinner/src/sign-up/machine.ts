import type { FormMark } from '@ultimate/events/language/form-mark.ts'
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
  | { readonly kind: 'remove'; readonly slotId: string; readonly signupId: string }

/** What the screen showed when the button was pressed. The intent is shown on top of it until the server confirms. */
export interface Seen {
  /** All sign-ups of the slot. */
  readonly count: number
  /** Of these, the ones this device owns. */
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
  | { readonly type: 'try again' }
  | { readonly type: 'dismiss' }

interface Context {
  readonly attempt: Attempt | null
  /** Why the last intent was refused. */
  readonly sentence: string | null
}

const definition = setup({
  types: { context: {} as Context, events: {} as CommitmentEvent },
  actors: { perform: fromPromise<Outcome, Attempt>(() => Promise.reject(new Error('perform is not provided'))) },
  guards: { isDone: (_, { kind }: Outcome) => kind === 'done' },
})

const begin = {
  target: 'acting',
  actions: definition.assign(({ context, event }) => {
    if (event.type !== 'do') return {}
    const { attempt } = context
    const { key, intent, seen } = event
    // Only an attempt of unknown outcome is still here: pressing the button again repeats it.
    return { attempt: attempt && isSameIntent(attempt.intent, intent) ? { ...attempt, seen } : { key, intent, seen } }
  }),
} as const

/**
 * What this device does with one slot: one intent at a time, shown at once and taken back when refused. The server
 * decides.
 */
export const commitmentMachine = definition.createMachine({
  id: 'commitment',
  context: { attempt: null, sentence: null },
  initial: 'idle',
  states: {
    idle: { on: { do: begin } },
    acting: {
      entry: assign({ sentence: null }),
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context }) => {
          if (!context.attempt) throw new Error('Nothing was attempted')
          return context.attempt
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'idle',
            actions: assign({ attempt: null }),
          },
          {
            target: 'refused',
            actions: assign({
              attempt: null,
              sentence: ({ event }) => (event.output.kind === 'refused' ? event.output.sentence : null),
            }),
          },
        ],
        onError: 'interrupted',
      },
    },
    refused: { on: { do: begin, dismiss: { target: 'idle', actions: assign({ sentence: null }) } } },
    interrupted: {
      on: { do: begin, 'try again': 'acting', dismiss: { target: 'idle', actions: assign({ attempt: null }) } },
    },
  },
})

function isSameIntent(one: Intent, other: Intent): boolean {
  if (one.kind === 'remove') return other.kind === 'remove' && one.signupId === other.signupId
  return other.kind === 'sign-up' && one.slotId === other.slotId && isSameDraft(one.person, other.person)
}
