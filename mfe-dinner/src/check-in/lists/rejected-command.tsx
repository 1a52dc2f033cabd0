import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/queued-command.ts'
import { DoMineNow } from '../../board/moves/do-mine-now.tsx'
import { arrivalTime } from './checklist.ts'
import styles from './lists.module.css'

interface RejectedCommandProps {
  readonly command: QueuedCommand
  /** The element that names the row. */
  readonly about: string
}

/** Why the server rejected a command, at its row, and what the user can do. */
export function RejectedCommand({ command, about }: RejectedCommandProps) {
  const { tappedAt, refusal, body } = command
  const at = arrivalTime(new Date(tappedAt).toISOString(), new Date())
  return (
    <div className={styles['refused']}>
      <p className={styles['why']}>
        {body['checkedIn'] === false ? 'Undo' : 'Check-in'} of {at}: {refusal?.message}
      </p>
      <DoMineNow
        commands={[command]}
        variant="secondary"
        size="compact"
        aria-describedby={about}
        onPress={() => void decideCommand(command, 'do mine now')}
      />
      <Button
        variant="quiet"
        size="compact"
        aria-describedby={about}
        onClick={() => void decideCommand(command, 'keep theirs')}
      >
        Use theirs
      </Button>
    </div>
  )
}
