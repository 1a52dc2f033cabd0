import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { useEffect, useRef } from 'react'
import type { Received } from './machine.ts'
import styles from './outcome.module.css'

/** Takes the focus as it appears, because the button that had it is gone or disabled. */
function useFocusOnce(isDue: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDue) ref.current?.focus()
  }, [isDue])
  return ref
}

/** Stays for as long as the form does; the thanks alone pass. */
export function Receipt({ received, isNew }: { readonly received: Received; readonly isNew: boolean }) {
  const { team, confirmationSentTo } = received
  const ref = useFocusOnce(isNew)
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice
        tone={confirmationSentTo === null ? 'good' : 'warn'}
        title={isNew ? 'Thanks! Your bid has been received.' : `${team} has a bid in.`}
      >
        {confirmationSentTo === null ? <Counts /> : <AwaitsConfirmation address={confirmationSentTo} />}
      </Notice>
    </div>
  )
}

function Counts() {
  return (
    <>
      See where you stand among the <Link to="/registration/teams">registered teams</Link>. A mail is on its way to the
      captain.
    </>
  )
}

function AwaitsConfirmation({ address }: { readonly address: string }) {
  return (
    <>
      <strong>It counts once the captain’s address is confirmed.</strong> A mail is on its way to{' '}
      <bdi className={styles['address']}>{address}</bdi>: open the link in it within 48 hours. Your place in line is the
      one you have now. No mail? Look among the junk, or <Link to="/registration/confirm">ask for a new link</Link>.
    </>
  )
}

export function Failure() {
  const ref = useFocusOnce(true)
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Notice tone="bad" title="Could not submit right now. Please try again or contact the organizers." />
    </div>
  )
}
