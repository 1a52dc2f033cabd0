import type { Signup } from '@ultimate/events/dinner/signup-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLive } from '@ultimate/kit/request/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { requireToken } from './door-session.ts'
import { failureOf, loadSentence } from './failure.ts'
import type { CheckInKind } from './kinds.ts'

/** Begins with the live topic's name: that is how the live stream finds what it has to refresh. */
const keyOf = ({ category }: CheckInKind) => ['signups', category]

/** Everybody who signed up, as it is now. */
export function useChecklist(kind: CheckInKind) {
  useLive(['signups'])
  return useQuery({
    queryKey: keyOf(kind),
    queryFn: ({ signal }) => fetchSignups(kind, signal),
    retry: (failures, error) => failures < 1 && failureOf(error).kind === 'no answer',
  })
}

async function fetchSignups(kind: CheckInKind, signal: AbortSignal): Promise<Signup[]> {
  try {
    requireToken()
    return (await call(kind.list, {}, { signal })).signups
  } catch (error) {
    // The page goes away together with the session: then the sentence has to stand somewhere else.
    const isOver = error instanceof ApiError && error.status === 401 && useSessionStore.getState().token === null
    if (isOver) toast.error(kind.category === 'dishes' ? error.message : loadSentence('serving', failureOf(error)))
    throw error
  }
}

/** The server has answered about one sign-up. Resolves when everybody on this page can know. */
export async function showAnswer(kind: CheckInKind, signup: Signup): Promise<void> {
  // An answer that was asked for before the change must not come in after it.
  await queryClient.cancelQueries({ queryKey: keyOf(kind) })
  queryClient.setQueryData<Signup[]>(keyOf(kind), (signups) =>
    signups?.map((other) => (other.id === signup.id ? signup : other)),
  )
  void refreshChecklist(kind)
}

export const refreshChecklist = (kind: CheckInKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(kind) })
