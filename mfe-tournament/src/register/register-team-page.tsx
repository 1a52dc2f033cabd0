import { type EditionFacts, readFee } from '@ultimate/events/language/edition-facts.ts'
import { describeAmount, describePayment, describeStatus, placesLeft } from '@ultimate/events/tournament/team.ts'
import { FlightArc } from '@ultimate/kit/art/disc.tsx'
import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts, useWords } from '@ultimate/kit/event/edition.ts'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { TrapField } from '@ultimate/kit/form/form-watch.tsx'
import { Link, useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { confirmedIn } from '../teams/team-list.ts'
import { useBidStatus, useTeams } from '../teams/teams-query.ts'
import { BidFields, Failure } from './form-sections.tsx'
import type { Received } from './register-team.machine.ts'
import styles from './register-team-page.module.css'
import { type RegistrationWindow, useRegistrationWindow } from './registration-window.ts'
import { useRegistration } from './use-registration.ts'

/** The page where a captain registers a team. */
export function RegisterTeamPage() {
  const registrationWindow = useRegistrationWindow()
  const isStaff = useSessionStore(({ user }) => user?.role === 'TD' || user?.role === 'admin')
  // The form stays when registration closes, so that captains still see what they typed, and the server's answer.
  const [wasOpen, setWasOpen] = useState(false)
  // Set while rendering, so that no frame is drawn without the form.
  if (registrationWindow.status === 'open' && !wasOpen) setWasOpen(true)
  return (
    <Page>
      <PageHeader title="Register a Team">
        Takes about three minutes.
        <PlacesLeft />
        {registrationWindow.status === 'open' && registrationWindow.at && (
          <p>Registration closes {venueMoment(registrationWindow.at)}.</p>
        )}
      </PageHeader>
      <div className={styles['columns']}>
        <div className={styles['form']}>
          <Closed registrationWindow={registrationWindow} isStaff={isStaff} />
          <RegistrationForm acceptsBids={wasOpen || isStaff} />
        </div>
        <WhatHappensNext />
      </div>
    </Page>
  )
}

interface ClosedProps {
  readonly registrationWindow: RegistrationWindow
  readonly isStaff: boolean
}

/** Shows when registration opens, or since when it is closed. */
function Closed({ registrationWindow: { status, at }, isStaff }: ClosedProps) {
  const { email } = useWords()
  if (status === 'open' || at === null) return null
  const when = venueMoment(at)
  return (
    <Notice
      tone="warn"
      announce="status"
      title={status === 'closed' ? `Registration closed ${when}.` : `Registration opens ${when}.`}
    >
      {isStaff ? 'Visitors cannot register a team now.' : `Questions? Write to ${email}.`}
    </Notice>
  )
}

function PlacesLeft() {
  const { capacity } = useFacts()
  const { data: teams } = useTeams()
  return (
    <p className={styles['places']}>{teams && placesSentence(placesLeft(confirmedIn(teams), capacity), capacity)}</p>
  )
}

const placesSentence = (left: number, capacity: number): string => {
  if (left === 0) return `All ${capacity} spots are taken. New bids go on the waitlist.`
  return left === 1 ? 'One spot left.' : `${left} spots left.`
}

/** Sends the unsent bid if the user pressed `Send it now` on another page. A reload does not send it again. */
function useSendOnArrival({ unsentTeam, submit }: ReturnType<typeof useRegistration>) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const shouldSend = unsentTeam !== null && (state as { sendNow?: true } | null)?.sendNow === true
  // A ref, because a new `submit` in a later render must not run the effect again.
  const latestSubmit = useRef(submit)
  latestSubmit.current = submit
  useEffect(() => {
    if (!shouldSend) return
    navigate('.', { replace: true, state: null })
    latestSubmit.current()
  }, [shouldSend, navigate])
}

/** While registration is closed, only the receipt of the last bid is shown. */
function RegistrationForm({ acceptsBids }: { readonly acceptsBids: boolean }) {
  const registration = useRegistration()
  const { bind, received, isSending, waiting, failure } = registration
  useSendOnArrival(registration)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) registration.submit()
  }
  const discard = () => {
    registration.discardDraft()
    // The focused button disappears with its notice.
    document.getElementById(bind('teamName').id)?.focus()
  }
  if (!acceptsBids) return received && <Receipt received={received} isNew={registration.isReceivedNow} />
  return (
    <form className={styles['form']} noValidate aria-label="Team registration" aria-busy={isSending} onSubmit={submit}>
      {received !== null && <Receipt received={received} isNew={registration.isReceivedNow} />}
      {registration.isDraftOffered && (
        <DraftNotice unsent={registration.unsentTeam} onSend={() => registration.submit()} onDiscard={discard} />
      )}
      {registration.hasErrors && <Notice tone="bad" announce="alert" title="Please fix the errors and submit again." />}
      <BidFields
        bind={bind}
        isSending={isSending}
        isAlternateOpen={registration.isAlternateOpen}
        onAlternate={registration.openAlternate}
      />
      <TrapField watch={registration.watch} />
      <Button type="submit" size="large" className={styles['submit']} aria-disabled={isSending}>
        {isSending && !waiting ? 'Submitting…' : 'Register Team'}
      </Button>
      <WaitsForConnection waiting={waiting} />
      {failure && (
        <Failure
          title={failure}
          action={
            registration.isRegisteredAlready && (
              <Button variant="secondary" size="compact" onClick={registration.registerSecondTime}>
                Register it again
              </Button>
            )
          }
        />
      )}
    </form>
  )
}

interface DraftNoticeProps {
  /** The team of a bid that was submitted without an answer; null where the draft was only typed. */
  readonly unsent: string | null
  readonly onSend: () => void
  readonly onDiscard: () => void
}

function DraftNotice({ unsent, onSend, onDiscard }: DraftNoticeProps) {
  return (
    <Notice
      tone={unsent === null ? 'info' : 'warn'}
      announce="status"
      title={
        unsent !== null && (
          <>
            Your bid for <bdi>{unsent}</bdi> was not sent.
          </>
        )
      }
      action={
        <div className={styles['actions']}>
          {unsent !== null && (
            <Button size="compact" onClick={onSend}>
              Send it now
            </Button>
          )}
          <Button variant="quiet" size="compact" onClick={onDiscard}>
            Discard draft
          </Button>
        </div>
      }
    >
      {unsent === null ? 'We saved your draft.' : 'You were offline when you submitted it. We saved your draft.'}
    </Notice>
  )
}

// `noMail()` is “This site sends no email at the moment. Email <address>”. Texts below continue its last sentence.

const listSteps = (facts: EditionFacts) => {
  const fee = readFee(facts)
  return [
    doesSiteMail()
      ? {
          title: 'You get an email',
          text: 'If it asks you to confirm your address, open its link: your bid counts from then on.',
        }
      : { title: 'We have your bid', text: `${noMail()} to change it. The list of teams always shows where you are.` },
    {
      title: 'You have a spot',
      text: `First come, first served: the first ${facts.capacity} teams are in, everyone else goes on the waitlist.`,
    },
    ...(fee ? [{ title: 'You pay', text: `${describeAmount(fee)}, once your team is confirmed. ${fee.payment}` }] : []),
    { title: 'Pools go up', text: 'Here on the site, closer to the weekend.' },
    { title: 'Everyone cooks', text: 'On Saturday night the teams feed each other. There is turkey.' },
  ]
}

function WhatHappensNext() {
  const facts = useFacts()
  return (
    <aside className={styles['panel']} data-ground="festive" aria-labelledby="what-happens-next">
      <h2 id="what-happens-next" className={styles['title']}>
        What happens next
      </h2>
      <ol className={styles['steps']}>
        {listSteps(facts).map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <FlightArc className={styles['arc']} />
    </aside>
  )
}

/** Confirms the last accepted bid, and takes the focus when it has just been accepted. */
function Receipt({ received, isNew }: { readonly received: Received; readonly isNew: boolean }) {
  const { id, team, confirmationSentTo } = received
  const status = useBidStatus(id)
  const facts = useFacts()
  const payment = status && describePayment(status.status, readFee(facts))
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) ref.current?.focus()
  }, [isNew])
  return (
    <div ref={ref} tabIndex={-1} role="status" className={styles['receipt']} data-ground="festive">
      <FeatheredDisc className={styles['mark']} />
      <p className={styles['thanks']}>{isNew ? 'Thanks! Your bid has been received.' : 'Your team is registered.'}</p>
      <p className={styles['team']}>
        <bdi>{team}</bdi>
      </p>
      <p className={styles['status']}>
        {confirmationSentTo === null
          ? status && describeStatus(status, facts.capacity)
          : 'It counts once the captain’s address is confirmed.'}
      </p>
      <ul className={styles['lines']}>
        {confirmationSentTo === null ? (
          <>
            <li>
              {doesSiteMail()
                ? 'We’ve emailed the captain a private link to correct or withdraw the bid.'
                : `${noMail()} to correct or withdraw the bid.`}
            </li>
            {payment && <li>{payment}</li>}
            <li>The team list always shows where you are.</li>
          </>
        ) : (
          <ConfirmAddress address={confirmationSentTo} />
        )}
      </ul>
      <div className={styles['buttons']}>
        <LinkButton to="/registration/teams">See the team list</LinkButton>
        <LinkButton to="/dinner/signup" variant="secondary">
          Bring a dish
        </LinkButton>
      </div>
    </div>
  )
}

/** The next steps of the captain where the bid does not count yet. */
function ConfirmAddress({ address }: { readonly address: string }) {
  if (!doesSiteMail())
    return (
      <>
        <li>{noMail()}: we can confirm it ourselves.</li>
        <li>You keep the spot you have now.</li>
      </>
    )
  return (
    <>
      <li>
        We’ve emailed <bdi className={styles['address']}>{address}</bdi>. Open the link in it within 48 hours.
      </li>
      <li>You keep the spot you have now.</li>
      <li>
        Nothing yet? Check your spam folder, or <Link to="/registration/confirm">get a new link</Link>.
      </li>
    </>
  )
}
