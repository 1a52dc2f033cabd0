import type { AwaitedBid, Team } from '@ultimate/events/tournament/api.ts'
import { describeStatus, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { Button, LinkButton, Spinner } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useRef, useState } from 'react'
import { useBidStatus } from '../teams/teams-query.ts'
import styles from './confirm-address-page.module.css'
import { LinkForm } from './link-form.tsx'

/** The page behind the link in the mail about a bid. Scanners open it too, so only a press confirms the address. */
export function ConfirmAddressPage() {
  const confirmation = useConfirmation()
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <Page ref={region}>
      <PageHeader title="Confirm Your Address">
        A bid counts once its captain has confirmed the address by the link in our email.
      </PageHeader>
      <div className={styles['stack']}>
        <Outcome confirmation={confirmation} />
      </div>
    </Page>
  )
}

function Outcome({ confirmation }: { readonly confirmation: Confirmation }) {
  switch (confirmation.status) {
    case 'none':
      return <LinkForm />
    case 'ready':
      return (
        <>
          {confirmation.about && <About about={confirmation.about} />}
          <div>
            <Button onClick={confirmation.confirm}>Confirm My Address</Button>
          </div>
        </>
      )
    case 'reading':
      return (
        <p className={styles['waiting']} role="status">
          <Spinner /> Looking up your bid…
        </p>
      )
    case 'confirming':
      if (confirmation.waiting) return <WaitsForConnection waiting={confirmation.waiting} withoutCancel />
      return (
        <p className={styles['waiting']} role="status">
          <Spinner /> Confirming your address…
        </p>
      )
    case 'confirmed':
      return <Confirmed team={confirmation.team} />
    case 'refused':
      return (
        <>
          <Notice tone="bad" announce="alert" title={confirmation.sentence} />
          <LinkForm />
        </>
      )
    case 'interrupted':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title="Your address could not be confirmed right now."
          action={
            <Button variant="secondary" size="compact" onClick={confirmation.tryAgain}>
              Try again
            </Button>
          }
        >
          The link in our email still works.
        </Notice>
      )
  }
}

/** Describes which bid the button confirms. */
function About({ about: { team_name, division, counts } }: { readonly about: AwaitedBid }) {
  return (
    <p>
      <bdi className={styles['team']}>{team_name}</bdi>
      <span>
        {counts
          ? ` (${divisionLabels[division]}) counts already: its address is confirmed.`
          : ` (${divisionLabels[division]}) named this address as its captain’s. Once you confirm it, the bid counts and keeps the spot that it has now.`}
      </span>
    </p>
  )
}

function Confirmed({ team }: { readonly team: Team }) {
  const { capacity } = useFacts()
  const status = useBidStatus(team.id)
  return (
    <>
      <Notice tone="good" announce="status" title="Thanks! Your address is confirmed.">
        <bdi className={styles['team']}>{team.team_name}</bdi> is registered
        {status && (
          <>
            : <strong>{describeStatus(status, capacity)}</strong>
          </>
        )}
        .{' '}
        {doesSiteMail()
          ? 'We’ve emailed you a private link to correct or withdraw the bid.'
          : `${noMail()} to correct or withdraw the bid.`}
      </Notice>
      <div>
        <LinkButton to="/registration/teams">See who is coming</LinkButton>
      </div>
    </>
  )
}

/** The mail's link carries its token behind a `#`, which no server log sees. */
const parseToken = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token')

/** True where the server has rejected the link. After a failure of 5xx or 429 another try may succeed. */
const isRejectedLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

type Confirmation =
  | { readonly status: 'none' }
  | { readonly status: 'reading' }
  /** `about` is null where it could not be read. */
  | { readonly status: 'ready'; readonly about: AwaitedBid | null; readonly confirm: () => void }
  | { readonly status: 'confirming'; readonly waiting: Waiting | null }
  | { readonly status: 'confirmed'; readonly team: Team }
  | { readonly status: 'refused'; readonly sentence: string }
  | { readonly status: 'interrupted'; readonly tryAgain: () => void }

/** True where the server rejected the link or the bid, but not where its earlier release lacks the endpoint. */
const isRejectedRead = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code.startsWith('CONFIRMATION_LINK') || error.code.startsWith('TEAM_'))

/** Reads which bid the button confirms; the read changes nothing. */
function useAbout(token: string | null) {
  return useQuery({
    queryKey: ['confirmation', token],
    queryFn: ({ signal }) => call('POST /api/confirm-address/read', { body: { token: token ?? '' } }, { signal }),
    enabled: token !== null,
    retry: false,
  })
}

/** Confirms the captain's address, and then removes the token from the URL of the page. */
function useConfirmation(): Confirmation {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const token = parseToken(hash)
  const about = useAbout(token)
  const [pressedToken, setPressedToken] = useState<string | null>(null)
  const forgetToken = () => navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  const { run, isPending, waiting, value, error } = useCommand({
    send: (sent: string, idempotencyKey) =>
      call('POST /api/confirm-address', { body: { token: sent } }, { idempotencyKey }),
    onDone: () => {
      void refresh(['teams'])
      forgetToken()
    },
    onError: (failure) => {
      if (isRejectedLink(failure)) forgetToken()
    },
  })
  const confirm = () => {
    if (token === null) return
    setPressedToken(token)
    run(token)
  }

  if (isPending) return { status: 'confirming', waiting }
  if (token !== null && token !== pressedToken) {
    if (about.isPending) return { status: 'reading' }
    if (isRejectedRead(about.error)) return { status: 'refused', sentence: about.error.message }
    return { status: 'ready', about: about.data ?? null, confirm }
  }
  if (value) return { status: 'confirmed', team: value.team }
  if (isRejectedLink(error)) return { status: 'refused', sentence: error.message }
  return error ? { status: 'interrupted', tryAgain: confirm } : { status: 'none' }
}
