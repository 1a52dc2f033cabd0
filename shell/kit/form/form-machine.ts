import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { assign, fromPromise, setup } from 'xstate'
import { firstField, hasErrors } from './field-errors.ts'
import {
  type Answer,
  answered,
  attempted,
  buildContext,
  changed,
  edited,
  type FieldOf,
  type FormAttempt,
  type FormContext,
  type FormInput,
  type FormOptions,
  following,
  isDirty,
  left,
} from './form-draft.ts'

export type FormEvent<Draft> =
  /** Opens a form in a dialog. */
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'change'; readonly changes: Partial<Draft> }
  /** The text of a control that keeps its own value was changed. */
  | { readonly type: 'edit'; readonly field: FieldOf<Draft> }
  /** A field is left, which is when some forms validate it for the first time. */
  | { readonly type: 'leave'; readonly field: FieldOf<Draft> }
  /** Returns to the stored values, or to the empty form. */
  | { readonly type: 'reset' }
  /** Takes back a draft that waits for the connection. */
  | { readonly type: 'cancel' }
  /** The values on the server were changed elsewhere. */
  | { readonly type: 'stored'; readonly stored: Draft }
  | {
      readonly type: 'submit'
      /** The key for a draft that was not sent before. */
      readonly key: string
      readonly mark?: FormMark | undefined
      /** The values of controls that keep their own, such as passwords at sign-in: passed on, never held here. */
      readonly draft?: Draft
    }
  /** Raised by the machine when changes pause: the draft is stored on this device. */
  | { readonly type: 'pause' }

export const controlId = (form: string, field: string): string => `${form}-${field}`

/**
 * Declares what the screen provides: how to send, and what follows. The rest is the same for all forms
 * (docs/decisions/0032).
 */
function createDefinition<Draft extends object, Value>(id: string) {
  type Field = FieldOf<Draft>
  return setup({
    types: {
      context: {} as FormContext<Draft, Value>,
      events: {} as FormEvent<Draft>,
      input: {} as FormInput<Draft> | undefined,
    },
    actors: {
      send: fromPromise<Answer<Field, Value>, FormAttempt<Draft>>(() =>
        Promise.reject(new Error(`${id}: send is not provided`)),
      ),
    },
    guards: {
      /** Returns whether the draft waits for the connection. */
      isQueued: () => false,
    },
    actions: {
      focusField: (_, _params: { readonly field: Field | null; readonly control: string | null }) => undefined,
      announce: (_, _params: { readonly value: Value }) => undefined,
      saveDraft: (_, _params: Pick<FormContext<Draft, Value>, 'draft' | 'attempt'>) => undefined,
      forgetDraft: () => undefined,
    },
  })
}

type Definition<Draft extends object, Value> = ReturnType<typeof createDefinition<Draft, Value>>

/** Makes a state ignore all events that it does not list, also those that the machine lists for all states. */
const ignoresOthers = { '*': {} } as const

/** Returns the draft that this event submits: its own, such as a password, or that of the form. */
const submittedDraft = <Draft>({ draft }: { readonly draft: Draft }, event: FormEvent<Draft>): Draft =>
  (event.type === 'submit' && event.draft) || draft

const toFocus = <Field extends string>(form: string, field: Field | null) => ({
  field,
  control: field && controlId(form, field),
})

const focusAfter = <Field extends string>(answer: Answer<Field, unknown>): Field | null =>
  (answer.kind === 'refused' && answer.focus) || null

const draftToSave = <Draft>({ draft, attempt }: FormContext<Draft, unknown>) => ({ draft, attempt })

/** The state of a form that is being sent. */
function sendingState<Draft extends object, Value>(
  definition: Definition<Draft, Value>,
  options: FormOptions<Draft, Value>,
) {
  const { id, fields, failed, isDialog = false } = options
  return definition.createStateConfig({
    on: {
      ...ignoresOthers,
      stored: { actions: assign(({ context, event }) => following(context, event.stored)) },
      cancel: { guard: 'isQueued', target: 'editing' },
      close: { guard: 'isQueued', target: 'closed' },
    },
    invoke: {
      id: 'send',
      src: 'send',
      // The context has no attempt where the event brought its own draft. Such a draft is never sent again. Only
      // `submit` leads here, which the types do not know.
      input: ({ context, event }) =>
        context.attempt ?? { key: event.type === 'submit' ? event.key : '', draft: submittedDraft(context, event) },
      onDone: [
        {
          guard: ({ event }) => event.output.kind === 'accepted',
          target: isDialog ? 'closed' : 'done',
          actions: [
            assign(({ event }) => answered(options, event.output)),
            'forgetDraft',
            { type: 'announce', params: ({ event }) => event.output as { readonly value: Value } },
          ],
        },
        {
          guard: ({ event }) => event.output.kind === 'refused',
          target: 'editing',
          actions: [
            assign(({ event }) => answered(options, event.output)),
            {
              type: 'focusField',
              params: ({ context, event: { output } }) =>
                toFocus(id, firstField(fields, context.errors) ?? focusAfter(output)),
            },
          ],
        },
        { target: 'editing', actions: assign(({ event }) => answered(options, event.output)) },
      ],
      onError: { target: 'editing', actions: assign({ failure: failed }) },
    },
  })
}

/**
 * A form from the first letter to the accepted answer: draft, errors by field, domain errors, and an attempt under an
 * idempotency key. The attempt is repeated if its answer is lost. The server has the last word.
 */
export function formMachine<Draft extends object, Value = null>(options: FormOptions<Draft, Value>) {
  const { id, fields, empty, findErrors, isDialog = false, isEdit = false, doneMs, saveDraftMs } = options
  const definition = createDefinition<Draft, Value>(id)
  const saveDraft = {
    type: 'saveDraft' as const,
    params: ({ context }: { readonly context: FormContext<Draft, Value> }) => draftToSave(context),
  }
  const cancelPause = definition.cancel('pause')
  const raisePauseLater = definition.raise({ type: 'pause' }, { id: 'pause', delay: saveDraftMs ?? 0 })

  return definition.createMachine({
    id,
    context: ({ input }) => buildContext(empty, input),
    initial: isDialog ? 'closed' : 'editing',
    on: {
      change: {
        target: '.editing',
        actions: [
          assign(({ context, event }) => changed(options, context, event.changes)),
          ...(saveDraftMs === undefined ? [] : [cancelPause, raisePauseLater]),
        ],
      },
      edit: { target: '.editing', actions: assign(({ context, event }) => edited(options, context, event.field)) },
      leave: { actions: assign(({ context, event }) => left(options, context, event.field)) },
      reset: {
        target: '.editing',
        actions: [assign(({ context: { stored } }) => buildContext(empty, { stored })), cancelPause, 'forgetDraft'],
      },
      stored: { actions: assign(({ context, event }) => following(context, event.stored)) },
      close: { guard: () => isDialog, target: '.closed' },
      pause: { actions: saveDraft },
      submit: [
        // An edit without a change sends nothing.
        { guard: ({ context }) => isEdit && !isDirty(context) },
        {
          guard: ({ context, event }) => hasErrors(findErrors(submittedDraft(context, event))),
          target: '.editing',
          actions: [
            assign(({ context, event }) => ({
              errors: findErrors(submittedDraft(context, event)),
              failure: null,
              value: null,
            })),
            { type: 'focusField', params: ({ context }) => toFocus(id, firstField(fields, context.errors)) },
          ],
        },
        {
          target: '.sending',
          actions: [
            assign(({ context, event: { key, mark, draft } }) => ({
              // A draft in the event is passed on and never held.
              attempt: draft ? null : attempted(context, { key, draft: context.draft, mark }),
              errors: {},
              failure: null,
              value: null,
            })),
            cancelPause,
            saveDraft,
          ],
        },
      ],
    },
    states: {
      closed: { on: { ...ignoresOthers, open: { target: 'editing', actions: assign(() => buildContext(empty)) } } },
      editing: {},
      sending: sendingState(definition, options),
      done: {
        ...(options.isFinal && { on: ignoresOthers }),
        ...(doneMs !== undefined && { after: { [doneMs]: 'editing' } }),
      },
    },
  })
}

export type FormMachine<Draft extends object, Value = null> = ReturnType<typeof formMachine<Draft, Value>>
