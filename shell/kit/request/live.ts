import type { LiveChange, Topic } from '@ultimate/events/platform/api.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { positionOf, unknownPosition } from '@ultimate/kit/state/answers.ts'
import { streamFound, streamLost, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'
import { cancelRereads, readAndNotePosition, rereadMissed, rereadOlder, rereadSoon } from '../live/live-queries.ts'
import type { IsKnownTo } from '../live/live-reads.ts'
import { oneOfTabs } from '../live/one-of-tabs.ts'
import { keepSameRows } from '../live/same-rows.ts'
import { type LiveMessage, readLive } from '../live/stream.ts'
import { newerThanAll, noteReceived, streamState } from '../live/stream-state.ts'
import { isUnanswered } from './answer.ts'

type Listener = (change: LiveChange) => void
/** A listener that also learns which of its own reads know the change already. */
type Follower = (change: LiveChange, isKnownTo: IsKnownTo) => void

const listeners = new Map<Topic, Set<Follower>>()
/** Hidden tabs close their stream, because each open stream costs the server a connection. */
const restAfterMs = 60_000

const stream = oneOfTabs({
  whose: () => useSessionStore.getState().user?.id ?? 'visitor',
  read: (reading) => readLive({ ...reading, lastId: () => streamState.getState().lastId }),
  receive,
})

function wantedTopics(): Topic[] {
  return [...listeners].filter(([, set]) => set.size > 0).map(([topic]) => topic)
}

/** Is called when the last screen of this tab that followed a topic is gone. */
function stopReading(): void {
  stream.want([])
  cancelRereads()
  streamFound()
}

/** The change that stands for all that may have been missed before the stream was open. */
const anyChange: LiveChange = { stream: '*', type: '*' }

function receive(message: LiveMessage): void {
  if (message.kind === 'lost') {
    streamLost()
    return
  }
  const { id } = message
  if (id) streamState.setState({ lastId: id })
  const position = id ? Number(id) : newerThanAll
  if (message.kind === 'change') publish(message.topic as Topic, JSON.parse(message.data), position)
  else {
    streamFound()
    for (const topic of wantedTopics()) openTopic(topic, position)
  }
  if (id) noteReceived(position)
}

/** Returns whether a read contains everything up to this position. */
const knownFrom =
  (position: number): IsKnownTo =>
  (read) =>
    positionOf(read) >= position

/** Reads again what this tab may lack, because the stream reports only changes after this position. */
function openTopic(topic: Topic, position: number): void {
  const { openTopics, receivedTo } = streamState.getState()
  const lacksNothing = openTopics.includes(topic) && (receivedTo.get(topic) ?? unknownPosition) >= position
  if (lacksNothing) return
  for (const listener of listeners.get(topic) ?? []) listener(anyChange, knownFrom(position))
  rereadMissed(topic, position)
}

function publish(topic: Topic, change: LiveChange, position: number): void {
  for (const listener of listeners.get(topic) ?? []) listener(change, knownFrom(position))
  rereadSoon(topic, position)
}

/** Milliseconds between reads of everything while no stream reports what changed. */
const readLostEveryMs = 15_000
let lostReadTimer: ReturnType<typeof setInterval> | undefined

function readWhileLost(isStreamLost: boolean): void {
  clearInterval(lostReadTimer)
  if (isStreamLost) lostReadTimer = setInterval(() => document.hidden || readEverything(), readLostEveryMs)
}

/**
 * Reads the queries again, and what screens read themselves. Called after changes of which only the server knows what
 * they affect.
 */
export function readEverything(): void {
  for (const topic of wantedTopics()) {
    for (const listener of listeners.get(topic) ?? []) listener(anyChange, () => false)
    rereadOlder(topic, newerThanAll)
  }
}

let isWatching = false

/**
 * Watches who is signed in, because that decides what the stream may report. Watches whether the page is visible,
 * because only a visible page is worth a connection.
 */
function watch(): void {
  if (isWatching) return
  isWatching = true
  useSessionStore.subscribe((now, before) => {
    if (now.token !== before.token) stream.reopen()
  })
  useConnectionStore.subscribe((now, before) => {
    if (now.isStreamLost !== before.isStreamLost) readWhileLost(now.isStreamLost)
  })
  let restTimer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(restTimer)
    if (document.hidden) restTimer = setTimeout(stream.rest, restAfterMs)
    else stream.wake()
  })
  // A page that the browser stores for Back must not hold the stream that the tabs share.
  addEventListener('pagehide', stream.rest)
  addEventListener('pageshow', stream.wake)
}

function listen(topics: readonly Topic[], listener: Follower): () => void {
  watch()
  const before = wantedTopics().length
  for (const topic of topics) {
    const ofTopic = listeners.get(topic) ?? new Set()
    listeners.set(topic, ofTopic.add(listener))
  }
  if (wantedTopics().length !== before) stream.want(wantedTopics())
  return () => {
    for (const topic of topics) listeners.get(topic)?.delete(listener)
    // The stream stays open with more topics than wanted: leaving a screen for another must not cost a new connection.
    if (wantedTopics().length === 0) stopReading()
    else stream.want(wantedTopics())
  }
}

const ignore: Listener = () => undefined

/**
 * Reads queries again whose key begins with one of these topics when that topic changes. `onChange`, which should be
 * stable, is called with each change as well. A screen with reads of its own follows with `useLiveReads`.
 */
export function useLive(topics: readonly Topic[], onChange: Listener = ignore): void {
  const follow: Follower = onChange
  // Callers pass a new list at each render.
  const key = topics.join()
  // A function of its own, because two components may pass the same one.
  useEffect(() => listen(key.split(',') as Topic[], (...change) => follow(...change)), [key, follow])
}

/**
 * The key of a query that follows a live topic. It begins with the topic, by which the live stream finds what to read
 * again.
 */
export type LiveKey = readonly [Topic, ...unknown[]]

interface LiveQuery<Data> {
  readonly key: LiveKey
  readonly read: (signal: AbortSignal) => Promise<Data>
  /** Returns whether to try once more; once by default. */
  readonly retry?: (failures: number, error: Error) => boolean
  /** Milliseconds until the next look at what no event announces; false where there is nothing to wait for. */
  readonly readAgainIn?: (data: Data | undefined) => number | false
}

/** Milliseconds until a failed read is tried again, because no event announces that the server answers again. */
const retryMs = 15_000

/** Returns what the server reports, read again whenever its topic changes. */
export function useLiveQuery<Data>({ key, read, retry, readAgainIn }: LiveQuery<Data>) {
  useLive([key[0]])
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readAndNotePosition(key, read, signal),
    structuralSharing: keepSameRows,
    ...(retry && { retry }),
    refetchInterval: ({ state }) =>
      readAgainIn?.(state.data) || (state.error !== null && isUnanswered(state.error) && retryMs),
  })
}

/** Reads again what begins with the key; resolves when the answers are here. */
export const refresh = (key: LiveKey): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

/**
 * Shows at once what the server has just accepted. A read that began earlier is canceled, because its answer would show
 * the state before. Then it begins anew, because it may be the first read, or bring other changes too.
 */
export async function showAccepted<Data>(key: LiveKey, change: (data: Data) => Data): Promise<void> {
  const wasReading = queryClient.isFetching({ queryKey: key }) > 0
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueriesData<Data>({ queryKey: key }, (data) => data && change(data))
  if (wasReading) void refresh(key)
}
