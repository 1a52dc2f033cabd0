import type { Role } from '@ultimate/events/language/roles.ts'
import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import type { SecondFactor } from '@ultimate/events/staff/second-factor-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'

const rolesKey: LiveKey = ['users', 'second-factor']

/** Reads the roles that need a second factor, for TDs. */
export const useSecondFactorRoles = () =>
  useLiveQuery({
    key: rolesKey,
    read: async (signal): Promise<Role[]> => (await call('GET /api/auth/second-factor', {}, { signal })).roles,
  })

export const noteSecondFactorRoles = (roles: readonly Role[]): void => void queryClient.setQueryData(rolesKey, roles)

const factorKey = ['second-factor'] as const

/** Reads whether the user who is signed in has a second factor, and needs one. */
export const useSecondFactor = () =>
  useQuery({ queryKey: factorKey, queryFn: () => call('GET /api/auth/totp', {}), staleTime: 0 }, queryClient)

/** Shows at once that the second factor was added or removed, then reads what the server makes of that. */
export function noteSecondFactor(change: Pick<SecondFactor, 'enabled' | 'recovery_codes_left'>): void {
  queryClient.setQueryData<SecondFactor>(factorKey, (before) => before && { ...before, ...change })
  readSecondFactorAgain()
  void queryClient.invalidateQueries({ queryKey: ['devices'] })
}

export const readSecondFactorAgain = (): void => void queryClient.invalidateQueries({ queryKey: factorKey })

const passkeysKey = ['passkeys'] as const
const readPasskeys = async () => (await call('GET /api/auth/passkeys', {})).passkeys

/** The passkeys of the user who is signed in, oldest first. */
export const usePasskeys = () => useQuery({ queryKey: passkeysKey, queryFn: readPasskeys, staleTime: 0 }, queryClient)

/** Shows the change at once, then reads whether the session may do more or less after it. */
function changePasskeys(apply: (passkeys: readonly Passkey[]) => Passkey[]): void {
  queryClient.setQueryData<Passkey[]>(passkeysKey, (before) => before && apply(before))
  readSecondFactorAgain()
}

export const notePasskeyAdded = (passkey: Passkey): void => changePasskeys((passkeys) => [...passkeys, passkey])

/** Shows the removal, and reads the devices again: those that signed in with the passkey are signed out. */
export function notePasskeyRemoved(id: string): void {
  changePasskeys((passkeys) => passkeys.filter((one) => one.id !== id))
  void queryClient.invalidateQueries({ queryKey: ['devices'] })
}

export const readPasskeysAgain = (): void => void queryClient.invalidateQueries({ queryKey: passkeysKey })
