import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UseMineButton } from '../../board/moves/use-mine-button.tsx'
import { timeWithDay } from './checklist.ts'
import styles from './lists.module.css'

interface RejectedCommandProps {
  readonly command: QueuedCommand
  /** The id of the element that names the row. */
  readonly about: string
}

/** Shows in a row why the server rejected its command, and what the user can do. */
export function RejectedCommand({ command, about }: RejectedCommandProps) {
  const { queuedAt, rejection, body } = command
  const at = timeWithDay(new Date(queuedAt).toISOString(), new Date())
  return (
    <div className={styles['rejection']}>
      <p className={styles['why']}>
        {body['checkedIn'] === false ? 'Undo' : 'Check-in'} of {at}: {rejection?.message}
      </p>
      <UseMineButton
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

const CancelSignupDialog = late(
  async () => (await import('../../sign-up/cancel-signup-dialog.tsx')).CancelSignupDialog,
  {
    what: 'The question',
    failed: LateAnswer,
  },
)

interface CancelWalkInProps {
  readonly signup: Signup
  readonly className?: string | undefined
}

/** Lets users cancel a walk-in that they took in by mistake. TD and admin cancel others in the sign-up's dialog. */
export function CancelWalkIn({ signup, className }: CancelWalkInProps) {
  const [isOpen, setOpen] = useState(false)
  const isOwn = useSessionStore(({ user }) => signup.walk_in && user !== null && user.id === signup.taken_in_by)
  if (!isOwn) return null
  return (
    <>
      <IconButton
        variant="quiet"
        className={className}
        label={`Remove the walk-in of ${signup.person_name}`}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CancelSignupDialog signup={signup} onClose={() => setOpen(false)} />}
    </>
  )
}
