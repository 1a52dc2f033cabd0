import type { ErrorAnswer } from '@ultimate/events/platform/api.ts'
import { apiErrorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { noticeUndoable, undoHeader } from '@ultimate/kit/undo/undoable.ts'
import { refreshPhotos } from '../photos-query.ts'

export interface DeliverOptions {
  /** Called with each status, from the file's turn on. */
  readonly onStatus: (status: 'queued' | 'sending') => void
  /** Reports the share of the file that has left this device, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Takes a picked file to the server. Resolves with the key of the request once the photos show it. */
export type Deliver = (id: string, file: File, title: string, options: DeliverOptions) => Promise<string>

/** Sends a file as soon as its turn comes. With the same title it has the same key, so that it is stored once. */
export const deliver: Deliver = async (id, file, title, options) => {
  const leave = await takeTurn(options.signal)
  try {
    return await sendCommand({
      place: `photo-${id}`,
      subject: title,
      send: async (_, key) => {
        await postPhoto(file, title, key, options)
        await refreshPhotos()
        return key
      },
      onStatus: options.onStatus,
      signal: options.signal,
    })
  } finally {
    leave()
  }
}

/** Two uploads at a time: while the server prepares one, the other uses the connection. */
const enterQueue = uploadQueue(2)

/** Waits for a turn; resolves with the function that ends it. */
const takeTurn = (signal: AbortSignal) =>
  new Promise<() => void>((resolve, reject) => {
    const leave = enterQueue(() => resolve(() => leave()))
    signal.addEventListener('abort', () => {
      leave()
      reject(signal.reason)
    })
  })

/** Returns the function to enter a queue with places for a few at a time. That returns how to leave, also early. */
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

/**
 * `POST /api/photos`. With XMLHttpRequest, because fetch does not report how much of a body was sent.
 * Rejects with ApiError or NetworkError, or with the reason of the signal.
 */
function postPhoto(file: File, title: string, key: string, { onProgress, signal }: DeliverOptions): Promise<void> {
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
      } else failed(apiErrorOf(request.status, parseAnswer(request), token))
    }
    signal.addEventListener('abort', () => {
      request.abort()
      failed(signal.reason)
    })
    request.send(form)
  })
}

/** Reads the error; a proxy in between may answer with something else. */
function parseAnswer({ responseText }: XMLHttpRequest): Partial<ErrorAnswer> {
  try {
    return JSON.parse(responseText) as Partial<ErrorAnswer>
  } catch {
    return {}
  }
}
