import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField, type TextFieldProps } from '@ultimate/kit/components/fields/text-field.tsx'
import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { renewToken } from '@ultimate/kit/state/session.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import styles from './account-page.module.css'
import { type PasswordDraft, passwordFields, passwordMachine } from './change-password.machine.ts'

const changePassword = ({ key, draft: { currentPassword, newPassword } }: FormAttempt<PasswordDraft>) =>
  answerTo(passwordFields, async () => {
    const request = { body: { currentPassword, newPassword } }
    const change = () => call('POST /api/auth/change-password', request, { idempotencyKey: key })
    // The old token ends with the old password, so the answer has a new one.
    await renewToken(() => retryUntilAnswered(change))
    return null
  })

const machine = passwordMachine.provide({
  actors: { send: fromPromise(({ input }) => changePassword(input)) },
  actions: { focusField },
})

interface PasswordFormProps {
  readonly username: string
  /** Called with true while leaving the page would lose what was typed. */
  readonly onTyped: (isDirty: boolean) => void
}

/** A new password for the account that is signed in. */
export function PasswordForm({ username, onTyped }: PasswordFormProps) {
  const { state, errors, failure, isSending, isDirty, waiting, bind, onSubmit } = useForm(machine)
  useEffect(() => onTyped(isDirty), [isDirty, onTyped])
  const formFailure = withoutRepetition(failure, errors)
  return (
    <form
      className={styles['section']}
      noValidate
      aria-labelledby="password-title"
      aria-busy={isSending}
      onSubmit={onSubmit}
    >
      <h2 id="password-title" className={styles['title']}>
        Change Password
      </h2>
      {formFailure && <Notice tone="bad" announce="alert" title={formFailure} />}
      {state === 'done' && <Notice tone="good" announce="status" title="Password changed successfully" />}
      {/* Password managers need to know whose password this is. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <div className={styles['fields']}>
        <PasswordInput label="Current Password" {...bind('currentPassword')} autoComplete="current-password" />
        <PasswordInput
          label="New Password"
          hint="At least 6 characters. All your other devices will be signed out."
          {...bind('newPassword')}
          autoComplete="new-password"
        />
        <PasswordInput label="Confirm New Password" {...bind('confirmation')} autoComplete="new-password" />
      </div>
      <Button type="submit" variant="secondary" className={styles['act']} busy={isSending && !waiting}>
        Change Password
      </Button>
      <WaitsForConnection waiting={waiting} />
    </form>
  )
}

/** A password field with a button that shows the password. */
export function PasswordInput(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false)
  const name = props.label.toLowerCase()
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          label={isShown ? `Hide ${name}` : `Show ${name}`}
          icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          size="compact"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

/** Returns the failure of a form, unless a field shows the same message: the server may report one message as both. */
export const withoutRepetition = (failure: string | null, errors: FieldErrors<string>): string | null =>
  failure !== null && Object.values(errors).includes(failure) ? null : failure
