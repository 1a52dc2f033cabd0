import type { RemovedArrival } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { RotateCcw, X } from 'lucide-react'
import styles from './check-in-page.module.css'

const undecidedKey: LiveKey = ['signups', 'undecided']

type Decision = 'restore' | 'dismiss'

/** Lets TD and admin decide about removed arrivals: who was checked in before the removal of the sign-up was known. */
export function RemovedArrivals() {
  const mayDecide = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  return mayDecide ? <ArrivalList /> : null
}

function ArrivalList() {
  const { data: arrivals = [] } = useLiveQuery({
    key: undecidedKey,
    read: async (signal) => (await call('GET /api/dinner-management/undecided', {}, { signal })).arrivals,
  })
  if (arrivals.length === 0) return null
  return (
    <section className={styles['removed']} aria-labelledby="undecided">
      <h2 id="undecided" className={styles['title']}>
        Here after their sign-up was removed <span>{arrivals.length}</span>
      </h2>
      <p>
        They were checked in on a device that did not show yet that their sign-up was removed. Restore puts it back.
      </p>
      <ul className={styles['removedList']}>
        {arrivals.map((arrival) => (
          <Arrival key={arrival.signup_id} arrival={arrival} />
        ))}
      </ul>
    </section>
  )
}

function Arrival({ arrival }: { readonly arrival: RemovedArrival }) {
  const { signup_id: id, person_name: person, slot_name: slot, at, by } = arrival
  const { run, isPending, subject, waiting, message } = useCommand<Decision, string>({
    send: async (decision, idempotencyKey) => {
      const request = { params: { signup_id: id }, body: { decision } }
      await call('POST /api/dinner-management/undecided/{signup_id}', request, { idempotencyKey })
      return idempotencyKey
    },
    place: `undecided-${id}`,
    failed: 'Your decision could not be saved.',
    onDone: (key, decision) => {
      if (decision === 'dismiss') toast.success(`${person} stays removed.`, offerUndo([key]))
      return refresh(['signups'])
    },
    onError: () => refresh(['signups']),
  })
  const time = venueTime(new Date(at))
  return (
    <li className={styles['row']}>
      <div className={styles['removedWords']} id={`undecided-${id}`}>
        <p>
          <bdi className={styles['person']}>{person}</bdi> · <bdi>{slot}</bdi>
        </p>
        <p className={styles['when']}>
          Checked in at <time dateTime={at}>{time}</time>
          {by !== null && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
        </p>
        <WaitsForConnection waiting={waiting} message={message} look="inline" />
      </div>
      <Button
        variant="secondary"
        icon={<RotateCcw aria-hidden="true" />}
        busy={isPending && subject === 'restore'}
        aria-describedby={`undecided-${id}`}
        onClick={() => run('restore')}
      >
        Restore
      </Button>
      <Button
        variant="quiet"
        icon={<X aria-hidden="true" />}
        busy={isPending && subject === 'dismiss'}
        aria-describedby={`undecided-${id}`}
        onClick={() => run('dismiss')}
      >
        Dismiss
      </Button>
    </li>
  )
}
