import type { LiveSignedOut } from '@ultimate/events/platform/api.ts'
import { errorOf } from '@ultimate/kit/request/api.ts'
import { noticeRelease } from '@ultimate/kit/state/release.ts'
import { endSession, useSessionStore } from '@ultimate/kit/state/session.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

const longestPauseMs = 15_000
/** The server gives a sign of life every 15 s; a line that is silent for longer is dead, although the device still counts it as open. */
const longestSilenceMs = 40_000

/** What a stream tells: that it is open, that it broke, or that a topic changed. Plain data, so that tabs can send it to each other. */
export type Heard =
  | { readonly kind: 'ready'; readonly id: string | undefined }
  | { readonly kind: 'lost' }
  | { readonly kind: 'change'; readonly topic: string; readonly data: string; readonly id: string | undefined }

export interface Reading {
  readonly topics: readonly string[]
  /** Of the last message that was heard before: what was missed since comes first. */
  readonly lastId: () => string | null
  readonly tell: (heard: Heard) => void
  readonly signal: AbortSignal
}

/** Reads the stream until it is no longer wanted; comes back after every loss, from where it was. */
export async function readLive(reading: Reading): Promise<void> {
  const { signal, tell } = reading
  for (let losses = 0; !signal.aborted; losses++) {
    try {
      if (await readStream(reading)) losses = 0
    } catch {
      // The line is gone; the server sends what was missed after the next connection.
    }
    if (signal.aborted) return
    tell({ kind: 'lost' })
    await pause(Math.min(longestPauseMs, 500 * 2 ** Math.min(losses, 5)) * (0.5 + Math.random() / 2), signal)
  }
}

/** Resolves when the stream ends; true when it had been open. */
async function readStream({ topics, lastId, tell, signal }: Reading): Promise<boolean> {
  const headers = new Headers({ accept: 'text/event-stream' })
  const { token } = useSessionStore.getState()
  const last = lastId()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (last) headers.set('last-event-id', last)
  const answer = await fetch(`/api/live?topics=${topics.join(',')}`, { headers, signal, cache: 'no-store' })
  noticeRelease(answer)
  // A user who was removed while their device was offline is signed out here.
  if (!answer.ok) await errorOf(answer, token)
  if (!answer.ok || !answer.body) return false
  const onEvent = (message: EventSourceMessage) => {
    if (!signal.aborted) pass(message, token, tell)
  }
  const parser = createParser({ onEvent })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await readInTime(reader); !part.done; part = await readInTime(reader)) parser.feed(part.value)
  return true
}

/** The end of a session is told to no other tab: it concerns this token alone, and the session itself tells them. */
function pass({ event, data, id }: EventSourceMessage, token: string | null, tell: Reading['tell']): void {
  if (event === 'signed-out') endSession(token, (JSON.parse(data) as LiveSignedOut).code)
  else if (event === 'ready') tell({ kind: 'ready', id })
  else if (event) tell({ kind: 'change', topic: event, data, id })
}

/** The next piece; the end, when none comes for too long. */
async function readInTime(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  const silence = setTimeout(() => void reader.cancel().catch(() => undefined), longestSilenceMs)
  try {
    return await reader.read()
  } finally {
    clearTimeout(silence)
  }
}

/** Waits, but no longer than until the line or the reader is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      for (const [target, name] of wakers) target.removeEventListener(name, done)
      resolve()
    }
    const wakers: readonly [EventTarget, string][] = [
      [window, 'online'],
      [document, 'visibilitychange'],
      [signal, 'abort'],
    ]
    const timer = setTimeout(done, milliseconds)
    for (const [target, name] of wakers) target.addEventListener(name, done)
  })
}
