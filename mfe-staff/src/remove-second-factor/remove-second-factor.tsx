import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { noteSecondFactor } from '../add-second-factor/second-factor-query.ts'
import { PasswordInput } from '../change-password/password-form.tsx'

/** The user's own, with their password: a device that was left signed in is not enough. */
export function RemoveSecondFactor() {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const removal = useCommand<string, undefined>({
    send: (typed, idempotencyKey) => call('DELETE /api/auth/totp', { body: { password: typed } }, { idempotencyKey }),
    failed: 'Failed to remove the second factor',
    onDone: () => {
      close()
      noteSecondFactor({ enabled: false, recovery_codes_left: 0 })
      toast.success('The second factor is removed')
    },
  })
  const close = () => {
    removal.reset()
    setPassword('')
    setAsking(false)
  }
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Remove the Second Factor
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the Second Factor"
        confirmLabel="Remove"
        tone="danger"
        busy={removal.isPending}
        waiting={removal.waiting}
        error={removal.message}
        onConfirm={() => removal.run(password)}
        onCancel={close}
      >
        From then on your password alone lets you in. The recovery codes of now work no more.
        <PasswordInput label="Password" value={password} onValueChange={setPassword} autoComplete="current-password" />
      </ConfirmDialog>
    </div>
  )
}

/** For a user who has lost their phone and their recovery codes. */
export function RemoveSecondFactorOf({ user }: { readonly user: User }) {
  const [isAsking, setAsking] = useState(false)
  const removal = useCommand<string, undefined>({
    send: (id, idempotencyKey) =>
      call('DELETE /api/auth/users/{id}/second-factor', { params: { id } }, { idempotencyKey }),
    failed: 'Failed to remove the second factor',
    onDone: () => {
      close()
      toast.success(`${user.full_name} signs in with the password alone now`)
    },
  })
  const close = () => {
    removal.reset()
    setAsking(false)
  }
  return (
    <>
      <Button
        variant="plain"
        size="compact"
        icon={<ShieldOff aria-hidden="true" />}
        aria-label={`Remove Second Factor of ${user.full_name}`}
        onClick={() => setAsking(true)}
      >
        Remove Factor
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the Second Factor"
        confirmLabel="Remove Second Factor"
        tone="danger"
        busy={removal.isPending}
        waiting={removal.waiting}
        error={removal.message}
        onConfirm={() => removal.run(user.id)}
        onCancel={close}
      >
        Their authenticator app and their passkeys are of no use then: <strong>{user.full_name}</strong> signs in with
        the password alone, and is signed out on all devices. Be sure that it is they who ask.
      </ConfirmDialog>
    </>
  )
}
