import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { newKey } from '../request/idempotency-key.ts'
import type { Waiting } from '../request/use-command.ts'
import { isLineGone, isOffline, untilLineIsBack } from '../sending/line-wait.ts'
import { type FieldOf, type FormContext, type FormInput, isDirty } from './form-draft.ts'
import { controlId, type FormMachine } from './form-machine.ts'
import { useUnloadWarning } from './leave-warning.ts'

/** The `focusField` of a form: after the frame in which the messages appear, so that the one under the field is read out with it. */
export const focusField = (_: unknown, { control }: { readonly control: string | null }): void => {
  if (control) requestAnimationFrame(() => document.getElementById(control)?.focus())
}

/** What the control of a field is tied to. */
export type Bind<Draft> = <Field extends FieldOf<Draft>>(
  field: Field,
) => {
  readonly id: string
  readonly name: Field
  readonly value: Draft[Field]
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onValueChange: (value: Draft[Field]) => void
}

/** A draft that cannot go out because the line is gone waits for it. */
const overLine = {
  actors: { line: fromPromise<void>(({ signal }) => untilLineIsBack(signal)) },
  guards: { isLineGone, isOffline },
}

/** A form's machine, with its effects, as a screen needs it. */
export function useForm<Draft extends object, Value>(machine: FormMachine<Draft, Value>, input?: FormInput<Draft>) {
  const waitingMachine = useMemo(() => machine.provide(overLine), [machine])
  const [snapshot, send, actor] = useMachine(waitingMachine, { input })
  const { context } = snapshot
  const isWaiting = snapshot.matches('waiting')
  const isSending = snapshot.matches('sending') || isWaiting
  const waiting: Waiting | null = isWaiting ? { cancel: () => send({ type: 'cancel' }) } : null
  useUnloadWarning(isWaiting)
  const change = (changes: Partial<Draft>) => send({ type: 'change', changes })
  const submit = (mark?: FormMark) => send({ type: 'submit', key: newKey(), mark })
  const bind: Bind<Draft> = (field) => ({
    id: controlId(machine.id, field),
    name: field,
    value: context.draft[field],
    error: context.errors[field],
    readOnly: isSending,
    onValueChange: (value) => change({ [field]: value } as unknown as Partial<Draft>),
  })
  return {
    actor,
    draft: context.draft,
    errors: context.errors,
    failure: context.failure,
    value: context.value,
    state: snapshot.value,
    /** Nothing is taken meanwhile: it is on its way, or waits for the line (`waiting`). */
    isSending,
    waiting,
    isDirty: isDirty(context),
    send,
    change,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      submit()
    },
    reset: () => send({ type: 'reset' }),
    bind,
  }
}

type Kept<Draft> = Pick<FormContext<Draft, unknown>, 'draft' | 'attempt'>

/** Keeps what was typed since the last pause when the page is left or closed. `keep` should be stable. */
export function useKeptDraft<Draft>(
  actor: { readonly getSnapshot: () => { readonly context: Kept<Draft> } },
  keep: (kept: Kept<Draft>) => void,
): void {
  useEffect(() => {
    const keepNow = () => {
      const { draft, attempt } = actor.getSnapshot().context
      keep({ draft, attempt })
    }
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [actor, keep])
}
