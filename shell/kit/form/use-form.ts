import type { FormMark } from '@ultimate/events/language/form-mark.ts'
import { useMachine } from '@xstate/react'
import type { FormEvent } from 'react'
import { newKey } from '../request/idempotency-key.ts'
import { type FieldOf, type FormInput, isDirty } from './form-draft.ts'
import { controlId, type FormMachine } from './form-machine.ts'

/** The `focusField` of a form: after the frame in which the messages appear, so that the one under the field is read out with it. */
export const focusField = (_: unknown, { control }: { readonly control: string | null }): void => {
  if (control) requestAnimationFrame(() => document.getElementById(control)?.focus())
}

/** A form's machine, with its effects, as a screen needs it. */
export function useForm<Draft extends object, Value>(machine: FormMachine<Draft, Value>, input?: FormInput<Draft>) {
  const [snapshot, send] = useMachine(machine, { input })
  const { context } = snapshot
  const isSending = snapshot.matches('sending')
  const change = (changes: Partial<Draft>) => send({ type: 'change', changes })
  const submit = (mark?: FormMark) => send({ type: 'submit', key: newKey(), mark })
  return {
    draft: context.draft,
    errors: context.errors,
    failure: context.failure,
    value: context.value,
    state: snapshot.value,
    isSending,
    isDirty: isDirty(context),
    send,
    change,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      submit()
    },
    reset: () => send({ type: 'reset' }),
    /** What the control of a field is tied to. */
    bind: <Field extends FieldOf<Draft>>(field: Field) => ({
      id: controlId(machine.id, field),
      name: field,
      value: context.draft[field],
      error: context.errors[field],
      readOnly: isSending,
      onValueChange: (value: Draft[Field]) => change({ [field]: value } as unknown as Partial<Draft>),
    }),
  }
}
