import { type Role, roles } from '@ultimate/events/language/roles.ts'
import { newLogin } from '@ultimate/events/staff/account.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type AddedLogin, addUserMachine, type LoginDraft, loginFields } from './add-user.machine.ts'
import styles from './users-page.module.css'
import { usersKey } from './users-query.ts'

const roleLabels: Readonly<Record<Role, string>> = { TD: 'TD', admin: 'Admin', helper: 'Helper' }

const addUser = ({ key, draft }: FormAttempt<LoginDraft>) =>
  answerTo(loginFields, async () => {
    const options = { idempotencyKey: key }
    const added = await call('POST /api/auth/create-temp-login', { body: newLogin.parse(draft) }, options)
    void refresh(usersKey)
    return { username: added.user.username, password: findPassword(added), key }
  })

const machine = addUserMachine.provide({
  actors: { send: fromPromise(({ input }) => addUser(input)) },
  actions: {
    announce: (_, { value: { password, key } }) => {
      // The dialog shows the password, so the toast need not.
      toast.success(password === null ? 'Email sent successfully!' : 'Login created.', offerUndo([key]))
    },
    focusField,
  },
})

/** Makes a login for a new user, who gets a temporary password by mail; without a mail server the TD passes it on. */
export function AddUser() {
  const { state, send, value, failure, isSending, waiting, bind, change, onSubmit } = useForm(machine)
  const [dismissed, setDismissed] = useState<AddedLogin | null>(null)
  const toPassOn = value !== null && value.password !== null && value !== dismissed ? value : null
  const { readOnly: isRoleDisabled, ...role } = bind('role')
  const trigger = (
    <Button icon={<UserPlus aria-hidden="true" />} onClick={() => send({ type: 'open' })}>
      Create Login
    </Button>
  )
  const dialog = (
    <Dialog
      open={state !== 'closed'}
      onClose={() => send({ type: 'close' })}
      title="Create Login"
      description={`${doesSiteMail() ? 'A temporary password is emailed to this address.' : 'This site sends no email: you get a temporary password to pass on.'} The account counts as verified once someone has signed in with it.`}
      actions={
        <>
          <Button
            variant="secondary"
            disabled={isSending && !waiting}
            onClick={() => send({ type: waiting ? 'cancel' : 'close' })}
          >
            Cancel
          </Button>
          <Button type="submit" form={addUserMachine.id} busy={isSending && !waiting}>
            Create Login
          </Button>
        </>
      }
    >
      <form id={addUserMachine.id} className={styles['form']} noValidate aria-label="Create Login" onSubmit={onSubmit}>
        {failure && <Notice tone="bad" announce="alert" title={failure} />}
        <TextField label="Username" {...bind('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        <TextField
          label="Email"
          {...bind('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          label="Role"
          {...role}
          disabled={isRoleDisabled}
          onValueChange={(name) => {
            const chosen = roles.find((known) => known === name)
            if (chosen) change({ role: chosen })
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </SelectField>
        <WaitsForConnection waiting={waiting} withoutCancel />
      </form>
    </Dialog>
  )
  return (
    <>
      {trigger}
      {dialog}
      <TemporaryPasswordDialog login={toPassOn} onClose={() => setDismissed(value)} />
    </>
  )
}

/** Returns the password that the TD passes on, or null. Earlier releases answer with the file of the mail instead. */
export const findPassword = (answer: { readonly mail_file: string | null; readonly password?: string | undefined }) =>
  answer.password ?? answer.mail_file

interface TemporaryPasswordDialogProps {
  /** The user who gets no email; null while the dialog is closed. */
  readonly login: Pick<AddedLogin, 'username' | 'password'> | null
  readonly onClose: () => void
}

/** Shows the temporary password once to the TD who made it, on a site without a mail server. */
export function TemporaryPasswordDialog({ login, onClose }: TemporaryPasswordDialogProps) {
  const copy = useRef<HTMLDivElement>(null)
  // The dialog still shows the password while it fades out.
  const lastLogin = useRef(login)
  if (login) lastLogin.current = login
  const { username = '', password = null } = lastLogin.current ?? {}
  return (
    <Dialog
      open={login !== null}
      onClose={onClose}
      title="No email was sent"
      initialFocus={copy}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles['form']} ref={copy} tabIndex={-1}>
        <p>
          <bdi>{username}</bdi> gets no email, because this site has no mail server (<code>SMTP_URL</code> is not set).
          Please pass on this temporary password. It is shown only once:
        </p>
        <p className={styles['file']}>
          <code>{password}</code>
        </p>
        <CopyButton className={styles['copy']} variant="secondary" size="compact" text={password ?? ''}>
          Copy the password
        </CopyButton>
      </div>
    </Dialog>
  )
}
