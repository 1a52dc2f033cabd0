import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import { type Role, roles } from '@ultimate/events/language/roles.ts'
import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { describeLockedOut } from '@ultimate/events/staff/second-factor-api.ts'
import { type RemoveUser, removeUser } from '@ultimate/events/staff/user.ts'
import { DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo, undoOfferedMs } from '@ultimate/kit/undo/offer-undo.ts'
import { useRef, useState } from 'react'
import { noteSecondFactorRoles, useSecondFactorRoles } from '../account/sign-in-queries.ts'
import { ForgetPersonDialog } from '../audit/forget-person.tsx'
import { ForgetRequests } from '../audit/forget-requests.tsx'
import { AddUser } from './add-user.tsx'
import { UserRow } from './user-row.tsx'
import styles from './users-page.module.css'
import { usersKey, useUsers } from './users-query.ts'

type NamedUser = Pick<User, 'id' | 'full_name'>

/** The page of the users who can sign in, with their roles. */
export function UsersPage() {
  const { data: users, error, isFetching, refetch } = useUsers()
  const [userToForget, setUserToForget] = useState<NamedUser | null>(null)
  const [userToRemove, setUserToRemove] = useState<User | null>(null)
  return (
    <Page>
      <PageHeader title="Access Controls" density="desk" feather="cranberry" actions={<AddUser />}>
        {users ? describeCount(users) : 'Who can sign in, and as what.'}
      </PageHeader>
      <ForgetRequests />
      {error && !users ? (
        <ErrorPanel
          title={messageOf(error, 'Failed to load users')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <UserTable users={users} onRemove={setUserToRemove} />
      )}
      <RequireSecondFactor />
      <RemoveUserDialog user={userToRemove} onClose={() => setUserToRemove(null)} onForget={setUserToForget} />
      <ForgetPersonDialog person={userToForget && toPerson(userToForget)} onClose={() => setUserToForget(null)} />
    </Page>
  )
}

const toPerson = ({ id, full_name }: NamedUser) => ({ reference: { user: id }, name: full_name })

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'email', label: 'Email' },
  { key: 'role', label: 'Role' },
  { key: 'verified', label: 'Verified' },
  { key: 'actions', label: 'Actions', align: 'end' },
] as const

interface UserTableProps {
  readonly users: readonly ListedUser[] | undefined
  readonly onRemove: (user: User) => void
}

function UserTable({ users, onRemove }: UserTableProps) {
  const ownId = useSessionStore(({ user }) => user?.id)
  if (!users) return <SkeletonRows label="Loading users" rows={4} />
  const tds = users.filter(({ role }) => role === 'TD').map(({ id }) => id)
  return (
    <DataTable className={styles['table']} caption="Users" columns={columns}>
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          isOwn={user.id === ownId}
          isRemovable={isRemovable({ id: user.id, by: ownId ?? null, tds })}
          onRemove={onRemove}
        />
      ))}
    </DataTable>
  )
}

/** Returns whether the server would remove the user: users may remove neither themselves nor the last TD. */
const isRemovable = (data: RemoveUser['data']): boolean =>
  findRefusal(() => removeUser({ type: 'RemoveUser', data, metadata: { now: new Date() } }, { status: 'active' })) ===
  null

function describeCount(users: readonly User[]): string {
  const waiting = users.filter((user) => !user.is_verified).length
  const people = users.length === 1 ? 'One person can' : `${users.length} people can`
  return waiting === 0
    ? `${people} sign in.`
    : `${people} sign in; ${waiting} ${waiting === 1 ? 'has' : 'have'} not signed in yet.`
}

interface RemoveUserDialogProps {
  /** The user to remove; null while the dialog is closed. */
  readonly user: User | null
  readonly onClose: () => void
  /** Called to forget the removed user as well, whom the audit still names. */
  readonly onForget: (user: NamedUser) => void
}

/** Asks before a user loses their account. */
export function RemoveUserDialog({ user, onClose, onForget }: RemoveUserDialogProps) {
  const removal = useCommand<NamedUser, string>({
    send: async ({ id }, idempotencyKey) => {
      await call('DELETE /api/auth/users/{id}', { params: { id } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: 'Failed to remove user',
    onDone: async (key, removedUser) => {
      const { id } = removedUser
      await showAccepted<ListedUser[]>(usersKey, (users) => users.filter((other) => other.id !== id))
      toast.success('User deleted successfully!', offerUndo([key]))
      toast.success(`The audit still names ${removedUser.full_name}.`, {
        duration: undoOfferedMs,
        action: { label: 'Forget…', run: () => onForget(removedUser) },
      })
      onClose()
    },
    onError: () => refresh(usersKey),
  })
  // The dialog still names the user while it fades out.
  const lastUser = useRef<User | null>(null)
  if (user) lastUser.current = user
  return (
    <ConfirmDialog
      open={user !== null}
      title="Remove User"
      confirmLabel="Remove User"
      tone="danger"
      command={removal}
      onConfirm={() => user && removal.run({ id: user.id, full_name: user.full_name })}
      onCancel={onClose}
    >
      Are you sure you want to remove <strong>{lastUser.current?.full_name}</strong> ({lastUser.current?.role})? The
      account ends at once, on every device. What was done with it stays in the audit.
    </ConfirmDialog>
  )
}

const roleLabels: Readonly<Record<Role, string>> = { TD: 'TDs', admin: 'Admins', helper: 'Helpers' }

const describeStored = (needing: readonly Role[]): string =>
  needing.length === 0
    ? 'No one needs a second factor now.'
    : `${needing.map((role) => roleLabels[role]).join(', ')} need a second factor now.`

/** Sets which roles need a second factor. A tick applies at once; if it locks someone out, the page asks first. */
export function RequireSecondFactor() {
  const { data } = useSecondFactorRoles()
  const { data: users } = useUsers()
  const ownId = useSessionStore(({ user }) => user?.id)
  const [isAsking, setAsking] = useState(false)
  // The rule stays here while the dialog fades out.
  const [ruleToConfirm, setRuleToConfirm] = useState<{ readonly role: Role; readonly lockedOut: string }>()
  const { run, isPending, waiting } = useCommand<readonly Role[], { readonly roles: Role[]; readonly key: string }>({
    send: async (wanted, idempotencyKey) => {
      const options = { idempotencyKey }
      const stored = await call('PUT /api/auth/second-factor', { body: { roles: [...wanted] } }, options)
      return { ...stored, key: idempotencyKey }
    },
    failed: 'Failed to change who needs a second factor',
    onDone: ({ roles: stored, key }) => {
      noteSecondFactorRoles(stored)
      toast.success(describeStored(stored), offerUndo([key]))
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to change who needs a second factor')),
  })
  // Before a tick, the page has to know whom it locks out.
  if (!data || !users) return null
  // The checkboxes stay enabled while a change is under way, because a disabled one loses the focus.
  const storeRule = (role: Role, needs: boolean) =>
    isPending || run(roles.filter((other) => (other === role ? needs : data.includes(other))))
  const toggle = (role: Role, needs: boolean) => {
    // Without a second factor of their own, the TD gets an error from the server, so there is nothing to confirm.
    const hasOwn = users.find(({ id }) => id === ownId)?.second_factor
    const without = users.filter((user) => user.role === role && !user.second_factor)
    const lockedOut = needs && hasOwn ? describeLockedOut(without.map(({ full_name }) => full_name)) : null
    if (lockedOut === null) return storeRule(role, needs)
    setRuleToConfirm({ role, lockedOut })
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
          label={roleLabels[role]}
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
          if (ruleToConfirm) storeRule(ruleToConfirm.role, true)
          setAsking(false)
        }}
        onCancel={() => setAsking(false)}
      >
        {ruleToConfirm?.lockedOut}
      </ConfirmDialog>
    </fieldset>
  )
}
