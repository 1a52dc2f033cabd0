import type { LiveSignedOut } from '@ultimate/events/platform/api.ts'
import { errorOf } from '@ultimate/kit/request/api.ts'
import { onAnswer } from '@ultimate/kit/state/answers.ts'
import { expectRelease } from '@ultimate/kit/state/release.ts'
import { endSession, useSessionStore } from '@ultimate/kit/state/session.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

const maxPauseMs = 15_000
/** The head of the answer comes at once, or the connection hangs. */
const maxHeadMs = 10_000
/**
 * The server sends a heartbeat every 15 s. Without one for this long the connection is lost, even if the device calls
 * it open.
 */
const maxSilenceMs = 40_000

/** A message of the stream: it is open, it is lost, or a topic has changed. Plain data, so that tabs can pass it on. */
export type LiveMessage =
  | { readonly kind: 'ready'; readonly id: string | undefined }
  | { readonly kind: 'lost' }
  | { readonly kind: 'change'; readonly topic: string; readonly data: string; readonly id: string | undefined }

export interface Reading {
  /** Returns the topics to ask for now: a lost stream opens again with the topics that are wanted then. */
  readonly topics: () => readonly string[]
  /** The id of the last message received; the server first sends what was missed since. */
  readonly lastId: () => string | null
  readonly publish: (message: LiveMessage) => void
  readonly signal: AbortSignal
}

/** Reads the stream until the signal aborts. After every loss it reconnects and resumes after the last message. */
export async function readLive(reading: Reading): Promise<void> {
  const { signal, publish } = reading
  for (let losses = 0; !signal.aborted; losses++) {
    let retryMs = 0
    try {
      const ended = await readStream(reading)
      if (ended) losses = 0
      retryMs = ended?.retryMs ?? 0
    } catch {
      // The connection is lost. The server sends what was missed after the next connection.
    }
    if (signal.aborted) return
    publish({ kind: 'lost' })
    const backoffMs = Math.min(maxPauseMs, 500 * 2 ** Math.min(losses, 5)) * (0.5 + Math.random() / 2)
    // The pause that the server asks for holds, also while it answers other requests.
    await (retryMs > 0 ? pause(Math.max(backoffMs, retryMs), signal) : pauseUntilAnswer(backoffMs, signal))
  }
}

/** Resolves when the stream ends, with the pause that the server asks for; null when it was never open. */
async function readStream({ topics, lastId, publish, signal }: Reading): Promise<{ readonly retryMs: number } | null> {
  const headers = new Headers({ accept: 'text/event-stream' })
  const { token } = useSessionStore.getState()
  const last = lastId()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (last) headers.set('last-event-id', last)
  const noticeRelease = expectRelease()
  const answer = await fetchHead(`/api/live?topics=${topics().join(',')}`, { headers, signal, cache: 'no-store' })
  noticeRelease(answer)
  // `errorOf` signs out a user who was removed while their device was offline.
  if (!answer.ok) await errorOf(answer, token)
  if (!answer.ok || !answer.body) return null
  let retryMs = 0
  const onEvent = (message: EventSourceMessage) => {
    if (!signal.aborted) passOn(message, token, publish)
  }
  const parser = createParser({
    onEvent,
    onRetry: (interval) => {
      retryMs = interval
    },
  })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await readInTime(reader); !part.done; part = await readInTime(reader)) parser.feed(part.value)
  return { retryMs }
}

/** Fetches, and gives up when no head of an answer comes in time. Its body may take as long as it likes. */
async function fetchHead(path: string, { signal, ...init }: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const hanging = new AbortController()
  const timer = setTimeout(() => hanging.abort(), maxHeadMs)
  try {
    return await fetch(path, { ...init, signal: AbortSignal.any([signal, hanging.signal]) })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Publishes a message to all tabs. Only the end of a session stays in this tab. It concerns this tab's token; the other
 * tabs follow the session itself.
 */
function passOn({ event, data, id }: EventSourceMessage, token: string | null, publish: Reading['publish']): void {
  if (event === 'signed-out') endSession(token, (JSON.parse(data) as LiveSignedOut).code)
  else if (event === 'ready') publish({ kind: 'ready', id })
  else if (event) publish({ kind: 'change', topic: event, data, id })
}

/** Reads the next chunk; reports the end of the stream when none arrives in time. */
async function readInTime(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  const silence = setTimeout(() => void reader.cancel().catch(() => undefined), maxSilenceMs)
  try {
    return await reader.read()
  } finally {
    clearTimeout(silence)
  }
}

/** Waits for this long, or until the site answers another request: then it can be reached again. */
async function pauseUntilAnswer(milliseconds: number, signal: AbortSignal): Promise<void> {
  const answered = new AbortController()
  const stopListening = onAnswer(() => answered.abort())
  await pause(milliseconds, AbortSignal.any([signal, answered.signal]))
  stopListening()
}

/** Waits for this long, or until the network or the user is back. */
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
