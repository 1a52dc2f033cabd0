import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'

/** Ends a sign-up of this device. One that is gone already counts as ended. */
export async function withdrawSignup(idempotencyKey: string, id: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster: the sign-up is gone, as intended.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
  toast.success('Your sign-up is removed.')
}
