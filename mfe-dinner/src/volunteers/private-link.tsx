import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { shortPauses } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useState } from 'react'

/** The link in the mail has its token behind a `#`, as in `#link=…`, which browsers send to no server. */
const parseToken = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('link')

/** Returns true if the server rejected the link. After all other failures the link can be tried again. */
const isRejected = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

type PrivateLink =
  | { readonly status: 'none' }
  | { readonly status: 'ready'; readonly open: () => void }
  | { readonly status: 'opening'; readonly waiting: Waiting | null }
  | {
      readonly status: 'opened'
      readonly count: number
      readonly token: string
      /** True once the owner has replaced the link. */
      readonly isEnded: boolean
      readonly onEnded: () => void
    }
  /** `endedToken` is the token of a link of an earlier dinner; null for other links. */
  | { readonly status: 'rejected'; readonly sentence: string; readonly endedToken: string | null }
  | { readonly status: 'interrupted'; readonly tryAgain: () => void }

/**
 * Opens the private link that led to this page, and removes the link from the address once the server has answered.
 * Programs that scan mails open the page too, so the link is opened only once the visitor presses.
 */
export function usePrivateLink(): PrivateLink {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const token = parseToken(hash)
  const forgetToken = () => navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  /** The token that was opened last. The address does not have it any more once the server has answered. */
  const [openedToken, setOpenedToken] = useState<string | null>(null)
  const [isEnded, setEnded] = useState(false)
  const { run, isPending, waiting, value, error } = useCommand({
    send: (link: string, idempotencyKey) =>
      call('POST /api/dinner-signup/claim', { body: { link } }, { idempotencyKey }),
    pauses: shortPauses,
    onDone: async () => {
      await refresh(['slots'])
      forgetToken()
    },
    onError: (failure) => {
      if (isRejected(failure)) forgetToken()
    },
  })
  const open = () => {
    if (token === null) return
    setOpenedToken(token)
    setEnded(false)
    run(token)
  }

  if (isPending) return { status: 'opening', waiting }
  if (token !== null && token !== openedToken) return { status: 'ready', open }
  const onEnded = () => setEnded(true)
  if (value) return { status: 'opened', count: value.signups.length, token: openedToken ?? '', isEnded, onEnded }
  if (isRejected(error))
    return { status: 'rejected', sentence: error.message, endedToken: error.code === 'LINK_ENDED' ? openedToken : null }
  return error ? { status: 'interrupted', tryAgain: open } : { status: 'none' }
}

// Files of their own, because few visitors need them.
const ManageLink = late(async () => (await import('./opened-link.tsx')).ManageLink, {
  what: 'What you can do with your link',
})

/** The last section of the page, because visitors who open their link come for their sign-ups. */
export const PrivateLinkTools = ({ link }: { readonly link: PrivateLink }) =>
  link.status === 'opened' ? <ManageLink token={link.token} onEnded={link.onEnded} /> : null

const EndedLink = late(async () => (await import('./opened-link.tsx')).EndedLink, {
  what: 'The form to be forgotten',
})

interface PrivateLinkNoticeProps {
  readonly link: PrivateLink
  readonly onAskAgain: () => void
}

/** The result of opening the private link from the mail. */
export function PrivateLinkNotice({ link, onAskAgain }: PrivateLinkNoticeProps) {
  switch (link.status) {
    case 'none':
      return null
    case 'ready':
      return (
        <Notice
          title="Is this your device?"
          action={
            <Button size="compact" onClick={link.open}>
              Show My Sign-ups
            </Button>
          }
        >
          Then it can show and remove your sign-ups.
        </Notice>
      )
    case 'opening':
      if (link.waiting) return <WaitsForConnection waiting={link.waiting} withoutCancel />
      return <Notice announce="status">Opening your private link…</Notice>
    case 'opened':
      if (link.isEnded) return null
      return (
        <Notice tone="good" announce="status" title="You can manage your sign-ups on this device.">
          {link.count === 0 && 'There are none at the moment.'}
        </Notice>
      )
    case 'rejected':
      return (
        <>
          <Notice
            tone="bad"
            announce="alert"
            title={link.sentence}
            // A link of an earlier dinner is not sent again.
            action={
              link.endedToken !== null ? undefined : (
                <Button variant="secondary" size="compact" onClick={onAskAgain}>
                  Send me my link again
                </Button>
              )
            }
          />
          {/* The owner of a link of an earlier dinner can still ask to be forgotten. */}
          {link.endedToken !== null && <EndedLink token={link.endedToken} />}
        </>
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
