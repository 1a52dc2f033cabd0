import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { DoMineNow } from '../../board/moves/dish-commands.tsx'
import { arrivalTime } from './checklist.ts'
import styles from './lists.module.css'

interface RejectedCommandProps {
  readonly command: QueuedCommand
  /** The element that names the row. */
  readonly about: string
}

/** Shows at its row why the server rejected a command, and what the user can do. */
export function RejectedCommand({ command, about }: RejectedCommandProps) {
  const { queuedAt, rejection, body } = command
  const at = arrivalTime(new Date(queuedAt).toISOString(), new Date())
  return (
    <div className={styles['refused']}>
      <p className={styles['why']}>
        {body['checkedIn'] === false ? 'Undo' : 'Check-in'} of {at}: {rejection?.message}
      </p>
      <DoMineNow
        commands={[command]}
        variant="secondary"
        size="compact"
        aria-describedby={about}
        onPress={() => void decideCommand(command, 'repeat')}
      />
      <Button
        variant="quiet"
        size="compact"
        aria-describedby={about}
        onClick={() => void decideCommand(command, 'discard')}
      >
        Use theirs
      </Button>
    </div>
  )
}
