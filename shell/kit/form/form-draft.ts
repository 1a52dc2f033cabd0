import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { isEqual } from '../request/is-equal.ts'
import { type FieldErrors, knownErrors, revalidated } from './field-errors.ts'

export type FieldOf<Draft> = keyof Draft & string

/** A draft that was sent. Until the server answers, the same draft has the same key, so that it takes effect once. */
export interface FormAttempt<Draft> {
  readonly key: string
  readonly draft: Draft
  /** The mark of a public form: how it was filled in. */
  readonly mark?: FormMark | undefined
}

/** The outcome of an attempt. If the `send` actor rejects, the request may have arrived or not. */
export type Answer<Field extends string, Value = null> =
  | { readonly kind: 'accepted'; readonly value: Value }
  | {
      readonly kind: 'refused'
      /** The message about the form as a whole; null where the messages of the fields suffice. */
      readonly message: string | null
      readonly errors: FieldErrors<Field>
      /** The field that gets the focus where none has an error. */
      readonly focus?: Field
    }
  /** No answer came, as when the actor rejects, but there is a message. */
  | { readonly kind: 'unanswered'; readonly message: string }

export interface FormContext<Draft, Value> {
  readonly draft: Draft
  /** The draft as the server has it, or the empty form. */
  readonly stored: Draft
  /** The last attempt without an answer. */
  readonly attempt: FormAttempt<Draft> | null
  readonly errors: FieldErrors<FieldOf<Draft>>
  /** The reason why the last attempt failed as a whole. */
  readonly failure: string | null
  /** The value with which the server accepted the last attempt; null as soon as another one begins. */
  readonly value: Value | null
}

export interface FormInput<Draft> {
  readonly stored?: Draft
  /** The draft that an earlier visit stored. */
  readonly draft?: Draft
  readonly attempt?: FormAttempt<Draft> | null
}

export interface FormOptions<Draft, Value> {
  /** Prefix of its controls' ids. */
  readonly id: string
  /** The fields in the order of the form, which is the order in which errors get the focus. */
  readonly fields: readonly FieldOf<Draft>[]
  readonly empty: Draft
  /** Returns the errors of a draft, by the schema that the server uses. */
  readonly findErrors: (draft: Draft) => FieldErrors<FieldOf<Draft>>
  /** The message when no answer came. */
  readonly failed: string
  /** Fields whose error depends on another one, by that one. */
  readonly validatedWith?: Partial<Readonly<Record<FieldOf<Draft>, readonly FieldOf<Draft>[]>>>
  /** Returns the draft that follows once the server has accepted: the empty form by default. */
  readonly afterwards?: (value: Value) => Draft
  /** Begins `closed`, can be closed except while it is sent, and closes once it is accepted. */
  readonly isDialog?: boolean
  /** True if the form changes stored values: without a change it sends nothing and shows no errors. */
  readonly isEdit?: boolean
  /** The failure stays in sight until the next attempt, and not only until the next change. */
  readonly keepsFailure?: boolean
  /** A field loses its error as it changes, and is validated again with the next attempt. */
  readonly validatesOnSubmit?: boolean
  /** True if the form takes no input once it is accepted. */
  readonly isFinal?: boolean
  /** Milliseconds for which it is `done`; without it until the next change. */
  readonly doneMs?: number
  /** Milliseconds without a change after which the draft is stored on this device; without it never. */
  readonly saveDraftMs?: number
}

// The functions of this file return the form, or the changed part of it, after what their names state.

/** Returns whether there is something to save. */
export const isDirty = <Draft extends object>({ draft, stored }: { readonly draft: Draft; readonly stored: Draft }) =>
  !isEqual(draft, stored)

export function buildContext<Draft, Value>(
  empty: Draft,
  { stored = empty, draft = stored, attempt = null }: FormInput<Draft> = {},
): FormContext<Draft, Value> {
  return { draft, stored, attempt, errors: {}, failure: null, value: null }
}

/** Fields with an error are validated again as they change; the others wait until the form is submitted. */
export function changed<Draft extends object, Value>(
  { fields, findErrors, validatedWith, isEdit, keepsFailure, validatesOnSubmit }: FormOptions<Draft, Value>,
  context: FormContext<Draft, Value>,
  changes: Partial<Draft>,
): Pick<FormContext<Draft, Value>, 'draft' | 'errors' | 'failure'> {
  const draft = { ...context.draft, ...changes }
  if (isEdit && isEqual(draft, context.stored)) return { draft, errors: {}, failure: null }
  const names = Object.keys(changes) as FieldOf<Draft>[]
  const validated = names.flatMap((name) => [name, ...(validatedWith?.[name] ?? [])])
  const errors = revalidated(fields, validated, {
    before: context.errors,
    now: validatesOnSubmit ? {} : findErrors(draft),
  })
  return { draft, errors, failure: keepsFailure ? context.failure : null }
}

/** Validates a field that lost the focus. */
export function left<Draft, Value>(
  { fields, findErrors }: FormOptions<Draft, Value>,
  { draft, errors }: FormContext<Draft, Value>,
  field: FieldOf<Draft>,
): Pick<FormContext<Draft, Value>, 'errors'> {
  return { errors: knownErrors(fields, { ...errors, [field]: findErrors(draft)[field] }) }
}

/** Removes the error of a control that holds its own value, which is validated only with the next attempt. */
export function edited<Draft, Value>(
  { fields, keepsFailure }: FormOptions<Draft, Value>,
  { errors, failure }: FormContext<Draft, Value>,
  field: FieldOf<Draft>,
): Pick<FormContext<Draft, Value>, 'errors' | 'failure'> {
  return {
    errors: revalidated(fields, [field], { before: errors, now: {} }),
    failure: keepsFailure ? failure : null,
  }
}

/** Takes over newly stored values. A form without changes shows them; another one compares with them from now on. */
export function following<Draft extends object, Value>(
  context: FormContext<Draft, Value>,
  stored: Draft,
): Partial<FormContext<Draft, Value>> {
  return isDirty(context) ? { stored } : { stored, draft: stored }
}

/** Returns the attempt to send next. An unanswered one is repeated with its key, unless the draft has changed. */
export const attempted = <Draft extends object, Value>(
  { attempt }: FormContext<Draft, Value>,
  next: FormAttempt<Draft>,
): FormAttempt<Draft> => (attempt && isEqual(attempt.draft, next.draft) ? attempt : next)

/**
 * Returns the form after an answer. Accepted, it begins anew; otherwise it still has the draft. A refused attempt is
 * over; an unanswered one is repeated with its key.
 */
export function answered<Draft, Value>(
  { empty, afterwards = () => empty }: FormOptions<Draft, Value>,
  answer: Answer<FieldOf<Draft>, Value>,
): Partial<FormContext<Draft, Value>> {
  if (answer.kind === 'unanswered') return { failure: answer.message }
  if (answer.kind === 'refused') return { attempt: null, failure: answer.message, errors: answer.errors }
  return { ...buildContext(empty, { stored: afterwards(answer.value) }), value: answer.value }
}
