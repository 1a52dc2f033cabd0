import type { Role } from '@ultimate/events/language/roles.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'

const key: LiveKey = ['users', 'second-factor']

/** Reads the roles that need a second factor, for TDs. */
export const useSecondFactorRoles = () =>
  useLiveQuery({
    key,
    read: async (signal): Promise<Role[]> => (await call('GET /api/auth/second-factor', {}, { signal })).roles,
  })

export const noteSecondFactorRoles = (roles: readonly Role[]): void => void queryClient.setQueryData(key, roles)
