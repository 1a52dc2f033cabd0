import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'

/** Reads the slots: dishes by name, then serving by time. */
export const useSlots = () =>
  useLiveQuery({
    key: ['slots', 'all'],
    read: async (signal): Promise<Slot[]> => (await call('GET /api/dinner-slots', {}, { signal })).slots,
  })

/** Cancels a sign-up. One that is gone already counts as canceled: another user was faster. */
export async function cancelSignup(id: string, idempotencyKey: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
}
