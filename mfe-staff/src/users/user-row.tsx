import type { Role } from '@ultimate/events/language/roles.ts'
import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow } from '@ultimate/kit/components/display/data-table.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Check, ClipboardList, HandHelping, type LucideIcon, Star, UserX } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { RemoveSecondFactorOf } from '../remove-second-factor/remove-second-factor.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import styles from './user-row.module.css'

const roleIcons: Readonly<Record<Role, LucideIcon>> = { TD: Star, admin: ClipboardList, helper: HandHelping }

/** What the TD should know of the mail with the temporary password; while it is on its way there is nothing to say. */
const mailNotes: Readonly<Record<NonNullable<ListedUser['mail']>, ReactNode>> = {
  'under-way': null,
  waiting: <span className={styles['waiting']}>The mail waits for its server</span>,
  failed: <span className={styles['failed']}>The mail could not be delivered</span>,
}

interface UserRowProps {
  readonly user: ListedUser
  readonly isOwn: boolean
  readonly isRemovable: boolean
  readonly onRemove: (user: User) => void
}

export const UserRow = memo(function UserRow({ user, isOwn, isRemovable, onRemove }: UserRowProps) {
  const RoleIcon = roleIcons[user.role]
  return (
    <DataRow className={styles['row']}>
      <DataCell heading className={styles['name']}>
        <bdi>{user.full_name}</bdi>
        {isOwn && <span className={styles['own']}> (you)</span>}
        {user.username !== user.full_name && <bdi className={styles['username']}>{user.username}</bdi>}
      </DataCell>
      <DataCell className={styles['email']}>
        <Address email={user.email} />
        {user.mail && mailNotes[user.mail]}
      </DataCell>
      <DataCell className={styles['role']}>
        <RoleIcon className={styles['sign']} aria-hidden="true" />
        {user.role}
      </DataCell>
      <DataCell className={styles['verified']}>
        {user.is_verified ? <Check className={styles['sign']} aria-hidden="true" /> : null}
        {user.is_verified ? 'Verified' : <Badge tone="warn">Not yet</Badge>}
        {user.second_factor && <span className={styles['factor']}>Second factor</span>}
      </DataCell>
      <DataCell className={styles['actions']}>
        <div className={styles['buttons']}>
          {!isOwn && <RenewPassword user={user} />}
          {!isOwn && user.second_factor && <RemoveSecondFactorOf user={user} />}
          {isRemovable && (
            <Button
              variant="plain"
              size="compact"
              icon={<UserX aria-hidden="true" />}
              aria-label={`Remove User ${user.full_name}`}
              onClick={() => onRemove(user)}
            >
              Remove User
            </Button>
          )}
          <HistoryLink isNamed subject={`user-${user.id}`} name={user.full_name} />
        </div>
      </DataCell>
    </DataRow>
  )
})

/** Too long for its column, an address goes on behind the at sign rather than within a word. */
function Address({ email }: { readonly email: string }) {
  const afterAt = email.lastIndexOf('@') + 1
  return (
    <bdi>
      {email.slice(0, afterAt)}
      <wbr />
      {email.slice(afterAt)}
    </bdi>
  )
}
