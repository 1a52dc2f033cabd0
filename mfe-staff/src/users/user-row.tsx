import type { Role } from '@ultimate/events/language/roles.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { Badge } from '@ultimate/kit/components/badge.tsx'
import { Button } from '@ultimate/kit/components/button.tsx'
import { DataCell, DataRow } from '@ultimate/kit/components/data-table.tsx'
import { StoryLink } from '@ultimate/kit/components/story-link.tsx'
import { ClipboardList, HandHelping, type LucideIcon, Star, UserX } from 'lucide-react'
import { memo } from 'react'
import styles from './user-row.module.css'

const roleIcons: Readonly<Record<Role, LucideIcon>> = { TD: Star, admin: ClipboardList, helper: HandHelping }

interface UserRowProps {
  readonly user: User
  readonly isOwn: boolean
  readonly onRemove: (user: User) => void
}

export const UserRow = memo(function UserRow({ user, isOwn, onRemove }: UserRowProps) {
  return (
    <DataRow className={styles['row']}>
      <DataCell heading className={styles['name']}>
        <bdi>{user.full_name}</bdi>
        {isOwn && <span className={styles['own']}> (you)</span>}
        {user.username !== user.full_name && <bdi className={styles['username']}>{user.username}</bdi>}
      </DataCell>
      <DataCell className={styles['email']}>
        <bdi>{user.email}</bdi>
      </DataCell>
      <DataCell className={styles['role']}>
        <Badge tone={user.role === 'TD' ? 'good' : 'neutral'} icon={roleIcons[user.role]}>
          {user.role}
        </Badge>
      </DataCell>
      <DataCell className={styles['verified']}>
        <Badge tone={user.is_verified ? 'good' : 'warn'}>{user.is_verified ? 'Verified' : 'Not yet'}</Badge>
      </DataCell>
      <DataCell className={styles['actions']}>
        <div className={styles['deeds']}>
          {!isOwn && (
            <Button
              variant="quiet"
              size="compact"
              icon={<UserX aria-hidden="true" />}
              aria-label={`Remove User ${user.full_name}`}
              onClick={() => onRemove(user)}
            >
              Remove User
            </Button>
          )}
          <StoryLink thing={`user-${user.id}`} name={user.full_name} />
        </div>
      </DataCell>
    </DataRow>
  )
})
