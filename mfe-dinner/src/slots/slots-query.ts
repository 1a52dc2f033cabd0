import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'

/** Begins with the live topic's name, so that the live stream finds what to refresh. */
const slotsKey = ['slots', 'all']

/** Dishes by name, then serving by time, with counts as they are now. */
export function useSlots() {
  useLive(['slots'])
  return useQuery({
    queryKey: slotsKey,
    queryFn: async ({ signal }): Promise<Slot[]> => (await call('GET /api/dinner-slots', {}, { signal })).slots,
  })
}

/** Reads slots and their sign-ups again. Resolves with the answers. */
export const refreshSlots = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['slots'] })
