import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import { noteRemoved, readPasskeysAgain } from '../add-passkey/passkeys-query.ts'
import { PasswordInput } from '../change-password/password-form.tsx'

interface RemovePasskeyProps {
  readonly passkey: Passkey
}

/** With the password: a device that was left signed in is not enough. */
export function RemovePasskey({ passkey: { id, name } }: RemovePasskeyProps) {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const removal = useCommand<string, undefined>({
    send: (typed, idempotencyKey) =>
      call('DELETE /api/auth/passkeys/{id}', { params: { id }, body: { password: typed } }, { idempotencyKey }),
    failed: 'Failed to remove the passkey',
    onDone: () => {
      close()
      noteRemoved(id)
      toast.success(`The passkey “${name}” is removed`)
    },
    onError: readPasskeysAgain,
  })
  const close = () => {
    removal.reset()
    setPassword('')
    setAsking(false)
  }
  return (
    <>
      <Button variant="secondary" size="compact" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove the Passkey"
        confirmLabel="Remove"
        tone="danger"
        busy={removal.isPending}
        waiting={removal.waiting}
        error={removal.message}
        onConfirm={() => removal.run(password)}
        onCancel={close}
      >
        <strong>{name}</strong> lets you in no more, and other devices on which it did are signed out. You may still
        have to delete it on the device itself.
        <PasswordInput label="Password" value={password} onValueChange={setPassword} autoComplete="current-password" />
      </ConfirmDialog>
    </>
  )
}
