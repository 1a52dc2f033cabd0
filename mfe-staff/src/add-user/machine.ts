import { assign, fromPromise, setup } from 'xstate'
import { type FieldErrors, firstField, judgedAnew, type Refused } from '../field-errors.ts'
import { emptyDraft, errorsOf, isSameDraft, type LoginDraft, type LoginField, loginFields } from './login-draft.ts'

/** One login on its way: the same draft keeps its key, so that however often it is sent there is one mail. */
export interface Attempt {
  readonly key: string
  readonly draft: LoginDraft
}

export type AddOutcome = { readonly kind: 'added' } | Refused<LoginField>

export type AddUserEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'change'; readonly changes: Partial<LoginDraft> }
  /** `key` is taken for a draft that was not sent before. */
  | { readonly type: 'submit'; readonly key: string }

interface Context {
  readonly draft: LoginDraft
  readonly attempt: Attempt | null
  readonly errors: FieldErrors<LoginField>
  /** Why the last attempt failed as a whole. */
  readonly failure: string | null
}

const empty: Context = { draft: emptyDraft, attempt: null, errors: {}, failure: null }

const definition = setup({
  types: { context: {} as Context, events: {} as AddUserEvent },
  actors: {
    addUser: fromPromise<AddOutcome, Attempt>(() => Promise.reject(new Error('addUser is not provided'))),
  },
  actions: {
    focusField: (_, _params: { field: LoginField | null }) => undefined,
    announce: () => undefined,
  },
  guards: {
    isValid: ({ context }) => Object.keys(errorsOf(context.draft)).length === 0,
    isAdded: (_, outcome: AddOutcome) => outcome.kind === 'added',
  },
})

const change = definition.assign(({ context, event }) => {
  if (event.type !== 'change') return {}
  const draft = { ...context.draft, ...event.changes }
  const judged = { before: context.errors, now: errorsOf(draft) }
  return { draft, errors: judgedAnew(loginFields, Object.keys(event.changes), judged), failure: null }
})

const focusFirstError = {
  type: 'focusField' as const,
  params: ({ context }: { context: Context }) => ({ field: firstField(loginFields, context.errors) }),
}

/** A login from the empty form to the mail. Effects are provided by the screen; the server stays the law. */
export const addUserMachine = definition.createMachine({
  id: 'addUser',
  context: empty,
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'editing', actions: assign(empty) } } },
    editing: {
      on: {
        close: 'closed',
        change: { actions: change },
        submit: [
          {
            guard: 'isValid',
            target: 'sending',
            actions: assign(({ context: { draft, attempt }, event }) => ({
              attempt: attempt && isSameDraft(attempt.draft, draft) ? attempt : { key: event.key, draft },
              errors: {},
              failure: null,
            })),
          },
          { actions: [assign({ errors: ({ context }) => errorsOf(context.draft) }), focusFirstError] },
        ],
      },
    },
    sending: {
      invoke: {
        src: 'addUser',
        input: ({ context }) => context.attempt ?? { key: '', draft: context.draft },
        onDone: [
          { guard: { type: 'isAdded', params: ({ event }) => event.output }, target: 'closed', actions: 'announce' },
          {
            target: 'editing',
            actions: [
              assign(({ event }) =>
                event.output.kind === 'refused'
                  ? { failure: event.output.sentence, errors: event.output.errors }
                  : { failure: null },
              ),
              focusFirstError,
            ],
          },
        ],
        onError: { target: 'editing', actions: assign({ failure: 'Failed to create temporary login' }) },
      },
    },
  },
})
