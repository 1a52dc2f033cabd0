import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { type RemoveUser, removeUser } from '@ultimate/events/staff/change-users.ts'
import { DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { ForgetPersonDialog } from '../audit/forget-person-dialog.tsx'
import { ForgetRequests } from '../audit/forget-requests.tsx'
import { AddUser } from './add-user.tsx'
import { type NamedUser, RemoveUserDialog } from './remove-user-dialog.tsx'
import { RequireSecondFactor } from './require-second-factor.tsx'
import { UserRow } from './user-row.tsx'
import styles from './users-page.module.css'
import { useUsers } from './users-query.ts'

/** The page of the users who can sign in, with their roles. */
export function UsersPage() {
  const { data: users, error, isFetching, refetch } = useUsers()
  const [forgotten, setForgotten] = useState<NamedUser | null>(null)
  const [leaving, setLeaving] = useState<User | null>(null)
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
        <UserTable users={users} onRemove={setLeaving} />
      )}
      <RequireSecondFactor />
      <RemoveUserDialog user={leaving} onClose={() => setLeaving(null)} onForget={setForgotten} />
      <ForgetPersonDialog person={forgotten && toPerson(forgotten)} onClose={() => setForgotten(null)} />
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
  const own = useSessionStore(({ user }) => user?.id)
  if (!users) return <SkeletonRows label="Loading users" rows={4} />
  const tds = users.filter(({ role }) => role === 'TD').map(({ id }) => id)
  return (
    <DataTable className={styles['table']} caption="Users" columns={columns}>
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          isOwn={user.id === own}
          isRemovable={isRemovable({ id: user.id, by: own ?? null, tds })}
          onRemove={onRemove}
        />
      ))}
    </DataTable>
  )
}

/** True where the server's rule allows it: users remove neither themselves nor the last TD. */
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
