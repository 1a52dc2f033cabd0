import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { venueDay } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useState } from 'react'
import styles from '../users/users-page.module.css'
import { DeclineDialog } from './decline-dialog.tsx'
import { ForgetPersonDialog } from './forget-person-dialog.tsx'

export const forgetRequestsKey: LiveKey = ['users', 'forget-requests']

const useForgetRequests = () =>
  useLiveQuery({
    key: forgetRequestsKey,
    read: async (signal): Promise<ForgetRequest[]> =>
      (await call('GET /api/people/forget-requests', {}, { signal })).requests,
  })

/** The requests to be forgotten that were made with a private link, for the TD to answer. Draws nothing without any. */
export function ForgetRequests() {
  const { data: requests = [] } = useForgetRequests()
  const [granted, setGranted] = useState<ForgetRequest | null>(null)
  const [declined, setDeclined] = useState<ForgetRequest | null>(null)
  const answered = () => {
    setGranted(null)
    setDeclined(null)
    void refresh(forgetRequestsKey)
  }
  return (
    <>
      {requests.length > 0 && (
        <section className={styles['section']} aria-labelledby="forget-requests">
          <h2 id="forget-requests" className={styles['title']}>
            Asked to be forgotten
          </h2>
          <ul className={styles['list']}>
            {requests.map((request) => (
              <Request key={request.id} request={request} onGrant={setGranted} onDecline={setDeclined} />
            ))}
          </ul>
        </section>
      )}
      <ForgetPersonDialog person={granted && toPerson(granted)} onClose={answered} />
      <DeclineDialog request={declined} onClose={answered} />
    </>
  )
}

const toPerson = ({ email }: ForgetRequest) => ({ reference: { email }, name: email })

interface RequestProps {
  readonly request: ForgetRequest
  readonly onGrant: (request: ForgetRequest) => void
  readonly onDecline: (request: ForgetRequest) => void
}

function Request({ request, onGrant, onDecline }: RequestProps) {
  const { email, at, until } = request
  return (
    <li className={styles['request']}>
      <div className={styles['who']}>
        <bdi>{email}</bdi>
        <p className={styles['when']}>
          Asked on {venueDay(new Date(at))}, to be answered by {venueDay(new Date(until))}
        </p>
      </div>
      <div className={styles['answers']}>
        <Button variant="secondary" size="compact" onClick={() => onGrant(request)} aria-label={`Forget ${email}…`}>
          Forget…
        </Button>
        <Button variant="secondary" size="compact" onClick={() => onDecline(request)} aria-label={`Decline ${email}…`}>
          Decline…
        </Button>
      </div>
    </li>
  )
}
