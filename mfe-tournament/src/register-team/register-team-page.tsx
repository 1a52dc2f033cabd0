import { confirmedCapacity, placesLeft } from '@ultimate/events/tournament/team.ts'
import { FlightArc } from '@ultimate/kit/art/disc.tsx'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TrapField } from '@ultimate/kit/components/fields/trap-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { Link } from '@ultimate/kit/router.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { type FormEvent, useEffect, useRef } from 'react'
import { BidStanding } from '../teams/standing.tsx'
import { confirmedIn } from '../teams/team-list.ts'
import { useTeams } from '../teams/teams-query.ts'
import { AlternateContact, CaptainSection, CommentsSection, TeamSection } from './form-sections.tsx'
import type { Received } from './machine/machine.ts'
import styles from './register-team-page.module.css'
import { useRegistration } from './use-registration.ts'

/** The page where a captain registers a team. */
export function RegisterTeamPage() {
  return (
    <Page>
      <PageHeader title="Register a Team">
        Three minutes, and your team stands in line for the weekend.
        <PlacesLeft />
      </PageHeader>
      <div className={styles['columns']}>
        <RegistrationForm />
        <WhatHappensNext />
      </div>
    </Page>
  )
}

function PlacesLeft() {
  const { data: teams } = useTeams()
  return <p className={styles['places']}>{teams && placesSentence(placesLeft(confirmedIn(teams)))}</p>
}

const placesSentence = (left: number): string => {
  if (left === 0) return `All ${confirmedCapacity} places are taken: your team joins the waitlist.`
  return left === 1 ? '1 place left.' : `${left} places left.`
}

function RegistrationForm() {
  const registration = useRegistration()
  const { bind, received, isSending, waiting, failure } = registration
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) registration.submit()
  }
  const discard = () => {
    registration.discardDraft()
    // The button goes with its notice.
    document.getElementById(bind('teamName').id)?.focus()
  }
  return (
    <form className={styles['form']} noValidate aria-label="Team registration" aria-busy={isSending} onSubmit={submit}>
      {received !== null && <Receipt received={received} isNew={registration.isReceivedNow} />}
      {registration.isDraftOffered && <DraftNotice onDiscard={discard} />}
      {registration.hasErrors && <Notice tone="bad" announce="alert" title="Please fix the errors and submit again." />}
      <TeamSection bind={bind} />
      <CaptainSection bind={bind} />
      <AlternateContact
        bind={bind}
        isOpen={registration.isAlternateOpen}
        isSending={isSending}
        onAdd={registration.addAlternate}
        onRemove={registration.removeAlternate}
      />
      <CommentsSection bind={bind} />
      <TrapField watch={registration.watch} />
      <Button type="submit" size="large" className={styles['submit']} aria-disabled={isSending}>
        {isSending && !waiting ? 'Submitting…' : 'Register Team'}
      </Button>
      <WaitsForLine waiting={waiting} />
      {failure && <Failure title={failure} />}
    </form>
  )
}

function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      announce="status"
      action={
        <Button variant="quiet" size="compact" onClick={onDiscard}>
          Discard draft
        </Button>
      }
    >
      We kept what you typed last time.
    </Notice>
  )
}

/** Takes the focus as it appears, because the button that had it is gone. */
function useFocusOnce(isDue: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDue) ref.current?.focus()
  }, [isDue])
  return ref
}

/** Confirms the last accepted bid. The thanks in its title pass after some seconds. */
export function Receipt({ received, isNew }: { readonly received: Received; readonly isNew: boolean }) {
  const { id, team, confirmationSentTo } = received
  const ref = useFocusOnce(isNew)
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice
        tone={confirmationSentTo === null ? 'good' : 'warn'}
        title={isNew ? 'Thanks! Your bid has been received.' : `${team} has a bid in.`}
      >
        {confirmationSentTo === null ? <Counts id={id} /> : <AwaitsConfirmation address={confirmationSentTo} />}
        <Payment />
      </Notice>
    </div>
  )
}

function Counts({ id }: { readonly id: string }) {
  return (
    <p>
      <BidStanding id={id} />
      {doesSiteMail()
        ? 'A mail is on its way to the captain, with a private link to correct or withdraw the bid. '
        : `${noMail} to correct or withdraw the bid. `}
      The list of <Link to="/registration/teams">registered teams</Link> always says where it stands.
    </p>
  )
}

function Payment() {
  const { fee, payBy, payment } = eventFacts.bid
  return (
    <p>
      It costs {fee}, paid by {payBy}, {payment}.
    </p>
  )
}

function AwaitsConfirmation({ address }: { readonly address: string }) {
  return (
    <>
      <strong>It counts once the captain’s address is confirmed.</strong>{' '}
      {doesSiteMail() ? (
        <>
          A mail is on its way to <bdi className={styles['address']}>{address}</bdi>: open the link in it within 48
          hours. Your place in line is the one you have now. No mail? Look among the junk, or{' '}
          <Link to="/registration/confirm">ask for a new link</Link>.
        </>
      ) : (
        `${noMail}: we can confirm it by hand. Your place in line is the one you have now.`
      )}
    </>
  )
}

export function Failure({ title }: { readonly title: string }) {
  const ref = useFocusOnce(true)
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Notice tone="bad" title={title} />
    </div>
  )
}

const receipt = () =>
  doesSiteMail()
    ? {
        title: 'A mail arrives',
        text: 'If it asks you to confirm your address, open its link: your bid counts from then on. No mail? Look among the junk.',
      }
    : { title: 'We have your bid', text: `${noMail} to change it. The list of teams always says where it stands.` }

const steps = () => [
  receipt(),
  {
    title: 'You stand in line',
    text: `The first ${confirmedCapacity} teams are confirmed. After that there is a waitlist, and it moves.`,
  },
  {
    title: 'You pay',
    text: `${eventFacts.bid.fee}, by ${eventFacts.bid.payBy}, ${eventFacts.bid.payment}.`,
  },
  { title: 'Pools are posted', text: 'Here on the site, closer to the weekend.' },
  { title: 'Everybody cooks', text: 'On Saturday night the teams feed each other. There is turkey.' },
]

export function WhatHappensNext() {
  return (
    <aside className={styles['panel']} data-ground="festive" aria-labelledby="what-happens-next">
      <h2 id="what-happens-next" className={styles['title']}>
        What happens next
      </h2>
      <ol className={styles['steps']}>
        {steps().map(({ title, text }) => (
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
