import { decideTap, sendNow, useTaps } from '@ultimate/kit/outbox/outbox.ts'
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

/** Everything of this user that is not sent, with what was refused to decide on. */
export function OutboxDialog({ open, onClose }: OutboxDialogProps) {
  const taps = useTaps()
  const isAnyWaiting = taps.some(({ step }) => step !== 'refused')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not sent yet"
      description="What waits is sent by itself, in this order, as soon as there is a line."
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
    </Dialog>
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
