import { type Role, roles } from '@ultimate/events/language/roles.ts'
import { describeLockedOut } from '@ultimate/events/staff/second-factor-api.ts'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useState } from 'react'
import { noteSecondFactorRoles, useSecondFactorRoles } from './roles-query.ts'
import styles from './users-page.module.css'
import { useUsers } from './users-query.ts'

const labels: Readonly<Record<Role, string>> = { TD: 'TDs', admin: 'Admins', helper: 'Helpers' }

const describeStored = (needing: readonly Role[]): string =>
  needing.length === 0
    ? 'No one needs a second factor now.'
    : `${needing.map((role) => labels[role]).join(', ')} need a second factor now.`

/** The roles that need a second factor. A tick is in force at once, after a question where it locks someone out. */
export function RequireSecondFactor() {
  const { data } = useSecondFactorRoles()
  const { data: users } = useUsers()
  const own = useSessionStore(({ user }) => user?.id)
  const [isAsking, setAsking] = useState(false)
  // The dialog still shows it while it fades out.
  const [asked, setAsked] = useState<{ readonly role: Role; readonly lockedOut: string }>()
  const { run, isPending, waiting } = useCommand<readonly Role[], { readonly roles: Role[]; readonly key: string }>({
    send: async (wanted, idempotencyKey) => {
      const options = { idempotencyKey }
      const stored = await call('PUT /api/auth/second-factor', { body: { roles: [...wanted] } }, options)
      return { ...stored, key: idempotencyKey }
    },
    failed: 'Failed to change who needs a second factor',
    onDone: ({ roles: stored, key: attempt }) => {
      noteSecondFactorRoles(stored)
      toast.success(describeStored(stored), offerUndo([attempt]))
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to change who needs a second factor')),
  })
  // Before a tick, the page has to know whom it locks out.
  if (!data || !users) return null
  // They stay enabled while a change is under way, because what is disabled loses the focus.
  const rule = (role: Role, needs: boolean) =>
    isPending || run(roles.filter((one) => (one === role ? needs : data.includes(one))))
  const toggle = (role: Role, needs: boolean) => {
    // The server refuses it anyway where the user has no second factor of their own.
    const hasOwn = users.find(({ id }) => id === own)?.second_factor
    const without = users.filter((user) => user.role === role && !user.second_factor)
    const lockedOut = needs && hasOwn ? describeLockedOut(without.map(({ full_name }) => full_name)) : null
    if (lockedOut === null) return rule(role, needs)
    setAsked({ role, lockedOut })
    setAsking(true)
  }
  return (
    <fieldset className={styles['rules']}>
      <legend className={styles['legend']}>Who needs a second factor</legend>
      <p className={styles['hint']}>
        An authenticator app, or a passkey. From then on, anyone in that role without one can only set one up.
      </p>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={labels[role]}
          checked={data.includes(role)}
          aria-disabled={isPending}
          onCheckedChange={(needs) => toggle(role, needs)}
        />
      ))}
      <WaitsForConnection waiting={waiting} />
      <ConfirmDialog
        open={isAsking}
        title="Require a Second Factor"
        confirmLabel="Require It"
        onConfirm={() => {
          if (asked) rule(asked.role, true)
          setAsking(false)
        }}
        onCancel={() => setAsking(false)}
      >
        {asked?.lockedOut}
      </ConfirmDialog>
    </fieldset>
  )
}
