import { type Role, roles } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { Dialog } from '@ultimate/kit/components/dialog.tsx'
import { Notice } from '@ultimate/kit/components/notice.tsx'
import { SelectField } from '@ultimate/kit/components/select-field.tsx'
import { TextField } from '@ultimate/kit/components/text-field.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMachine } from '@xstate/react'
import { UserPlus } from 'lucide-react'
import type { FormEvent } from 'react'
import { fromPromise } from 'xstate'
import { newKey } from '../new-key.ts'
import styles from './add-user.module.css'
import type { LoginField } from './login-draft.ts'
import { type AddOutcome, type Attempt, addUserMachine } from './machine.ts'
import { sendLogin } from './send-login.ts'

const controlId = (field: LoginField): string => `add-user-${field}`
const formId = 'add-user'
const roleLabels: Readonly<Record<Role, string>> = { TD: 'TD', admin: 'Admin', helper: 'Helper' }

const machine = addUserMachine.provide({
  actors: { addUser: fromPromise<AddOutcome, Attempt>(({ input }) => sendLogin(input)) },
  actions: {
    announce: () => toast.success('Email sent successfully!'),
    // After the frame in which the sentences appear, so that the one under the field is read out with it.
    focusField: (_, { field }) => {
      if (field) requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
    },
  },
})

/** Makes a login for somebody, who gets a temporary password by mail. */
export function AddUser() {
  const [snapshot, send] = useMachine(machine)
  const { draft, errors, failure } = snapshot.context
  const isSending = snapshot.matches('sending')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'submit', key: newKey() })
  }
  const trigger = (
    <Button icon={<UserPlus aria-hidden="true" />} onClick={() => send({ type: 'open' })}>
      Create Login
    </Button>
  )
  const dialog = (
    <Dialog
      open={!snapshot.matches('closed')}
      onClose={() => send({ type: 'close' })}
      title="Create Login"
      description="A temporary password is mailed to this address. The account counts as verified once somebody has signed in with it."
      actions={
        <>
          <Button variant="secondary" disabled={isSending} onClick={() => send({ type: 'close' })}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSending}>
            Create Login
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate aria-label="Create Login" onSubmit={submit}>
        {failure && <Notice tone="bad" announce="alert" title={failure} />}
        <TextField
          label="Username"
          id={controlId('username')}
          value={draft.username}
          error={errors.username}
          readOnly={isSending}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onValueChange={(username) => send({ type: 'change', changes: { username } })}
        />
        <TextField
          label="Email"
          id={controlId('email')}
          type="email"
          inputMode="email"
          value={draft.email}
          error={errors.email}
          readOnly={isSending}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onValueChange={(email) => send({ type: 'change', changes: { email } })}
        />
        <SelectField
          label="Role"
          id={controlId('role')}
          value={draft.role}
          error={errors.role}
          disabled={isSending}
          onValueChange={(value) => {
            const role = roles.find((known) => known === value)
            if (role) send({ type: 'change', changes: { role } })
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
  return (
    <>
      {trigger}
      {dialog}
    </>
  )
}
