import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { LiveChange } from '@ultimate/events/platform/api.ts'
import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'

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

// Dish counts and own sign-ups stand under the topic `slots`, which every visitor may follow: sign-ups change both.
const dishCountsKey: LiveKey = ['slots', 'dish-counts']

/** Reads the sign-ups of this device, oldest first. */
export const useOwnSignups = () =>
  useLiveQuery({
    key: ['slots', 'mine'],
    read: async (signal): Promise<OwnSignup[]> => (await call('GET /api/dinner-signup/mine', {}, { signal })).signups,
  })

const isRestored = ({ type }: LiveChange): boolean => type === 'TeamRestored'

/** Reads the number of dishes that each team brings, by the team's id. A restored team is counted again. */
export function useDishCounts() {
  useLiveReads({ topics: ['teams'], isNews: isRestored, readAgain: () => void refresh(dishCountsKey) })
  return useLiveQuery({
    key: dishCountsKey,
    read: async (signal): Promise<ReadonlyMap<string, number>> => {
      const { teamCounts } = await call('GET /api/team-dish-counts', {}, { signal })
      return new Map(teamCounts.map(({ captain_id, dish_count }) => [captain_id, dish_count]))
    },
  })
}
