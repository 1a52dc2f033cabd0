import type { ErrorAnswer } from '@ultimate/events/platform/api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { apiErrorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { sendOverLine } from '@ultimate/kit/sending/line-wait.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { noticeUndoable, undoHeader } from '@ultimate/kit/undo/undoable.ts'
import { fromCallback } from 'xstate'
import type { DeliveryReport, UploadAttempt, UploadEvent } from './add-photo.machine.ts'

/** Two at a time: while the server works on one, the other one uses the connection. */
const enterQueue = uploadQueue(2)

/** Takes one file to the server as soon as it is its turn. `onStored` is waited for before it counts as stored. */
export const deliver = (file: File, onStored: () => Promise<void>) =>
  fromCallback<UploadEvent, UploadAttempt>(({ input, sendBack }) => {
    const ended = new AbortController()
    const { signal } = ended
    const tell = (report: DeliveryReport) => signal.aborted || sendBack(report)
    const leaveQueue = enterQueue(() => {
      const post = () => postPhoto(file, input, { signal, onProgress: (share) => tell({ type: 'progress', share }) })
      sendOverLine(post, { signal, onStep: (step) => tell({ type: step === 'sending' ? 'started' : 'waits' }) })
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
  if (!isDomainError(error)) return { type: 'failed', sentence: 'Failed to upload photo', isDomainError: false }
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

export interface PostOptions {
  /** How much of it has left this device, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * `POST /api/photos`. With XMLHttpRequest, because fetch does not tell how much of a body was sent.
 * Rejects with ApiError or NetworkError; never settles once it is aborted.
 */
function postPhoto(file: File, { key, title }: UploadAttempt, { onProgress, signal }: PostOptions): Promise<void> {
  const { token } = useSessionStore.getState()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/photos')
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('idempotency-key', key)
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  const form = new FormData()
  form.append('title', title)
  form.append('photo', file)
  return new Promise((stored, failed) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onProgress(1)
    request.onerror = () => failed(new NetworkError('The server could not be reached.'))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        noticeUndoable(key, request.getResponseHeader(undoHeader))
        stored()
      } else failed(apiErrorOf(request.status, answerOf(request), token))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** A proxy in between may answer with something that is not ours. */
function answerOf({ responseText }: XMLHttpRequest): Partial<ErrorAnswer> {
  try {
    return JSON.parse(responseText) as Partial<ErrorAnswer>
  } catch {
    return {}
  }
}
