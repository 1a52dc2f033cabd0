import { channelOfTabs, withLock } from '../state/tabs.ts'
import { type LiveMessage, noteOpenTopics, type Reading, type StreamPosition } from './stream.ts'

/** Milliseconds between the pings of a following tab to the leading one. */
const pingEveryMs = 10_000
/** After this many pings without an answer, the leading tab counts as frozen. */
const missedPings = 2
/** A tab that becomes visible waits this long at most for an answer of the leading one. */
const wakeTimeoutMs = 2_000

/** A message between the tabs of one person. */
type TabMessage =
  | { readonly say: 'want'; readonly from: string; readonly topics: readonly string[] }
  | { readonly say: 'bye'; readonly from: string }
  /**
   * Sent by the leading tab: at its beginning, in answer to a repeated question, and to new topics that it follows
   * already.
   */
  | { readonly say: 'lead' }
  | { readonly say: 'here' }
  | { readonly say: 'joined'; readonly to: string; readonly isOpen: boolean; readonly at?: StreamPosition }
  /** A message of the stream. Tabs of older releases pass it on and expect it under this word. */
  | { readonly say: 'heard'; readonly heard: LiveMessage; readonly topics?: readonly string[] }

interface Parts {
  /** Names who is signed in: only tabs of the same person share a stream. */
  readonly whose: () => string
  readonly read: (reading: Omit<Reading, 'lastId'>) => Promise<void>
  readonly receive: (message: LiveMessage) => void
}

/** The stream that all tabs of this browser share, as this tab sees it. */
export interface StreamOfTabs {
  /** These topics are wanted by this tab from now on. */
  want(topics: readonly string[]): void
  /** Another token, or another person, is signed in. */
  reopen(): void
  /** This tab is not looked at: it neither reads nor leads, until it wakes. */
  rest(): void
  wake(): void
}

/**
 * A browser keeps six connections to one server, so its tabs share one stream: the tab that holds the lock reads it and
 * passes on what it receives. A closed tab loses the lock automatically, and a frozen one has it taken away. Where
 * there are no locks, which is so on plain http and where site data is blocked, each tab reads a stream of its own.
 */
export function oneOfTabs(parts: Parts): StreamOfTabs {
  let own: readonly string[] = []
  let isResting = false
  let tab: Membership | null = null
  const settle = () => {
    if (own.length === 0 || isResting) {
      tab?.leave()
      tab = null
    } else if (tab?.whose === parts.whose()) tab.want(own)
    else {
      tab?.leave()
      tab = membership(parts, own)
    }
  }
  return {
    want(topics) {
      own = [...topics]
      settle()
    },
    reopen() {
      const before = tab
      settle()
      if (tab && tab === before) tab.reopen()
    },
    rest() {
      isResting = true
      settle()
    },
    wake() {
      isResting = false
      const before = tab
      settle()
      if (tab && tab === before) tab.expectSign()
    },
  }
}

/** The stream of the tab that leads. */
interface Open extends StreamPosition {
  topics: readonly string[]
  readonly end: AbortController
  isOpen: boolean
  id: string | undefined
}

const positionIn = ({ id, topics }: Open): StreamPosition => ({ id, topics })

interface Membership {
  readonly whose: string
  want(topics: readonly string[]): void
  reopen(): void
  expectSign(): void
  leave(): void
}

/** This tab among those of one person, until it leaves. */
function membership({ whose: name, read, receive }: Parts, first: readonly string[]): Membership {
  const whose = name()
  /** Null while this tab reads for itself. */
  let channel = 'locks' in navigator ? channelOfTabs(`live:${whose}`) : null
  const id = channel ? crypto.randomUUID() : 'alone'
  const left = new AbortController()
  let own = first
  /** Set while this tab leads. */
  let stream: Open | null = null
  const others = new Map<string, readonly string[]>()
  let unanswered = 0
  let queued = new AbortController()

  const post = (message: TabMessage) => channel?.postMessage(message)
  const postWant = () => post({ say: 'want', from: id, topics: own })

  const wanted = () => [...new Set([own, ...others.values()].flat())]

  function open(): void {
    stream?.end.abort()
    const opened: Open = { topics: wanted(), end: new AbortController(), isOpen: false, id: undefined }
    stream = opened
    const topics = () => {
      opened.topics = wanted()
      return opened.topics
    }
    const publish = (message: LiveMessage) => {
      if (message.kind === 'ready') noteOpenTopics(opened.topics)
      if (message.kind !== 'change') opened.isOpen = message.kind === 'ready'
      if (message.kind !== 'lost') opened.id = message.id ?? opened.id
      receive(message)
      post({ say: 'heard', heard: message, topics: opened.topics })
    }
    void read({ topics, publish, signal: opened.end.signal })
  }

  const follows = (topics: readonly string[]) => topics.every((topic) => stream?.topics.includes(topic))

  async function lead(lock: Lock | null): Promise<void> {
    if (left.signal.aborted) return
    if (!lock) hangUp()
    others.clear()
    post({ say: 'lead' })
    open()
    await new Promise((resolve) => left.signal.addEventListener('abort', resolve))
  }

  function hangUp(): void {
    clearInterval(asking)
    channel?.close()
    channel = null
  }

  function stopLeading(): void {
    stream?.end.abort()
    stream = null
  }

  /** Waits for the lock, or takes it; and again, once it was taken away. */
  async function queue(steal = false): Promise<void> {
    if (!channel) return lead(null)
    unanswered = 0
    queued.abort()
    const place = new AbortController()
    queued = place
    const options = steal ? { steal } : { signal: place.signal }
    await withLock(`live:${whose}`, options, lead).catch(() => undefined)
    // A place in the queue that was given up for taking the lock ends when the lock may be ours already.
    if (place !== queued || left.signal.aborted) return
    stopLeading()
    void queue()
    postWant()
  }

  function ask(): void {
    if (stream) return
    if (unanswered >= missedPings && !document.hidden) return void queue(true)
    unanswered += 1
    postWant()
  }

  function answerWant(from: string, topics: readonly string[]): void {
    const isKnown = String(others.get(from)) === String(topics)
    others.set(from, topics)
    if (!follows(topics)) open()
    else if (isKnown) post({ say: 'here' })
    else post({ say: 'joined', to: from, isOpen: stream?.isOpen ?? false, ...(stream && { at: positionIn(stream) }) })
  }

  /** The stream has been open for a while; a leading tab of an older release does not report its position. */
  function join({ id, topics }: StreamPosition = { id: undefined, topics: [] }): void {
    noteOpenTopics(topics)
    receive({ kind: 'ready', id })
  }

  function fromLeader(message: Exclude<TabMessage, { readonly from: string }>): void {
    unanswered = 0
    if (message.say === 'lead') postWant()
    else if (message.say === 'heard') {
      if (message.heard.kind === 'ready') noteOpenTopics(message.topics ?? [])
      receive(message.heard)
    } else if (message.say === 'joined' && message.to === id) {
      if (message.isOpen) join(message.at)
      else receive({ kind: 'lost' })
    }
  }

  function fromTab(message: TabMessage): void {
    if (!('from' in message)) fromLeader(message)
    else if (message.say === 'bye') others.delete(message.from)
    else if (stream) answerWant(message.from, message.topics)
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (!left.signal.aborted) fromTab(data)
  })
  const asking = channel ? setInterval(ask, pingEveryMs) : undefined
  let welcome: ReturnType<typeof setTimeout> | undefined
  void queue()
  postWant()

  return {
    whose,
    want(topics) {
      const isSame = String(topics) === String(own)
      own = topics
      if (isSame) return
      if (!stream) postWant()
      else if (!follows(topics)) open()
      else if (stream.isOpen) join(positionIn(stream))
    },
    reopen() {
      if (stream) open()
    },
    expectSign() {
      if (stream) return
      unanswered = missedPings
      postWant()
      clearTimeout(welcome)
      welcome = setTimeout(ask, wakeTimeoutMs)
    },
    leave() {
      clearTimeout(welcome)
      stopLeading()
      left.abort()
      queued.abort()
      post({ say: 'bye', from: id })
      hangUp()
    },
  }
}
