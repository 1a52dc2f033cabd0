import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { type ReactNode, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { PasswordInput } from './password-form.tsx'

interface ActWithPasswordProps<Value> {
  readonly title: string
  readonly confirmLabel: string
  /** The message when no answer came. */
  readonly failed: string
  readonly act: (password: string, key: string) => Promise<Value>
  readonly onDone: (value: Value) => void
  readonly onError?: () => void
  readonly children: ReactNode
  /** Draws the button that opens the dialog. */
  readonly button: (openDialog: () => void) => ReactNode
}

const fields = ['password'] as const

/** Asks for the password before a change of an account's security: being signed in is not enough for that. */
export function ActWithPassword<Value>({
  title,
  confirmLabel,
  children,
  button,
  ...effects
}: ActWithPasswordProps<Value>) {
  // The machine stays the same while the dialog is drawn again, so it reads the latest effects from here.
  const latest = useRef(effects)
  latest.current = effects
  const [machine] = useState(() =>
    formMachine<{ readonly password: string }, Value>({
      id: 'act-with-password',
      fields,
      empty: { password: '' },
      // Only the server can check the password.
      findErrors: () => ({}),
      failed: effects.failed,
      isDialog: true,
    }).provide({
      actors: {
        send: fromPromise(({ input: { key, draft } }) =>
          answerTo(fields, () =>
            latest.current.act(draft.password, key).catch((error: unknown) => {
              latest.current.onError?.()
              throw error
            }),
          ),
        ),
      },
      actions: { focusField, announce: (_, { value }) => latest.current.onDone(value) },
    }),
  )
  const { state, errors, failure, isSending, waiting, bind, send, submit } = useForm(machine)
  return (
    <>
      {button(() => send({ type: 'open' }))}
      <ConfirmDialog
        open={state !== 'closed'}
        title={title}
        confirmLabel={confirmLabel}
        tone="danger"
        busy={isSending}
        waiting={waiting}
        error={errors.password === undefined ? failure : null}
        onConfirm={() => submit()}
        onCancel={() => send({ type: 'close' })}
      >
        {children}
        <PasswordInput label="Password" {...bind('password')} autoComplete="current-password" />
      </ConfirmDialog>
    </>
  )
}
