import { channelOfTabs, withLock } from '../state/tabs.ts'
import type { LiveMessage, Reading } from './stream.ts'
import { noteOpenTopics, type StreamPosition } from './stream-state.ts'

/** Milliseconds between the pings of a following tab to the leading one. */
const pingEveryMs = 10_000
/** After this many pings without an answer, the leading tab counts as frozen. */
const maxMissedPings = 2
/** A tab that becomes visible waits this long at most for an answer of the leading one. */
const wakeTimeoutMs = 2_000

/** A message between the tabs of one person. */
type TabMessage =
  /** To the leading tab: the topics that this one wants; a repetition asks whether it still leads. */
  | { readonly say: 'want'; readonly from: string; readonly topics: readonly string[] }
  | { readonly say: 'bye'; readonly from: string }
  /** From a tab that begins to lead. */
  | { readonly say: 'lead' }
  /** The leading tab's answer to a repeated `want`. */
  | { readonly say: 'here' }
  /** The leading tab's answer to a `want` of topics that its stream has already. */
  | { readonly say: 'joined'; readonly to: string; readonly isOpen: boolean; readonly at?: StreamPosition }
  /** A message of the stream. Tabs of older releases pass it on and expect it under this word. */
  | { readonly say: 'heard'; readonly heard: LiveMessage; readonly topics?: readonly string[] }

interface Dependencies {
  /** Names who is signed in: only tabs of the same person share a stream. */
  readonly whose: () => string
  readonly read: (reading: Omit<Reading, 'lastId'>) => Promise<void>
  readonly receive: (message: LiveMessage) => void
}

/** The stream that all tabs of this browser share, as this tab sees it. */
export interface StreamOfTabs {
  /** Sets the topics that this tab wants from now on. */
  want(topics: readonly string[]): void
  /** Called when another token, or another person, is signed in. */
  reopen(): void
  /** Called when this tab is hidden: it neither reads nor leads until `wake`. */
  rest(): void
  wake(): void
}

/**
 * A browser opens at most six connections to one server, so its tabs share one stream. The tab that holds the lock
 * reads the stream and passes on what it receives. A closed tab loses the lock automatically; from a frozen one another
 * tab takes it. Without locks, as on plain http or where site data is blocked, each tab reads a stream of its own.
 */
export function oneOfTabs(dependencies: Dependencies): StreamOfTabs {
  let ownTopics: readonly string[] = []
  let isResting = false
  let membership: Membership | null = null
  const update = () => {
    if (ownTopics.length === 0 || isResting) {
      membership?.leave()
      membership = null
    } else if (membership?.whose === dependencies.whose()) membership.want(ownTopics)
    else {
      membership?.leave()
      membership = joinTabs(dependencies, ownTopics)
    }
  }
  return {
    want(topics) {
      ownTopics = [...topics]
      update()
    },
    reopen() {
      const before = membership
      update()
      if (membership && membership === before) membership.reopen()
    },
    rest() {
      isResting = true
      update()
    },
    wake() {
      isResting = false
      const before = membership
      update()
      if (membership && membership === before) membership.expectSign()
    },
  }
}

/** The stream that the leading tab reads, for all. */
interface LedStream extends StreamPosition {
  topics: readonly string[]
  readonly end: AbortController
  isOpen: boolean
  id: string | undefined
}

const hasTopics = (stream: LedStream, topics: readonly string[]): boolean =>
  topics.every((topic) => stream.topics.includes(topic))

const positionIn = ({ id, topics }: LedStream): StreamPosition => ({ id, topics })

interface Membership {
  readonly whose: string
  want(topics: readonly string[]): void
  reopen(): void
  /** Asks the leading tab for a sign of life, and takes over if none comes soon. */
  expectSign(): void
  leave(): void
}

/**
 * Makes this tab one of the tabs of its person, until it leaves. A tab follows the leading one while it waits for the
 * lock; with the lock it leads. A tab without locks or channels leads alone.
 */
function joinTabs({ whose: readOwner, read, receive }: Dependencies, firstTopics: readonly string[]): Membership {
  const whose = readOwner()
  /** Null where this tab leads alone. */
  let channel = 'locks' in navigator ? channelOfTabs(`live:${whose}`) : null
  // Without a channel, no tab asks for the id. Without https, there is no `randomUUID`.
  const id = channel ? crypto.randomUUID() : 'alone'
  const leaving = new AbortController()
  let ownTopics = firstTopics
  /** Null while this tab follows. */
  let ledStream: LedStream | null = null
  /** The topics that the following tabs want; known while this tab leads. */
  const topicsOfTabs = new Map<string, readonly string[]>()
  let unansweredPings = 0
  /** Ends the latest wait for the lock. */
  let endWait = new AbortController()

  const post = (message: TabMessage) => channel?.postMessage(message)
  const postWant = () => post({ say: 'want', from: id, topics: ownTopics })

  const wantedTopics = () => [...new Set([ownTopics, ...topicsOfTabs.values()].flat())]

  function openStream(): void {
    ledStream?.end.abort()
    const opening: LedStream = { topics: wantedTopics(), end: new AbortController(), isOpen: false, id: undefined }
    ledStream = opening
    // A lost stream opens again with the topics that are wanted then.
    const topics = () => {
      opening.topics = wantedTopics()
      return opening.topics
    }
    const publish = (message: LiveMessage) => {
      if (message.kind === 'ready') noteOpenTopics(opening.topics)
      if (message.kind !== 'change') opening.isOpen = message.kind === 'ready'
      if (message.kind !== 'lost') opening.id = message.id ?? opening.id
      receive(message)
      post({ say: 'heard', heard: message, topics: opening.topics })
    }
    void read({ topics, publish, signal: opening.end.signal })
  }

  async function lead(lock: Lock | null): Promise<void> {
    if (leaving.signal.aborted) return
    // Without locks, each tab leads alone.
    if (!lock) leaveChannel()
    topicsOfTabs.clear()
    post({ say: 'lead' })
    openStream()
    // Holds the lock until this tab leaves.
    await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
  }

  function leaveChannel(): void {
    clearInterval(pingTimer)
    channel?.close()
    channel = null
  }

  function stopLeading(): void {
    ledStream?.end.abort()
    ledStream = null
  }

  /** Waits for the lock, or steals it, and leads. Waits again once another tab has stolen it. */
  async function waitToLead(steal = false): Promise<void> {
    if (!channel) return lead(null)
    unansweredPings = 0
    endWait.abort()
    const attempt = new AbortController()
    endWait = attempt
    const options = steal ? { steal } : { signal: attempt.signal }
    await withLock(`live:${whose}`, options, lead).catch(() => undefined)
    // A later attempt has replaced this one, and may have the lock already.
    if (attempt !== endWait || leaving.signal.aborted) return
    stopLeading()
    void waitToLead()
    postWant()
  }

  /** Asks whether the leading tab still leads. Takes its place after too many pings without an answer. */
  function ping(): void {
    if (ledStream) return
    if (unansweredPings >= maxMissedPings && !document.hidden) return void waitToLead(true)
    unansweredPings += 1
    postWant()
  }

  function answerWant(stream: LedStream, from: string, topics: readonly string[]): void {
    const isRepeated = String(topicsOfTabs.get(from)) === String(topics)
    topicsOfTabs.set(from, topics)
    if (!hasTopics(stream, topics)) openStream()
    else if (isRepeated) post({ say: 'here' })
    else post({ say: 'joined', to: from, isOpen: stream.isOpen, at: positionIn(stream) })
  }

  /** Takes an open stream for this tab's own. A leading tab of an older release does not report its position. */
  function join({ id, topics }: StreamPosition = { id: undefined, topics: [] }): void {
    noteOpenTopics(topics)
    receive({ kind: 'ready', id })
  }

  function receiveFromLeader(message: Exclude<TabMessage, { readonly from: string }>): void {
    unansweredPings = 0
    if (message.say === 'lead') postWant()
    else if (message.say === 'heard') {
      if (message.heard.kind === 'ready') noteOpenTopics(message.topics ?? [])
      receive(message.heard)
    } else if (message.say === 'joined' && message.to === id) {
      if (message.isOpen) join(message.at)
      else receive({ kind: 'lost' })
    }
  }

  function receiveFromTab(message: TabMessage): void {
    if (!('from' in message)) receiveFromLeader(message)
    else if (message.say === 'bye') topicsOfTabs.delete(message.from)
    else if (ledStream) answerWant(ledStream, message.from, message.topics)
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (!leaving.signal.aborted) receiveFromTab(data)
  })
  const pingTimer = channel ? setInterval(ping, pingEveryMs) : undefined
  let wakeTimer: ReturnType<typeof setTimeout> | undefined
  void waitToLead()
  postWant()

  return {
    whose,
    want(topics) {
      const isSame = String(topics) === String(ownTopics)
      ownTopics = topics
      if (isSame) return
      if (!ledStream) postWant()
      else if (!hasTopics(ledStream, topics)) openStream()
      else if (ledStream.isOpen) join(positionIn(ledStream))
    },
    reopen() {
      if (ledStream) openStream()
    },
    expectSign() {
      if (ledStream) return
      unansweredPings = maxMissedPings
      postWant()
      clearTimeout(wakeTimer)
      wakeTimer = setTimeout(ping, wakeTimeoutMs)
    },
    leave() {
      clearTimeout(wakeTimer)
      stopLeading()
      leaving.abort()
      endWait.abort()
      post({ say: 'bye', from: id })
      leaveChannel()
    },
  }
}
