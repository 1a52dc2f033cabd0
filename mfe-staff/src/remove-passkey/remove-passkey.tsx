import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { ActWithPassword } from '../account/act-with-password.tsx'
import { noteRemoved, readPasskeysAgain } from '../add-passkey/passkeys-query.ts'
import { useSecondFactor } from '../add-second-factor/second-factor-query.ts'

interface RemovePasskeyProps {
  readonly passkey: Passkey
  readonly isLast: boolean
}

export function RemovePasskey({ passkey: { id, name }, isLast }: RemovePasskeyProps) {
  const { data: factor } = useSecondFactor()
  return (
    <ActWithPassword
      title="Remove the Passkey"
      confirmLabel="Remove"
      failed="Failed to remove the passkey"
      act={(password, idempotencyKey) =>
        call('DELETE /api/auth/passkeys/{id}', { params: { id }, body: { password } }, { idempotencyKey })
      }
      onDone={() => {
        noteRemoved(id)
        toast.success(`The passkey “${name}” is removed`)
      }}
      onError={readPasskeysAgain}
      button={(ask) => (
        <Button variant="secondary" size="compact" aria-label={`Remove ${name}`} onClick={ask}>
          Remove
        </Button>
      )}
    >
      <strong>{name}</strong> lets you in no more, and other devices on which it did are signed out. You may still have
      to delete it on the device itself.
      {isLast && factor?.required && !factor.enabled && (
        <p>Your role needs a second factor, and you have no other: all you can do after that is set one up.</p>
      )}
    </ActWithPassword>
  )
}
