import { assign, fromPromise, setup } from 'xstate'
import { type DraftErrors, type DraftField, errorsOf, firstField, type SlotDraft } from './slot-draft.ts'

/** One draft that is being sent. The same draft keeps its key through all retries, so that it is saved once. */
export interface Attempt {
  readonly key: string
  readonly draft: SlotDraft
}

/** `refused` says what is wrong, and with which fields. A broken connection is an error of the actor. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly sentence: string; readonly errors: DraftErrors }

export type SlotFormEvent =
  | { readonly type: 'change'; readonly changes: Partial<SlotDraft> }
  | { readonly type: 'submit'; readonly key: string }

interface Context {
  readonly draft: SlotDraft
  readonly errors: DraftErrors
  readonly attempt: Attempt | null
  /** Why the server refused it as a whole. */
  readonly sentence: string | null
}

const definition = setup({
  types: { context: {} as Context, events: {} as SlotFormEvent, input: {} as { readonly draft: SlotDraft } },
  actors: { save: fromPromise<SaveOutcome, Attempt>(() => Promise.reject(new Error('save is not provided'))) },
  actions: {
    focusField: (_, _params: { readonly field: DraftField | null }) => undefined,
    close: () => undefined,
  },
  guards: {
    isValid: ({ context }) => Object.keys(errorsOf(context.draft)).length === 0,
    isSaved: (_, { kind }: SaveOutcome) => kind === 'saved',
  },
})

const change = {
  actions: definition.assign(({ context, event }) => (event.type === 'change' ? changed(context, event.changes) : {})),
}
const submit = [
  {
    guard: 'isValid' as const,
    target: 'saving',
    actions: definition.assign({
      errors: {},
      sentence: null,
      attempt: ({ context: { attempt, draft }, event }) => {
        if (attempt?.draft === draft || event.type !== 'submit') return attempt
        return { key: event.key, draft }
      },
    }),
  },
  {
    target: 'invalid',
    reenter: true,
    actions: definition.assign({ errors: ({ context }) => errorsOf(context.draft), sentence: null }),
  },
]

/** The form of a slot, or of a row of serving times, until it is saved. */
export const slotFormMachine = definition.createMachine({
  id: 'slotForm',
  context: ({ input }) => ({ draft: input.draft, errors: {}, attempt: null, sentence: null }),
  initial: 'editing',
  states: {
    editing: { on: { change, submit } },
    invalid: {
      entry: { type: 'focusField', params: ({ context }) => ({ field: firstField(context.errors) }) },
      on: { change, submit },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.attempt ?? { key: '', draft: context.draft },
        onDone: [
          { guard: { type: 'isSaved', params: ({ event }) => event.output }, target: 'saved' },
          {
            target: 'invalid',
            actions: assign(({ event }) =>
              event.output.kind === 'refused'
                ? { errors: event.output.errors, sentence: event.output.sentence, attempt: null }
                : {},
            ),
          },
        ],
        onError: 'failed',
      },
    },
    failed: { on: { change, submit } },
    saved: { type: 'final', entry: 'close' },
  },
})

/** Validates a changed field again; the others keep their errors. */
function changed({ draft, errors }: Context, changes: Partial<SlotDraft>): Pick<Context, 'draft' | 'errors'> {
  const next = { ...draft, ...changes }
  const now = errorsOf(next)
  const judged = Object.entries(errors).flatMap(([name, sentence]) => {
    const kept = name in changes ? now[name as DraftField] : sentence
    return kept === undefined ? [] : [[name, kept]]
  })
  return { draft: next, errors: Object.fromEntries(judged) }
}
