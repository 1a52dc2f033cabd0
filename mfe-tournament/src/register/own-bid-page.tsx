import { readFee } from '@ultimate/events/language/edition-facts.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { describePayment, describeStatus } from '@ultimate/events/tournament/team.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog, LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { useFacts, useWords } from '@ultimate/kit/event/edition.ts'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { nextRow, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { hasErrors } from '@ultimate/kit/form/field-errors.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { useForm } from '@ultimate/kit/form/use-form.ts'
import { newLinkComes, RenewLink, RequestForgetting } from '@ultimate/kit/people/own-link.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { type ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasAlternate, noAlternate } from './bid.ts'
import { BidFields } from './form-sections.tsx'
import { LinkForm } from './link-form.tsx'
import { correctTeamMachine, isRejection, toDraft, useOwnBid, useToken } from './own-bid.ts'
import styles from './own-bid-page.module.css'

/** The page behind the private link in a captain's mail: the status of the bid, and its content. */
export function OwnBidPage() {
  const token = useToken()
  const region = useRef<HTMLDivElement>(null)
  useFocusSuccessor(region, nextRow)
  return (
    <Page ref={region}>
      <PageHeader title="Your Bid">Where your team stands, and what you told us about it.</PageHeader>
      <div className={styles['stack']}>{token === null ? <NoLink /> : <OpenedBid key={token} token={token} />}</div>
    </Page>
  )
}

function NoLink() {
  return (
    <>
      <p>
        The private link in our email opens your bid here. Lost the email?{' '}
        {doesSiteMail() && 'We’ll send the link again.'}
      </p>
      <LinkForm />
    </>
  )
}

function OpenedBid({ token }: { readonly token: string }) {
  const { data: own, error, isFetching, refetch } = useOwnBid(token)
  const [newAddress, setNewAddress] = useState<string | null>(null)
  const [isRenewed, setRenewed] = useState(false)
  // True once the form was shown: only then does a removal that comes meanwhile take the focus.
  const wasOpen = useRef(false)
  if (newAddress !== null) return <AddressChanged address={newAddress} />
  if (isRenewed) return <LinkReplaced />
  if (isRejection(error)) return <RejectedLink error={error} token={token} />
  if (!own && error)
    return (
      <ErrorPanel title="Failed to load your bid" onRetry={() => void refetch()} retrying={isFetching}>
        The link in our email still works.
      </ErrorPanel>
    )
  if (!own) return <SkeletonRows label="Loading your bid" rows={8} />
  if (own.out !== null)
    return (
      <>
        <RemovedBid own={own} isNew={wasOpen.current} />
        <RequestForgetting link={token} remains={remains} />
      </>
    )
  wasOpen.current = true
  return (
    <>
      <OwnStatus own={own} />
      <div>
        <LinkButton variant="secondary" to={`/my-team#${token}`}>
          Games and scores
        </LinkButton>
      </div>
      <CorrectionForm token={token} own={own} onMoved={setNewAddress} />
      <WithdrawTeam token={token} own={own} />
      <RenewLink
        send={(idempotencyKey) => call('POST /api/bid/revoke-link', { body: { token } }, { idempotencyKey })}
        ends="Your bid stays as it is."
        onEnded={() => setRenewed(true)}
      />
      <RequestForgetting link={token} remains={remains} />
    </>
  )
}

interface RejectedLinkProps {
  readonly error: ApiError
  readonly token: string
}

/** Shows why the link opens no bid. That of an earlier edition has ended, but still lets its captain be forgotten. */
function RejectedLink({ error, token }: RejectedLinkProps) {
  return (
    <>
      <Notice tone="bad" announce="alert" title={error.message} />
      {error.code === 'BID_LINK_ENDED' ? (
        <>
          <div>
            <LinkButton to="/registration/register">Register your team</LinkButton>
          </div>
          <RequestForgetting link={token} remains={remainsOfEarlier} />
        </>
      ) : (
        <LinkForm />
      )}
    </>
  )
}

const remainsOfEarlier = 'The name of your team stays on the list of its year.'
const remains = 'The name of your team stays on the list, so withdraw it first if you don’t come.'

function OwnStatus({ own: { number, status, paid } }: { readonly own: OwnBid }) {
  const facts = useFacts()
  const payment = number === null ? null : describePayment(status, readFee(facts))
  return (
    <section className={styles['ownStatus']} data-ground="festive" aria-label="Where it stands">
      <p className={styles['place']} role="status">
        {number === null
          ? 'Not counted until your address is confirmed'
          : describeStatus({ number, status }, facts.capacity)}
      </p>
      {paid ? (
        <p>
          <strong>Paid.</strong> Thank you.
        </p>
      ) : (
        <p>
          {status === 'confirmed' && <strong>Not paid yet. </strong>}
          {payment}
        </p>
      )}
    </section>
  )
}

/** Replaces the form of the bid, and takes the focus that the form had. */
function InsteadOfForm({ isNew, children }: { readonly isNew: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the next frame, because a closing dialog first tries to return the focus to an element that is gone.
    const frame = isNew ? requestAnimationFrame(() => place.current?.focus()) : 0
    return () => cancelAnimationFrame(frame)
  }, [isNew])
  return (
    <div ref={place} tabIndex={-1} className={styles['stack']}>
      {children}
    </div>
  )
}

/** Shown after a correction of the address, because the link opened the bid only for the old one. */
function AddressChanged({ address }: { readonly address: string }) {
  return (
    <InsteadOfForm isNew>
      <Notice tone="good" announce="status" title="Saved. The bid has another address now.">
        {doesSiteMail() ? (
          <>
            We’ve emailed a new link to <bdi className={styles['address']}>{address}</bdi>.
          </>
        ) : (
          `${noMail()} for the link that goes with it.`
        )}{' '}
        This link no longer opens the bid.
      </Notice>
    </InsteadOfForm>
  )
}

/** Shown after the captain replaced the link of this page. */
function LinkReplaced() {
  return (
    <InsteadOfForm isNew>
      <Notice tone="good" announce="status" title="Your old link no longer works.">
        {newLinkComes()} This one no longer opens the bid.
      </Notice>
    </InsteadOfForm>
  )
}

function RemovedBid({ own: { out, bid }, isNew }: { readonly own: OwnBid; readonly isNew: boolean }) {
  const { email } = useWords()
  return (
    <InsteadOfForm isNew={isNew}>
      <Notice announce="status" title={out === 'captain' ? 'This bid is withdrawn.' : 'This bid was removed.'}>
        <bdi>{bid.teamName}</bdi> is not among the registered teams. Changed your mind? Email us, and we can restore it
        in its old spot.
      </Notice>
      <div>
        <CopyButton text={email} variant="secondary">
          {email}
        </CopyButton>
      </div>
    </InsteadOfForm>
  )
}

interface CorrectionFormProps {
  readonly token: string
  readonly own: OwnBid
  /** Called with the new address of the bid, after which this link no longer opens it. */
  readonly onMoved: (address: string) => void
}

/** The form with which the captain corrects the bid. */
function CorrectionForm({ token, own, onMoved }: CorrectionFormProps) {
  const [machine] = useState(() => correctTeamMachine(token))
  const form = useForm(machine, { stored: toDraft(own) })
  const { bind, errors, failure, isSending, waiting, isDirty, value, send, change, reset } = form
  const leaving = useLeaveWarning(isDirty, { isForVisitors: true })
  const [isAlternateOpen, setAlternateOpen] = useState(() => hasAlternate(form.draft))
  useEffect(() => send({ type: 'stored', stored: toDraft(own) }), [own, send])
  useEffect(() => {
    const address = value?.bid.captainEmail
    if (address !== undefined && address.toLowerCase() !== own.bid.captainEmail.toLowerCase()) onMoved(address)
  }, [value, own, onMoved])
  return (
    <form className={styles['form']} noValidate aria-label="Your bid" aria-busy={isSending} onSubmit={form.onSubmit}>
      {hasErrors(errors) && <Notice tone="bad" announce="alert" title="Please fix the errors and save again." />}
      <BidFields
        bind={bind}
        division={own.division}
        emailHint="If you change this, we’ll email a new link there, and this one stops working."
        isSending={isSending}
        isAlternateOpen={isAlternateOpen}
        onAlternate={(isOpen) => {
          if (!isOpen) change(noAlternate)
          setAlternateOpen(isOpen)
        }}
      />
      <div className={styles['save']}>
        <Button type="submit" busy={isSending && !waiting} aria-disabled={!isDirty || isSending}>
          Save
        </Button>
        <Button
          variant="secondary"
          aria-disabled={!isDirty}
          onClick={() => {
            if (!isDirty || isSending) return
            reset()
            setAlternateOpen(hasAlternate(toDraft(own)))
          }}
        >
          Discard changes
        </Button>
        <WaitsForConnection waiting={waiting} />
        <p role="status">{value && !isDirty && 'Saved.'}</p>
      </div>
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <LeaveDialog leaving={leaving} />
    </form>
  )
}

/** Withdraws the bid after a question. */
function WithdrawTeam({ token, own }: { readonly token: string; readonly own: OwnBid }) {
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useCommand<void, OwnBid>({
    send: (_, key) => call('POST /api/bid/withdraw', { body: { token } }, { idempotencyKey: key }),
    failed: (error) => messageOrStatus(error, 'Your bid could not be withdrawn. Please try again.'),
    onDone: async (withdrawn) => {
      await showAccepted<OwnBid>(['teams', 'own', token], () => withdrawn)
      void refresh(['teams', 'registered'])
    },
  })
  return (
    <section className={styles['withdraw']} aria-label="Withdraw">
      <p>Can’t make it? The sooner you let us know, the sooner the next team gets your spot.</p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Withdraw this bid…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Withdraw ${own.bid.teamName}?`}
        confirmLabel="Withdraw"
        tone="danger"
        command={withdrawal}
        onConfirm={() => withdrawal.run()}
        onCancel={() => setAsking(false)}
      >
        <p>The team leaves the list, and the teams behind it move up. Only the organizers can restore the bid.</p>
      </ConfirmDialog>
    </section>
  )
}
