import type { Team } from '@ultimate/events/tournament/api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { queryClient, useMutation } from '@ultimate/kit/request/query.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { useCallback, useEffect } from 'react'

/** The mail's link carries its token behind a `#`, where no server log sees it. */
const tokenOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token')

/** A server that is away, or that asks to wait, has not judged the link, which then stays for another try. */
const isJudged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

export type Confirmation =
  | { readonly status: 'none' }
  | { readonly status: 'confirming' }
  | { readonly status: 'confirmed'; readonly team: Team }
  | { readonly status: 'refused'; readonly sentence: string }
  | { readonly status: 'interrupted'; readonly tryAgain: () => void }

/** Confirms the address whose link this page was reached by, and takes the token out of the page's address. */
export function useConfirmation(): Confirmation {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const token = tokenOf(hash)
  const { mutate, status, data, error } = useMutation({
    mutationFn: (sent: string) => call('POST /api/confirm-address', { body: { token: sent } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['teams'] }),
    onSettled: (_, failure) => {
      if (!failure || isJudged(failure)) navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    },
  })
  const confirm = useCallback(() => {
    if (token !== null) mutate(token)
  }, [token, mutate])
  useEffect(confirm, [confirm])

  if (status === 'idle') return token === null ? { status: 'none' } : { status: 'confirming' }
  if (status === 'pending') return { status: 'confirming' }
  if (status === 'success') return { status: 'confirmed', team: data.team }
  if (isJudged(error)) return { status: 'refused', sentence: error.message }
  return { status: 'interrupted', tryAgain: confirm }
}
