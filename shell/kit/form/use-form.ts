import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import type { Waiting } from '@ultimate/kit/request/use-command.ts'
import { type CommandToSend, commandAt, sendCommand, useSentCommand } from '@ultimate/kit/request/use-command.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { newKey } from '../request/answer.ts'
import { type Answer, type FieldOf, type FormAttempt, type FormContext, type FormInput, isDirty } from './form-draft.ts'
import { controlId, type FormMachine } from './form-machine.ts'

/** The `focusField` of a form. It waits until the messages are drawn, so that the field's own is read out with it. */
export const focusField = (_: unknown, { control }: { readonly control: string | null }): void => {
  if (control) requestAnimationFrame(() => document.getElementById(control)?.focus())
}

/** Returns the properties that tie a control to its field. */
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

/** The actor with which a screen sends a draft. `config` is the screen's function; the types of xstate leave it out. */
interface Sending<Draft, Value> {
  readonly config: Parameters<typeof fromPromise<Answer<FieldOf<Draft>, Value>, FormAttempt<Draft>>>[0]
}

/** The server itself failed, with a message of its own. A network error, so that the request is tried again. */
class Unanswered extends NetworkError {
  readonly answer: Extract<Answer<string>, { readonly kind: 'unanswered' }>
  constructor(answer: Unanswered['answer']) {
    super(answer.message)
    this.answer = answer
  }
}

/** The options of the command that sends a form. */
type FormSending = Pick<CommandToSend<unknown, unknown>, 'pauses'>

/** Makes the machine send its draft as a command of this place, which waits while there is no connection. */
function sendAsCommand<Draft extends object, Value>(
  machine: FormMachine<Draft, Value>,
  place: string,
  pauses: FormSending['pauses'],
) {
  const { config } = machine.implementations.actors.send as unknown as Sending<Draft, Value>
  return machine.provide({
    actors: {
      send: fromPromise<Answer<FieldOf<Draft>, Value>, FormAttempt<Draft>>((attempt) =>
        sendCommand({
          place,
          subject: attempt.input,
          key: attempt.input.key,
          send: async () => {
            const answer = await config(attempt)
            if (answer.kind === 'unanswered') throw new Unanswered(answer)
            return answer
          },
          pauses,
          signal: attempt.signal,
        }).catch((error: unknown) => {
          if (error instanceof Unanswered) return error.answer
          throw error
        }),
      ),
    },
    guards: { isQueued: () => commandAt(place)?.status === 'queued' },
  })
}

/** A form's machine, with its effects, as a screen needs it. */
export function useForm<Draft extends object, Value>(
  machine: FormMachine<Draft, Value>,
  input?: FormInput<Draft>,
  { pauses }: FormSending = {},
) {
  const [place] = useState(newKey)
  const sending = useMemo(() => sendAsCommand(machine, place, pauses), [machine, place, pauses])
  const [snapshot, send, actor] = useMachine(sending, { input })
  const { context } = snapshot
  const isQueued = useSentCommand(place)?.status === 'queued'
  const waiting: Waiting | null = isQueued ? { cancel: () => send({ type: 'cancel' }) } : null
  const isSending = snapshot.matches('sending')
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
    /** True while the draft is sent, or waits for the connection (`waiting`); the form takes no input meanwhile. */
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

type SavedDraft<Draft> = Pick<FormContext<Draft, unknown>, 'draft' | 'attempt'>

/** Saves what was typed since the last pause when the page is left or closed. `save` should be stable. */
export function useSavedDraft<Draft>(
  actor: { readonly getSnapshot: () => { readonly context: SavedDraft<Draft> } },
  save: (saved: SavedDraft<Draft>) => void,
): void {
  useEffect(() => {
    const saveNow = () => {
      const { draft, attempt } = actor.getSnapshot().context
      save({ draft, attempt })
    }
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [actor, save])
}
