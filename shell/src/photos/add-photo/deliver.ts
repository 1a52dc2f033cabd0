import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { fromCallback } from 'xstate'
import { sentences } from './file-problem.ts'
import type { DeliveryReport, UploadAttempt, UploadEvent } from './machine.ts'
import { postPhoto } from './post-photo.ts'

/** Two at a time: while the server works on one, the other one uses the connection. */
const enterQueue = uploadQueue(2)

/** Takes one file to the server as soon as it is its turn. `onStored` is waited for before it counts as stored. */
export const deliver = (file: File, onStored: () => Promise<void>) =>
  fromCallback<UploadEvent, UploadAttempt>(({ input, sendBack }) => {
    const ended = new AbortController()
    const { signal } = ended
    const tell = (report: DeliveryReport) => signal.aborted || sendBack(report)
    const leaveQueue = enterQueue(() => {
      tell({ type: 'started' })
      postPhoto(file, input, { signal, onProgress: (share) => tell({ type: 'progress', share }) })
        .then(onStored)
        .then(
          () => tell({ type: 'stored' }),
          (error: unknown) => tell(failureOf(error)),
        )
    })
    return () => {
      ended.abort()
      leaveQueue()
    }
  })

/** A domain error has the server's message; what may go well next time has the screen's own. */
function failureOf(error: unknown): DeliveryReport {
  if (!isDomainError(error)) return { type: 'failed', sentence: sentences.failed, isDomainError: false }
  return { type: 'failed', sentence: error.fields['title'] ?? error.message, isDomainError: true }
}

/** Lets a few through at a time, the others in their order. Entering returns how to leave, before the turn as well. */
export function uploadQueue(places: number): (onTurn: () => void) => () => void {
  const inside = new Set<() => void>()
  const waiting: (() => void)[] = []
  const admit = () => {
    while (inside.size < places) {
      const next = waiting.shift()
      if (!next) return
      inside.add(next)
      next()
    }
  }
  return (onTurn) => {
    const turn = () => onTurn()
    waiting.push(turn)
    admit()
    return () => {
      const place = waiting.indexOf(turn)
      if (place >= 0) waiting.splice(place, 1)
      inside.delete(turn)
      admit()
    }
  }
}
