import { decideTap, discardTaps, sendNow, useTaps, useTapsOfOthers } from '@ultimate/kit/outbox/outbox.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { venueTime } from '../event/venue-time.ts'
import styles from './outbox-dialog.module.css'
import { canBeRepeatedUnseen, type Tap } from './tap.ts'
import { TapWord } from './tap-word.tsx'

interface OutboxDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Everything of this user that is not sent, with what was refused to decide on; for the TD also of removed users. */
export function OutboxDialog({ open, onClose }: OutboxDialogProps) {
  const taps = useTaps()
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const isAnyWaiting = taps.some(({ step }) => step !== 'refused')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not sent yet"
      description="What waits is sent in this order as soon as there is a connection."
      actions={isAnyWaiting && <Button onClick={() => void sendNow()}>Send now</Button>}
    >
      {taps.length === 0 ? (
        <p>All of it is sent.</p>
      ) : (
        <ul className={styles['list']}>
          {taps.map((tap) => (
            <Row key={tap.key} tap={tap} />
          ))}
        </ul>
      )}
      {isTd && open && <OfOthers />}
    </Dialog>
  )
}

/** What waits of other users: only that it does, and all of it where the account was removed. */
function OfOthers() {
  const taps = useTapsOfOthers()
  const { data } = useQuery(
    {
      queryKey: ['users', 'owners'],
      queryFn: async ({ signal }) => (await call('GET /api/auth/users', {}, { signal })).users.map(({ id }) => id),
      enabled: taps.length > 0,
    },
    // The frame of the site provides none.
    queryClient,
  )
  if (!data) return null
  return [...Map.groupBy(taps, ({ owner }) => owner.id)].map(([id, all]) => {
    const name = all[0]?.owner.username
    if (!data.includes(id)) return <OfRemoved key={id} name={name} taps={all} />
    return <p key={id}>{`${all.length} of ${name} ${all.length === 1 ? 'waits' : 'wait'} until they log in here.`}</p>
  })
}

function OfRemoved({ name, taps }: { readonly name: string | undefined; readonly taps: readonly Tap[] }) {
  const [isAsked, setAsked] = useState(false)
  const these = taps.length === 1 ? 'this change' : `these ${taps.length} changes`
  return (
    <section aria-label={`Changes of ${name}`}>
      <p>
        <bdi>{name}</bdi> <span>was removed and can no longer send {these}:</span>
      </p>
      <ul className={styles['list']}>
        {taps.map(({ key, label, tappedAt }) => (
          <li key={key} className={styles['row']}>
            <p>
              <bdi>{label}</bdi>, <time dateTime={new Date(tappedAt).toISOString()}>{clockTime(tappedAt)}</time>
            </p>
          </li>
        ))}
      </ul>
      {isAsked && (
        <p role="alert">{`Clear ${these} from this device? They were never sent, and cannot be restored.`}</p>
      )}
      <div className={styles['actions']}>
        <Button
          variant={isAsked ? 'danger' : 'secondary'}
          size="compact"
          onClick={() => (isAsked ? void discardTaps(taps) : setAsked(true))}
        >
          {isAsked ? `Clear ${these}` : 'Clear'}
        </Button>
        {isAsked && (
          <Button variant="quiet" size="compact" onClick={() => setAsked(false)}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  )
}

const clockTime = (time: number): string => venueTime(new Date(time))

function Row({ tap }: { readonly tap: Tap }) {
  const { label, tappedAt, step, refusal } = tap
  return (
    <li className={styles['row']}>
      <p>
        <bdi>{label}</bdi>, <time dateTime={new Date(tappedAt).toISOString()}>{clockTime(tappedAt)}</time>
      </p>
      <TapWord step={step} />
      {refusal && (
        <>
          <p className={styles['why']}>{refusal.message}</p>
          <div className={styles['actions']}>
            {canBeRepeatedUnseen(tap) && (
              <Button variant="secondary" size="compact" onClick={() => void decideTap(tap, 'do mine now')}>
                Do mine now
              </Button>
            )}
            <Button variant="quiet" size="compact" onClick={() => void decideTap(tap, 'keep theirs')}>
              Keep theirs
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
