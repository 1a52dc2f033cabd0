import type { Passkey } from '@ultimate/events/staff/passkey-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { readSecondFactorAgain } from './second-factor-query.ts'

const key = ['passkeys'] as const
const readPasskeys = async () => (await call('GET /api/auth/passkeys', {})).passkeys

/** The passkeys of the user who is signed in, oldest first. */
export const usePasskeys = () => useQuery({ queryKey: key, queryFn: readPasskeys, staleTime: 0 }, queryClient)

/** Shows the change at once. The server decides whether the session may do more or less after it. */
function change(changed: (passkeys: readonly Passkey[]) => Passkey[]): void {
  queryClient.setQueryData<Passkey[]>(key, (before) => before && changed(before))
  readSecondFactorAgain()
}

export const noteAdded = (passkey: Passkey): void => change((known) => [...known, passkey])

/** The list of devices is read anew: some may be signed out with it. */
export function noteRemoved(id: string): void {
  change((known) => known.filter((one) => one.id !== id))
  void queryClient.invalidateQueries({ queryKey: ['devices'] })
}

export const readPasskeysAgain = (): void => void queryClient.invalidateQueries({ queryKey: key })
