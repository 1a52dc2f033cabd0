import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { call } from '@ultimate/kit/api.ts'
import { useLive } from '@ultimate/kit/live.ts'
import { useQuery } from '@ultimate/kit/query.ts'

/** Begins with the live topic's name: that is how the live stream finds what it has to refresh. */
export const usersKey = ['users', 'list']

const fetchUsers = async ({ signal }: { signal: AbortSignal }): Promise<ListedUser[]> =>
  (await call('GET /api/auth/users', {}, { signal })).users

const mailLookMs = 3000
const isWaitedFor = ({ mail }: ListedUser): boolean => mail === 'under-way' || mail === 'waiting'

/** Everybody who can sign in, highest role first, as it is now. */
export function useUsers() {
  useLive(['users'])
  return useQuery({
    queryKey: usersKey,
    queryFn: fetchUsers,
    // That a mail has left is no fact, so nobody announces it.
    refetchInterval: ({ state }) => (state.data?.some(isWaitedFor) ? mailLookMs : false),
  })
}
