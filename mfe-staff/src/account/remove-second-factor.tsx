import type { Role } from '@ultimate/events/language/roles.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { ActWithPassword } from './act-with-password.tsx'
import { noteSecondFactor, usePasskeys, useSecondFactorRoles } from './sign-in-queries.ts'

/** Removes the user's own second factor. */
export const RemoveSecondFactor = ({ isRequired }: { readonly isRequired: boolean }) => {
  const { data: passkeys = [] } = usePasskeys()
  return (
    <div>
      <ActWithPassword
        title="Remove the Second Factor"
        confirmLabel="Remove"
        failed="Failed to remove the second factor"
        act={(password, idempotencyKey) => call('DELETE /api/auth/totp', { body: { password } }, { idempotencyKey })}
        onDone={() => {
          noteSecondFactor({ enabled: false, recovery_codes_left: 0 })
          toast.success('The second factor is removed.')
        }}
        button={(ask) => (
          <Button variant="secondary" onClick={ask}>
            Remove the Second Factor
          </Button>
        )}
      >
        {describeAfterwards(isRequired, passkeys.length > 0)} Your recovery codes stop working.
      </ActWithPassword>
    </div>
  )
}

function describeAfterwards(isRequired: boolean, hasPasskey: boolean): string {
  if (!isRequired) return 'After that, your password alone signs you in.'
  return hasPasskey
    ? 'Your role needs one: after that, you sign in with a passkey. Where you signed in without one, all you can do is set up another.'
    : 'Your role needs one: all you can do after that is set up another.'
}

/** Removes the second factor of a user who has lost their phone and their recovery codes. */
export function RemoveSecondFactorOf({ user }: { readonly user: User }) {
  const [isAsking, setAsking] = useState(false)
  const removal = useCommand<string, undefined>({
    send: (id, idempotencyKey) =>
      call('DELETE /api/auth/users/{id}/second-factor', { params: { id } }, { idempotencyKey }),
    failed: 'Failed to remove the second factor',
    onDone: () => {
      setAsking(false)
      toast.success(`The second factor of ${user.full_name} is removed.`)
    },
  })
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
        command={removal}
        onConfirm={() => removal.run(user.id)}
        onCancel={() => setAsking(false)}
      >
        Their authenticator app and their passkeys stop working: <strong>{user.full_name}</strong> signs in with the
        password alone, and is signed out on all devices. <NewFactorWarning role={user.role} />
        Make sure the request comes from them.
      </ConfirmDialog>
    </>
  )
}

/** Warns that the user then has to set up another factor, if their role needs one. */
function NewFactorWarning({ role }: { readonly role: Role }) {
  const { data: needing } = useSecondFactorRoles()
  return needing?.includes(role) && <span>Their role needs one: all they can do then is set up another. </span>
}
