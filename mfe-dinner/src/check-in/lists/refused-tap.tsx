import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { decideTap } from '@ultimate/kit/outbox/outbox.ts'
import type { Tap } from '@ultimate/kit/outbox/tap.ts'
import { DoMineNow } from '../../move-dish/do-mine-now.tsx'
import { arrivalTime } from './checklist.ts'
import styles from './lists.module.css'

interface RefusedTapProps {
  readonly tap: Tap
  /** The element that names the row. */
  readonly about: string
}

/** What became of a tap that the server did not take, where it was tapped, with the way on. */
export function RefusedTap({ tap, about }: RefusedTapProps) {
  const { tappedAt, refusal, body } = tap
  const at = arrivalTime(new Date(tappedAt).toISOString(), new Date())
  return (
    <div className={styles['refused']}>
      <p className={styles['why']}>
        {body['checkedIn'] === false ? 'Undo' : 'Check-in'} of {at}: {refusal?.message}
      </p>
      <DoMineNow
        taps={[tap]}
        variant="secondary"
        size="compact"
        aria-describedby={about}
        onPress={() => void decideTap(tap, 'do mine now')}
      />
      <Button
        variant="quiet"
        size="compact"
        aria-describedby={about}
        onClick={() => void decideTap(tap, 'keep theirs')}
      >
        Keep theirs
      </Button>
    </div>
  )
}
