import { call } from '@ultimate/kit/api.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { Notice } from '@ultimate/kit/components/notice.tsx'
import { renewToken } from '@ultimate/kit/session.ts'
import { useMachine } from '@xstate/react'
import type { FormEvent } from 'react'
import { fromPromise } from 'xstate'
import styles from '../account/account-page.module.css'
import { newKey } from '../new-key.ts'
import { refusedOr } from '../send.ts'
import { type Attempt, type ChangeOutcome, passwordMachine } from './machine.ts'
import { type PasswordField, passwordFields } from './password-draft.ts'
import { PasswordInput } from './password-input.tsx'
import { untilAnswered } from './until-answered.ts'

const controlId = (field: PasswordField): string => `password-${field}`

const machine = passwordMachine.provide({
  actors: {
    changePassword: fromPromise<ChangeOutcome, Attempt>(({ input: { key, draft } }) =>
      refusedOr(passwordFields, async () => {
        const { currentPassword, newPassword } = draft
        const request = { body: { currentPassword, newPassword } }
        const change = () => call('POST /api/auth/change-password', request, { idempotencyKey: key })
        await renewToken(() => untilAnswered(change))
        return { kind: 'changed' as const }
      }),
    ),
  },
  actions: {
    // After the frame in which the sentences appear, so that the one under the field is read out with it.
    focusField: (_, { field }) => {
      if (field) requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
    },
  },
})

/** A new password for the account that is signed in. */
export function PasswordForm({ username }: { readonly username: string }) {
  const [snapshot, send] = useMachine(machine)
  const { draft, errors, failure } = snapshot.context
  const isSending = snapshot.matches('sending')
  const bind = (field: PasswordField) => ({
    id: controlId(field),
    name: field,
    value: draft[field],
    error: errors[field],
    readOnly: isSending,
    onValueChange: (value: string) => send({ type: 'change', changes: { [field]: value } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'submit', key: newKey() })
  }
  // The server says under a field what it also says of the whole.
  const isSaidBelow = failure !== null && Object.values(errors).includes(failure)
  return (
    <form
      className={styles['section']}
      noValidate
      aria-labelledby="password-title"
      aria-busy={isSending}
      onSubmit={submit}
    >
      <h2 id="password-title" className={styles['title']}>
        Change Password
      </h2>
      {failure && !isSaidBelow && <Notice tone="bad" announce="alert" title={failure} />}
      {snapshot.matches('done') && <Notice tone="good" announce="status" title="Password changed successfully" />}
      {/* For password managers, which want to know whose password this is. */}
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
      <Button type="submit" variant="secondary" className={styles['act']} busy={isSending}>
        Change Password
      </Button>
    </form>
  )
}
