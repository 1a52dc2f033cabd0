import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'

/** Dishes by name, then serving by time, with counts as they are now. */
export const useSlots = () =>
  useLiveQuery({
    key: ['slots', 'all'],
    read: async (signal): Promise<Slot[]> => (await call('GET /api/dinner-slots', {}, { signal })).slots,
  })

/** Reads slots and their sign-ups again. Resolves with the answers. */
export const refreshSlots = (): Promise<void> => refresh(['slots'])
