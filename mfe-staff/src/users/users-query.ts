import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'

export const usersKey: LiveKey = ['users', 'list']

const readMailAgainMs = 3000
const isMailUnderWay = ({ mail }: ListedUser): boolean => mail === 'under-way' || mail === 'waiting'

/** All users, highest role first, as they are now. */
export const useUsers = () =>
  useLiveQuery({
    key: usersKey,
    read: async (signal): Promise<ListedUser[]> => (await call('GET /api/auth/users', {}, { signal })).users,
    // A mail that leaves is no event, so the live stream does not announce it.
    readAgainIn: (users) => (users?.some(isMailUnderWay) ? readMailAgainMs : false),
  })
