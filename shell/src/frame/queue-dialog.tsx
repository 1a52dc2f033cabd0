import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import { canBeRepeatedUnseen, type QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import {
  decideCommand,
  discardCommands,
  sendNow,
  useCommandsOfOthers,
  useQueuedCommands,
} from '@ultimate/kit/offline-queue/queue.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import styles from './queue-dialog.module.css'

interface QueueDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Lists all unsent commands of this user, with the rejected ones to decide; for the TD also those of removed users. */
export function QueueDialog({ open, onClose }: QueueDialogProps) {
  const commands = useQueuedCommands()
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const isAnyWaiting = commands.some(({ status }) => status !== 'rejected')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Not sent yet"
      description="Changes are sent in this order once you’re online."
      actions={isAnyWaiting && <Button onClick={() => void sendNow()}>Send now</Button>}
    >
      {commands.length === 0 ? (
        <p>Everything is sent.</p>
      ) : (
        <ul className={styles['list']}>
          {commands.map((command) => (
            <Row key={command.key} command={command} />
          ))}
        </ul>
      )}
      {isTd && open && <CommandsOfOthers />}
    </Dialog>
  )
}

/** Shows how many commands of other users wait, and lists those of removed users. */
function CommandsOfOthers() {
  const commands = useCommandsOfOthers()
  const { data: userIds } = useQuery(
    {
      queryKey: ['users', 'owners'],
      queryFn: async ({ signal }) => (await call('GET /api/auth/users', {}, { signal })).users.map(({ id }) => id),
      enabled: commands.length > 0,
    },
    // There is no provider of queries in the frame.
    queryClient,
  )
  if (!userIds) return null
  return [...Map.groupBy(commands, ({ owner }) => owner.id)].map(([id, commandsOfOwner]) => {
    const name = commandsOfOwner[0]?.owner.username
    if (!userIds.includes(id)) return <CommandsOfRemoved key={id} name={name} commands={commandsOfOwner} />
    return (
      <p
        key={id}
      >{`${commandsOfOwner.length === 1 ? '1 change' : `${commandsOfOwner.length} changes`} of ${name} can be sent once they log in here.`}</p>
    )
  })
}

function CommandsOfRemoved({
  name,
  commands,
}: {
  readonly name: string | undefined
  readonly commands: readonly QueuedCommand[]
}) {
  const [isConfirming, setConfirming] = useState(false)
  const subject = commands.length === 1 ? 'this change' : `these ${commands.length} changes`
  return (
    <section aria-label={`Changes of ${name}`}>
      <p>
        <bdi>{name}</bdi> <span>was removed and can no longer send {subject}:</span>
      </p>
      <ul className={styles['list']}>
        {commands.map(({ key, label, queuedAt }) => (
          <li key={key} className={styles['row']}>
            <p>
              <bdi>{label}</bdi>, <time dateTime={new Date(queuedAt).toISOString()}>{clockTime(queuedAt)}</time>
            </p>
          </li>
        ))}
      </ul>
      {isConfirming && <p role="alert">{`Clear ${subject} from this device? This cannot be undone.`}</p>}
      <div className={styles['actions']}>
        <Button
          variant={isConfirming ? 'danger' : 'secondary'}
          size="compact"
          onClick={() => (isConfirming ? void discardCommands(commands) : setConfirming(true))}
        >
          {isConfirming ? `Clear ${subject}` : 'Clear'}
        </Button>
        {isConfirming && (
          <Button variant="quiet" size="compact" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  )
}

const clockTime = (time: number): string => venueTime(new Date(time))

function Row({ command }: { readonly command: QueuedCommand }) {
  const { label, queuedAt, status, rejection } = command
  return (
    <li className={styles['row']}>
      <p>
        <bdi>{label}</bdi>, <time dateTime={new Date(queuedAt).toISOString()}>{clockTime(queuedAt)}</time>
      </p>
      <StatusBadge status={status} />
      {rejection && (
        <>
          <p className={styles['why']}>{rejection.message}</p>
          <div className={styles['actions']}>
            {canBeRepeatedUnseen(command) && (
              <Button variant="secondary" size="compact" onClick={() => void decideCommand(command, 'repeat')}>
                Use mine
              </Button>
            )}
            <Button variant="quiet" size="compact" onClick={() => void decideCommand(command, 'discard')}>
              Use theirs
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
