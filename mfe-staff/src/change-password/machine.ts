import { assign, fromPromise, setup } from 'xstate'
import { type FieldErrors, firstField, judgedAnew, type Refused } from '../field-errors.ts'
import {
  emptyDraft,
  errorsOf,
  isSameDraft,
  type PasswordDraft,
  type PasswordField,
  passwordFields,
} from './password-draft.ts'

/** One change on its way: the same draft keeps its key, so that its answer, which holds the next token, can be asked for again. */
export interface Attempt {
  readonly key: string
  readonly draft: PasswordDraft
}

export type ChangeOutcome = { readonly kind: 'changed' } | Refused<PasswordField>

export type PasswordEvent =
  | { readonly type: 'change'; readonly changes: Partial<PasswordDraft> }
  /** `key` is taken for a draft that was not sent before. */
  | { readonly type: 'submit'; readonly key: string }

interface Context {
  readonly draft: PasswordDraft
  readonly attempt: Attempt | null
  readonly errors: FieldErrors<PasswordField>
  /** Why the last attempt failed as a whole. */
  readonly failure: string | null
}

const empty: Context = { draft: emptyDraft, attempt: null, errors: {}, failure: null }

const definition = setup({
  types: { context: {} as Context, events: {} as PasswordEvent },
  actors: {
    changePassword: fromPromise<ChangeOutcome, Attempt>(() =>
      Promise.reject(new Error('changePassword is not provided')),
    ),
  },
  actions: { focusField: (_, _params: { field: PasswordField | null }) => undefined },
  guards: {
    isValid: ({ context }) => Object.keys(errorsOf(context.draft)).length === 0,
    isChanged: (_, outcome: ChangeOutcome) => outcome.kind === 'changed',
  },
})

const change = definition.assign(({ context, event }) => {
  if (event.type !== 'change') return {}
  const draft = { ...context.draft, ...event.changes }
  // Whether the two are the same is settled by either of them.
  const changed = 'newPassword' in event.changes ? ['newPassword', 'confirmation'] : Object.keys(event.changes)
  const judged = { before: context.errors, now: errorsOf(draft) }
  return { draft, errors: judgedAnew(passwordFields, changed, judged), failure: null }
})

const focusFirstError = {
  type: 'focusField' as const,
  params: ({ context }: { context: Context }) => ({ field: firstField(passwordFields, context.errors) }),
}

const submit = [
  {
    guard: 'isValid' as const,
    target: 'sending',
    actions: definition.assign({
      attempt: ({ context: { draft, attempt }, event }) => {
        if (attempt && isSameDraft(attempt.draft, draft)) return attempt
        return event.type === 'submit' ? { key: event.key, draft } : attempt
      },
      errors: {},
      failure: null,
    }),
  },
  {
    target: 'editing',
    actions: [definition.assign({ errors: ({ context }) => errorsOf(context.draft), failure: null }), focusFirstError],
  },
]

/** A new password, from the first letter to its being in force. */
export const passwordMachine = definition.createMachine({
  id: 'password',
  context: empty,
  initial: 'editing',
  states: {
    editing: { on: { change: { actions: change }, submit } },
    sending: {
      invoke: {
        src: 'changePassword',
        input: ({ context }) => context.attempt ?? { key: '', draft: context.draft },
        onDone: [
          { guard: { type: 'isChanged', params: ({ event }) => event.output }, target: 'done', actions: assign(empty) },
          {
            target: 'editing',
            actions: [
              assign(({ event }) =>
                event.output.kind === 'refused'
                  ? { attempt: null, failure: event.output.sentence, errors: event.output.errors }
                  : {},
              ),
              focusFirstError,
            ],
          },
        ],
        onError: { target: 'editing', actions: assign({ failure: 'Failed to change password' }) },
      },
    },
    done: { on: { change: { target: 'editing', actions: change }, submit } },
  },
})
