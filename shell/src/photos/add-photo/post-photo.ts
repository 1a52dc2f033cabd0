import type { ErrorAnswer } from '@ultimate/events/language/error-answer.ts'
import { apiErrorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import type { UploadAttempt } from './machine.ts'

export interface PostOptions {
  /** How much of it has left this device, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * `POST /api/photos`. With XMLHttpRequest, because fetch does not tell how much of a body was sent.
 * Rejects with ApiError or NetworkError; never settles once it is aborted.
 */
export function postPhoto(
  file: File,
  { key, title }: UploadAttempt,
  { onProgress, signal }: PostOptions,
): Promise<void> {
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
      if (request.status >= 200 && request.status < 300) stored()
      else failed(apiErrorOf(request.status, answerOf(request), token))
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
