import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { newLinkComes, RenewLink } from '@ultimate/kit/people/renew-link.tsx'
import { RequestForgetting } from '@ultimate/kit/people/request-forgetting.tsx'
import { retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshSlots } from '../slots/slots-query.ts'

/** The mail's link carries its token behind a `#`, which no server log sees. */
const tokenOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('link')

/** Whether the server refused the link. Any other failure leaves it for another try. */
const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

export type PrivateLink =
  | { readonly status: 'none' }
  | { readonly status: 'opening'; readonly waiting: Waiting | null }
  | { readonly status: 'opened'; readonly count: number; readonly token: string }
  | { readonly status: 'refused'; readonly sentence: string; readonly isOver: boolean }
  | { readonly status: 'interrupted'; readonly tryAgain: () => void }

/** Opens the private link this page was reached by, and removes it from the address once the server has answered. */
export function usePrivateLink(): PrivateLink {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const token = tokenOf(hash)
  const forgetToken = () => navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  // The address bar shows it no more once it is opened.
  const opened = useRef(token)
  if (token !== null) opened.current = token
  const { run, isPending, waiting, value, error } = useCommand({
    send: (link: string, idempotencyKey) =>
      retryUntilAnswered(() => call('POST /api/dinner-signup/claim', { body: { link } }, { idempotencyKey })),
    onDone: async () => {
      await refreshSlots()
      forgetToken()
    },
    onError: (failure) => {
      if (isRefused(failure)) forgetToken()
    },
  })
  const open = useCallback(() => {
    if (token !== null) run(token)
  }, [token, run])
  useEffect(open, [open])

  if (isPending) return { status: 'opening', waiting }
  if (value) return { status: 'opened', count: value.signups.length, token: opened.current ?? '' }
  if (isRefused(error)) return { status: 'refused', sentence: error.message, isOver: error.code === 'LINK_ENDED' }
  return error ? { status: 'interrupted', tryAgain: open } : { status: 'none' }
}

const remains = 'Your dishes and hours stay, without your name, so remove first what you cannot bring.'

export interface PrivateLinkNoticeProps {
  readonly link: PrivateLink
  readonly onAskAgain: () => void
}

/** The result of opening the private link from the mail. */
export function PrivateLinkNotice({ link, onAskAgain }: PrivateLinkNoticeProps) {
  switch (link.status) {
    case 'none':
      return null
    case 'opening':
      if (link.waiting) return <WaitsForLine waiting={link.waiting} withoutCancel />
      return <Notice announce="status">Opening your private link…</Notice>
    case 'opened':
      return <OpenedLink link={link} />
    case 'refused':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title={link.sentence}
          // Of an earlier dinner there is none to be sent again.
          action={
            link.isOver ? undefined : (
              <Button variant="secondary" size="compact" onClick={onAskAgain}>
                Send me my link again
              </Button>
            )
          }
        />
      )
    case 'interrupted':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title="Your private link could not be opened right now."
          action={
            <Button variant="secondary" size="compact" onClick={link.tryAgain}>
              Try again
            </Button>
          }
        />
      )
  }
}

function OpenedLink({ link: { token, count } }: { readonly link: Extract<PrivateLink, { status: 'opened' }> }) {
  const [isEnded, setEnded] = useState(false)
  if (isEnded)
    return (
      <Notice tone="good" announce="status" title="Your old link is ended.">
        {newLinkComes()}
      </Notice>
    )
  return (
    <>
      <Notice tone="good" announce="status" title="This device may now show and remove your sign-ups.">
        {count === 0 ? 'There are none at the moment.' : 'You find them below.'}
      </Notice>
      <RenewLink
        send={(idempotencyKey) =>
          retryUntilAnswered(() =>
            call('POST /api/dinner-signup/revoke-link', { body: { link: token } }, { idempotencyKey }),
          )
        }
        ends="Devices that opened one lose what it gave them; this one shows only what was signed up for on it."
        onEnded={() => {
          setEnded(true)
          return refreshSlots()
        }}
      />
      <RequestForgetting link={token} remains={remains} />
    </>
  )
}
