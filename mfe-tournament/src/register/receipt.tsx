import { describeFee } from '@ultimate/events/language/edition-facts.ts'
import { describePayment, describeStatus } from '@ultimate/events/tournament/team.ts'
import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useEffect, useRef } from 'react'
import { useBidStatus } from '../teams/field-status.tsx'
import styles from './receipt.module.css'
import type { Received } from './register-team.machine.ts'

/** Confirms the last accepted bid and takes the focus from the button that sent it. The thanks pass after some seconds. */
export function Receipt({ received, isNew }: { readonly received: Received; readonly isNew: boolean }) {
  const { id, team, confirmationSentTo } = received
  const status = useBidStatus(id)
  const facts = useFacts()
  const payment = status && describePayment(status.status, describeFee(facts))
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
