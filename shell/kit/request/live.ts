import type { LiveChange, LiveSignedOut, Topic } from '@ultimate/events/platform/api.ts'
import { errorOf } from '@ultimate/kit/request/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { streamFound, streamLost } from '@ultimate/kit/state/line.ts'
import { noticeRelease } from '@ultimate/kit/state/release.ts'
import { endSession, useSessionStore } from '@ultimate/kit/state/session.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useEffect } from 'react'
import { type Throttled, throttled } from './throttled.ts'

/** First part of the keys of queries: what is keyed by a topic is read again when the topic changes. */
type Listener = (change: LiveChange) => void

const listeners = new Map<Topic, Set<Listener>>()
const longestPauseMs = 15_000
/** The server gives a sign of life every 15 s; a line that is silent for longer is dead, although the device still counts it as open. */
const longestSilenceMs = 40_000
/** A browser keeps few connections to one server: hidden tabs give theirs back. */
const restAfterMs = 60_000

/** A hundred changes in one breath, such as teams that are removed together, are no reason to read a hundred times. */
const readAtMostEveryMs = 250
const refreshes = new Map<Topic, Throttled>()

let connection: AbortController | null = null
let lastId: string | null = null

function wanted(): Topic[] {
  return [...listeners].filter(([, set]) => set.size > 0).map(([topic]) => topic)
}

function disconnect(): void {
  connection?.abort()
  connection = null
}

/** Opens the one connection of this tab anew: other topics are wanted, or another user is signed in. */
function reconnect(): void {
  disconnect()
  const topics = wanted()
  if (topics.length === 0) {
    for (const read of refreshes.values()) read.stop()
    streamFound()
    return
  }
  connection = new AbortController()
  void follow(topics, connection.signal)
}

/** Reads the stream until it is no longer wanted; comes back after every loss, from where it was. */
async function follow(topics: readonly Topic[], signal: AbortSignal): Promise<void> {
  for (let losses = 0; !signal.aborted; losses++) {
    try {
      if (await readStream(topics, signal)) losses = 0
    } catch {
      // The line is gone; the server sends what was missed after the next connection.
    }
    if (signal.aborted) return
    streamLost()
    await pause(Math.min(longestPauseMs, 500 * 2 ** Math.min(losses, 5)) * (0.5 + Math.random() / 2), signal)
  }
}

/** Resolves when the stream ends; true when it had been open. */
async function readStream(topics: readonly Topic[], signal: AbortSignal): Promise<boolean> {
  const headers = new Headers({ accept: 'text/event-stream' })
  const { token } = useSessionStore.getState()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (lastId) headers.set('last-event-id', lastId)
  const answer = await fetch(`/api/live?topics=${topics.join(',')}`, { headers, signal, cache: 'no-store' })
  noticeRelease(answer)
  // A user who was removed while their device was offline is signed out here.
  if (!answer.ok) await errorOf(answer, token)
  if (!answer.ok || !answer.body) return false
  const parser = createParser({ onEvent: (message) => receive(message, token) })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await readInTime(reader); !part.done; part = await readInTime(reader)) parser.feed(part.value)
  return true
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

/** What may have been missed before the stream was open. */
const anything: LiveChange = { stream: '*', type: '*' }

function receive({ event, data, id }: EventSourceMessage, token: string | null): void {
  if (id) lastId = id
  if (event === 'ready') {
    streamFound()
    for (const topic of wanted()) tell(topic, anything)
  } else if (event === 'signed-out') endSession(token, (JSON.parse(data) as LiveSignedOut).code)
  else tell(event as Topic, JSON.parse(data))
}

function refreshTopic(topic: Topic): void {
  const known = refreshes.get(topic)
  const read = known ?? throttled(() => void queryClient.invalidateQueries({ queryKey: [topic] }), readAtMostEveryMs)
  if (!known) refreshes.set(topic, read)
  read()
}

function tell(topic: Topic, change: LiveChange): void {
  for (const listener of listeners.get(topic) ?? []) listener(change)
  refreshTopic(topic)
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

let watching = false

/** Who is signed in decides what the stream may tell, and who looks at the page whether it is worth a connection. */
function watch(): void {
  if (watching) return
  watching = true
  useSessionStore.subscribe((now, before) => {
    if (now.token !== before.token && connection) reconnect()
  })
  let rest: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(rest)
    if (document.hidden) rest = setTimeout(disconnect, restAfterMs)
    else if (!connection) reconnect()
  })
}

function listen(topics: readonly Topic[], listener: Listener): () => void {
  watch()
  const before = wanted().length
  for (const topic of topics) {
    const set = listeners.get(topic) ?? new Set()
    listeners.set(topic, set.add(listener))
  }
  if (wanted().length !== before) reconnect()
  return () => {
    for (const topic of topics) listeners.get(topic)?.delete(listener)
    // The connection stays until other topics are wanted: leaving one screen for another must not cost a new one.
    if (wanted().length === 0) reconnect()
  }
}

const ignore: Listener = () => undefined

/**
 * Keeps everything that was asked for under these topics current: queries whose key begins with a topic are read
 * again when it changes. `onChange`, which should be stable, hears of each change as well.
 */
export function useLive(topics: readonly Topic[], onChange: Listener = ignore): void {
  const key = topics.join()
  useEffect(() => listen(key.split(',') as Topic[], (change) => onChange(change)), [key, onChange])
}

/** Of a query that follows a live topic. It begins with the topic, by which the live stream finds what to read again. */
export type LiveKey = readonly [Topic, ...unknown[]]

interface LiveQuery<Data> {
  readonly key: LiveKey
  readonly read: (signal: AbortSignal) => Promise<Data>
  /** Whether to try once more; once unless said otherwise. */
  readonly retry?: (failures: number, error: Error) => boolean
  /** Milliseconds until the next look at what no event announces; false where there is nothing to wait for. */
  readonly readAgainIn?: (data: Data | undefined) => number | false
}

/** What the server says, read again whenever its topic changes. */
export function useLiveQuery<Data>({ key, read, retry, readAgainIn }: LiveQuery<Data>) {
  useLive([key[0]])
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    ...(retry && { retry }),
    refetchInterval: ({ state }) => readAgainIn?.(state.data) ?? false,
  })
}

/** Reads again what begins with the key; resolves when the answers are here. */
export const refresh = (key: LiveKey): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

/** Shows at once what the server has just accepted. An answer that was asked for before must not come in after it. */
export async function showAccepted<Data>(key: LiveKey, change: (data: Data) => Data): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueriesData<Data>({ queryKey: key }, (data) => data && change(data))
}
