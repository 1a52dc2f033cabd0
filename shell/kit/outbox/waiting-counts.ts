import { useWaitingStore, useWipedStore, type WaitingOf, waitingOnDevice } from '@ultimate/kit/state/waiting.ts'
import type { QueuedCommand } from '../offline-queue/command.ts'

/** Shows how many commands wait, and stores that where the browser stores the commands: never more than are stored. */
export function showCounts(commands: Iterable<QueuedCommand>, isStored: boolean): void {
  const of = countByOwner(commands)
  useWaitingStore.setState({ of })
  if (of.length === 0) {
    waitingOnDevice.clear()
    useWipedStore.setState({ isWiped: false })
  } else if (isStored) waitingOnDevice.save(of)
}

function countByOwner(commands: Iterable<QueuedCommand>): WaitingOf[] {
  const counts = new Map<string, WaitingOf>()
  for (const { owner, status, queuedAt, failure } of commands) {
    const { id, username } = owner
    const counted = counts.get(id) ?? { userId: id, username, count: 0, refused: 0, since: null, isHeldUp: false }
    const isRefused = status === 'rejected'
    counts.set(id, {
      ...counted,
      count: counted.count + 1,
      refused: counted.refused + (isRefused ? 1 : 0),
      since: isRefused ? counted.since : Math.min(counted.since ?? queuedAt, queuedAt),
      isHeldUp: counted.isHeldUp || failure !== null,
    })
  }
  return [...counts.values()]
}
