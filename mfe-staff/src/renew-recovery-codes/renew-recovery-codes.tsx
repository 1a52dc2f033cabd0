import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { ActWithPassword } from '../account/act-with-password.tsx'

interface RenewRecoveryCodesProps {
  readonly onRenewed: (codes: readonly string[]) => void
}

/** For a user whose codes are used up or lost. */
export const RenewRecoveryCodes = ({ onRenewed }: RenewRecoveryCodesProps) => (
  <ActWithPassword
    title="Make New Recovery Codes"
    confirmLabel="Make New Codes"
    failed="Failed to make new recovery codes"
    act={async (password, idempotencyKey) => {
      const request = { body: { password } }
      return (await call('POST /api/auth/totp/recovery-codes', request, { idempotencyKey })).recovery_codes
    }}
    onDone={onRenewed}
    button={(ask) => (
      <Button variant="secondary" onClick={ask}>
        Make New Codes
      </Button>
    )}
  >
    You get ten new codes, and all your old ones stop working.
  </ActWithPassword>
)
