import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'

export const usersKey: LiveKey = ['users', 'list']

const mailLookMs = 3000
const isMailUnderWay = ({ mail }: ListedUser): boolean => mail === 'under-way' || mail === 'waiting'

/** All users, highest role first, as they are now. */
export const useUsers = () =>
  useLiveQuery({
    key: usersKey,
    read: async (signal): Promise<ListedUser[]> => (await call('GET /api/auth/users', {}, { signal })).users,
    // That a mail has left is no event, so it is not announced.
    readAgainIn: (users) => (users?.some(isMailUnderWay) ? mailLookMs : false),
  })
