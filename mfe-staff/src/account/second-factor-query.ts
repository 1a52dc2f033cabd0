import type { SecondFactor } from '@ultimate/events/staff/second-factor-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'

const key = ['second-factor'] as const

/** Reads whether the user who is signed in has a second factor, and needs one. */
export const useSecondFactor = () =>
  useQuery({ queryKey: key, queryFn: () => call('GET /api/auth/totp', {}), staleTime: 0 }, queryClient)

/** Shows at once that it was added or removed. The server decides what follows from it. */
export function noteSecondFactor(known: Pick<SecondFactor, 'enabled' | 'recovery_codes_left'>): void {
  queryClient.setQueryData<SecondFactor>(key, (before) => before && { ...before, ...known })
  readSecondFactorAgain()
  void queryClient.invalidateQueries({ queryKey: ['devices'] })
}

export const readSecondFactorAgain = (): void => void queryClient.invalidateQueries({ queryKey: key })
