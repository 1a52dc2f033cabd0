import type { FormMark } from '@ultimate/events/language/form-mark.ts'
import { assign, fromPromise, not, raise, setup, stateIn } from 'xstate'
import {
  type Bid,
  emptyBid,
  errorsOf,
  type Field,
  type FieldErrors,
  fields,
  firstField,
  hasAlternate,
  isSameBid,
  noAlternate,
} from './bid.ts'

/** One bid that is being sent. The same bid keeps its key through all retries, so that it is registered once. */
export interface Attempt {
  readonly key: string
  readonly bid: Bid
  /** How the form was filled in; absent in drafts that are older than this field. */
  readonly mark?: FormMark | undefined
}

/** What survives a reload. */
export interface Draft {
  readonly bid: Bid
  readonly attempt: Attempt | null
}

/**
 * `refused` carries errors of fields; `rejected` means that the form mark was rejected, so another try is another
 * attempt. Any other failure is an error of the actor.
 */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly awaitsConfirmation: boolean }
  | { readonly kind: 'refused'; readonly errors: FieldErrors }
  | { readonly kind: 'rejected' }

/** A bid that the server has accepted. */
export interface Received {
  readonly team: string
  /** The address of the confirmation mail; null where the bid counts already. */
  readonly confirmationSentTo: string | null
}

export type RegisterTeamEvent =
  | { readonly type: 'change'; readonly changes: Partial<Bid> }
  /** `key` is taken for a bid that was not sent before. */
  | { readonly type: 'submit'; readonly key: string; readonly mark?: FormMark }
  | { readonly type: 'alternate.add' }
  | { readonly type: 'alternate.remove' }
  | { readonly type: 'draft.discard' }
  /** Raised by the machine itself: the form starts anew. */
  | { readonly type: 'emptied' }

interface Context extends Draft {
  readonly errors: FieldErrors
  /** The last accepted bid. */
  readonly received: Received | null
}

const asDraft = ({ bid, attempt }: Context): Draft => ({ bid, attempt })

const definition = setup({
  types: {
    context: {} as Context,
    events: {} as RegisterTeamEvent,
    input: {} as { draft: Draft | null },
  },
  actors: {
    submitBid: fromPromise<SubmitOutcome, Attempt>(() => Promise.reject(new Error('submitBid is not provided'))),
  },
  actions: {
    saveDraft: (_, _params: Draft) => undefined,
    clearDraft: () => undefined,
    focusField: (_, _params: { field: Field | null }) => undefined,
  },
  guards: {
    isValid: ({ context }) => Object.keys(errorsOf(context.bid)).length === 0,
    hasNoErrors: ({ context }) => Object.keys(context.errors).length === 0,
    hasDraft: ({ context }) => !isSameBid(context.bid, emptyBid),
    hasAlternate: ({ context }) => hasAlternate(context.bid),
    isAccepted: (_, outcome: SubmitOutcome) => outcome.kind === 'accepted',
    isRejected: (_, outcome: SubmitOutcome) => outcome.kind === 'rejected',
  },
  delays: { draftPause: 400, successShown: 3000 },
})

const change = definition.assign(({ context, event }) =>
  event.type === 'change' ? changed(context, event.changes) : {},
)

const submit = [
  {
    guard: 'isValid' as const,
    target: 'submitting',
    actions: [
      definition.assign({
        attempt: ({ context: { bid, attempt }, event }) => {
          if (attempt && isSameBid(attempt.bid, bid)) return attempt
          return event.type === 'submit' ? { key: event.key, bid, mark: event.mark } : attempt
        },
        errors: {},
        received: null,
      }),
      { type: 'saveDraft' as const, params: ({ context }: { context: Context }) => asDraft(context) },
    ],
  },
  {
    target: 'invalid',
    reenter: true,
    actions: definition.assign({ errors: ({ context }) => errorsOf(context.bid), received: null }),
  },
]

/** A bid from the first letter to the thanks. Effects are provided by the screen; the server decides. */
export const registerTeamMachine = definition.createMachine({
  id: 'registerTeam',
  type: 'parallel',
  context: ({ input }) => ({
    bid: input.draft?.bid ?? emptyBid,
    attempt: input.draft?.attempt ?? null,
    errors: {},
    received: null,
  }),
  states: {
    form: {
      initial: 'editing',
      states: {
        editing: { on: { change: { actions: change }, submit } },
        invalid: {
          entry: { type: 'focusField', params: ({ context }) => ({ field: firstField(context.errors) }) },
          always: { guard: 'hasNoErrors', target: 'editing' },
          on: { change: { actions: change }, submit },
        },
        submitting: {
          invoke: {
            id: 'submitBid',
            src: 'submitBid',
            input: ({ context }) => context.attempt ?? { key: '', bid: context.bid },
            onDone: [
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: 'succeeded',
                actions: [
                  assign(({ context, event }) => ({
                    bid: emptyBid,
                    attempt: null,
                    received: receivedOf(context.bid, event.output),
                  })),
                  'clearDraft',
                  raise({ type: 'emptied' }),
                ],
              },
              {
                guard: { type: 'isRejected', params: ({ event }) => event.output },
                target: 'failed',
                actions: assign({ attempt: null }),
              },
              {
                target: 'invalid',
                actions: assign({
                  errors: ({ event }) => (event.output.kind === 'refused' ? event.output.errors : {}),
                }),
              },
            ],
            onError: 'failed',
          },
        },
        failed: { on: { change: { actions: change }, submit } },
        succeeded: {
          after: { successShown: 'editing' },
          on: { change: { target: 'editing', actions: change }, submit },
        },
      },
    },
    alternate: {
      initial: 'closed',
      states: {
        closed: { always: { guard: 'hasAlternate', target: 'open' }, on: { 'alternate.add': 'open' } },
        open: {
          on: {
            'alternate.remove': {
              guard: not(stateIn({ form: 'submitting' })),
              target: 'closed',
              actions: assign(({ context }) => changed(context, noAlternate)),
            },
            emptied: 'closed',
          },
        },
      },
    },
    saving: {
      initial: 'saved',
      states: {
        saved: { on: { change: 'pending', 'alternate.remove': 'pending' } },
        pending: {
          on: {
            change: { target: 'pending', reenter: true },
            'alternate.remove': { target: 'pending', reenter: true },
          },
          after: {
            draftPause: {
              target: 'saved',
              actions: { type: 'saveDraft', params: ({ context }) => asDraft(context) },
            },
          },
        },
      },
    },
    recovery: {
      initial: 'looking',
      states: {
        looking: { always: [{ guard: 'hasDraft', target: 'offered' }, { target: 'over' }] },
        offered: {
          on: {
            submit: 'over',
            'draft.discard': {
              target: 'over',
              actions: [assign({ bid: emptyBid, attempt: null, errors: {} }), 'clearDraft', raise({ type: 'emptied' })],
            },
          },
        },
        over: {},
      },
    },
  },
})

function receivedOf({ teamName, captainEmail }: Bid, outcome: SubmitOutcome): Received {
  const isWaiting = outcome.kind === 'accepted' && outcome.awaitsConfirmation
  return { team: teamName.trim(), confirmationSentTo: isWaiting ? captainEmail.trim() : null }
}

/** Validates a changed field again; the others keep their errors. */
function changed({ bid, errors }: Context, changes: Partial<Bid>): Pick<Context, 'bid' | 'errors'> {
  const next = { ...bid, ...changes }
  const now = errorsOf(next)
  const judged = fields.flatMap((field) => {
    const sentence = field in changes ? now[field] : errors[field]
    return errors[field] === undefined || sentence === undefined ? [] : [[field, sentence]]
  })
  return { bid: next, errors: Object.fromEntries(judged) }
}
