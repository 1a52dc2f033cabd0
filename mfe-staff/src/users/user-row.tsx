import type { Role } from '@ultimate/events/language/roles.ts'
import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow } from '@ultimate/kit/components/display/data-table.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Check, ClipboardList, HandHelping, KeyRound, type LucideIcon, Star, UserX } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { RemoveSecondFactorOf } from '../account/remove-second-factor.tsx'
import { findPassword, TemporaryPasswordDialog } from './add-user.tsx'
import styles from './users-page.module.css'

const roleIcons: Readonly<Record<Role, LucideIcon>> = { TD: Star, admin: ClipboardList, helper: HandHelping }

/** Notes for the TD about the mail with the temporary password; none while the mail is under way. */
const mailNotes: Readonly<Record<NonNullable<ListedUser['mail']>, ReactNode>> = {
  'under-way': null,
  waiting: <span className={styles['waiting']}>The email is waiting for the mail server</span>,
  failed: <span className={styles['failed']}>The email could not be delivered</span>,
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

/** An address that is too long for its column breaks behind the at sign rather than within a word. */
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

/** Lets the TD send a user a new temporary password. Asks first, because the user's current password ends. */
function RenewPassword({ user }: { readonly user: User }) {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState<string | null>(null)
  const renewal = useCommand<string, Parameters<typeof findPassword>[0]>({
    send: (id, idempotencyKey) =>
      call('POST /api/auth/users/{id}/temporary-password', { params: { id } }, { idempotencyKey }),
    failed: 'Failed to send a new password',
    onDone: (answer) => {
      setAsking(false)
      setPassword(findPassword(answer))
      toast.success(findPassword(answer) === null ? 'We’ve emailed a new password.' : 'New password created.')
    },
  })
  return (
    <>
      <Button
        variant="plain"
        size="compact"
        icon={<KeyRound aria-hidden="true" />}
        aria-label={`New Password for ${user.full_name}`}
        onClick={() => setAsking(true)}
      >
        New Password
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Send a New Password"
        confirmLabel="Send New Password"
        command={renewal}
        onConfirm={() => renewal.run(user.id)}
        onCancel={() => setAsking(false)}
      >
        <strong>{user.full_name}</strong> gets a temporary password{doesSiteMail() && ' by email'}, which expires after
        seven days. The current password stops working, and all their devices are signed out.{' '}
        {!doesSiteMail() && 'This site sends no email: you see it once, to pass it on.'}
      </ConfirmDialog>
      <TemporaryPasswordDialog
        login={password === null ? null : { username: user.username, password }}
        onClose={() => setPassword(null)}
      />
    </>
  )
}
