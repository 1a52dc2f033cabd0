import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { passedOn, TemporaryPasswordDialog } from '../add-user/temporary-password-dialog.tsx'

/** Lets the TD send a user a new temporary password, after a question: it ends the one that they have. */
export function RenewPassword({ user }: { readonly user: User }) {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState<string | null>(null)
  const renewal = useCommand<string, Parameters<typeof passedOn>[0]>({
    send: (id, idempotencyKey) =>
      call('POST /api/auth/users/{id}/temporary-password', { params: { id } }, { idempotencyKey }),
    failed: 'Failed to send a new password',
    onDone: (answer) => {
      setAsking(false)
      setPassword(passedOn(answer))
      toast.success(passedOn(answer) === null ? 'A new password is on its way' : 'The new password is made.')
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
        <strong>{user.full_name}</strong> gets a temporary password{doesSiteMail() && ' by email'}, which ends after
        seven days. The password of now works no more, and all their devices are signed out.{' '}
        {!doesSiteMail() && 'This site sends no mail: you see it once, to pass it on.'}
      </ConfirmDialog>
      <TemporaryPasswordDialog
        added={password === null ? null : { username: user.username, password }}
        onClose={() => setPassword(null)}
      />
    </>
  )
}
