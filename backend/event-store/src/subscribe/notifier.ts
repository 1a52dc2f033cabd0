import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { openSession } from '../session.ts'

/** Wakes the readers of the log after appends, here and in other processes. It may wake them without need. */
export interface Notifier {
  /**
   * Something was appended here, to a stream of this category: readers in this process wake soon, those of other
   * processes a little later. Without a category it may concern every stream.
   */
  notify(category?: string): void
  /**
   * Another number whenever something may have been appended, to streams of the category where one is given: at once for
   * this process, a few hundredths of a second later for others. Null while notifications of others cannot arrive.
   */
  version(category?: string): number | null
  /**
   * Returns the number of notifications so far; taken before a poll, so that none is missed between it and the wait.
   */
  count(): number
  /** Resolves when there is a notification after the first `seen`, or after `atMostMs`, in case one is lost. */
  next(seen: number, atMostMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface NotifierEvents {
  /** Some process has forgotten a person. */
  readonly forgotten: (subject: string) => void
  /** Notifications arrive only from now on: earlier ones may be lost. */
  readonly listening: () => void
}

export const notifyChannel = 'events'
/** NOTIFY inside the appending transaction makes commits queue up, so it follows later, once for many appends. */
const notifyCoalesceMs = 20
/** A failure may be no more than a dropped connection. */
const notifyAttempts = 5

export function openNotifier(sql: Sql, { forgotten, listening }: NotifierEvents): Notifier {
  const notifications = notificationCounter()
  const ownPayload = `${appendedBy}${randomUUID()}`
  // Other processes come first: a client that is notified here may send its next request to another process.
  const flush = coalesced(notifyCoalesceMs, async () => {
    await send(sql, ownPayload).catch(() => void notifyAgain(sql, ownPayload))
    notifications.add()
  })
  /** Changes of which no category is known. */
  let version = 0
  const ownAppends = countByCategory()
  let isListening = false
  const received = (payload: string) => {
    // Readers here are woken without it, and would read everything twice.
    if (payload === ownPayload) return
    version++
    if (payload && !payload.startsWith(appendedBy)) forgotten(payload)
    notifications.add()
  }
  const opened = () => {
    version++
    isListening = true
    listening()
    notifications.add()
  }
  const lost = () => {
    isListening = false
  }
  const listener = listen(sql, { received, opened, lost })
  return {
    version: (category) => (isListening ? version + ownAppends.count(category) : null),
    notify: (category) => {
      if (category === undefined) version++
      else ownAppends.add(category)
      flush.soon()
    },
    count: notifications.count,
    next: notifications.next,
    close: async () => {
      await Promise.all([flush.now(), listener.close()])
    },
  }
}

const nothing = () => {}

/**
 * Begins the payload that names the process that has appended; another payload names a person who was forgotten, and an
 * empty one comes from an earlier release after an append.
 */
const appendedBy = 'appended by '

/** A notification need not outlive a crash, so nothing waits for the disk: neither it nor the append behind it. */
const notifyText = `select set_config('synchronous_commit', 'off', true), pg_notify('${notifyChannel}', $1)`
const send = (sql: Sql, payload: string) => sql.unsafe(notifyText, [payload], { prepare: true })

/** Gives up after some attempts: then the fallback poll of the other processes finds what was appended. */
async function notifyAgain(sql: Sql, payload: string, attempt = 1): Promise<void> {
  await delay(notifyCoalesceMs * 2 ** attempt, undefined, { ref: false })
  await send(sql, payload).catch(() => (attempt < notifyAttempts ? notifyAgain(sql, payload, attempt + 1) : undefined))
}

/** Runs `work` once for all calls of `soon` within the interval; `now` runs it if it is due. */
function coalesced(ms: number, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    timer = undefined
    await work()
  }
  return {
    soon: () => {
      timer ??= setTimeout(run, ms)
    },
    now: async () => {
      if (!timer) return
      clearTimeout(timer)
      await run()
    },
  }
}

function notificationCounter(): Pick<Notifier, 'next' | 'count'> & { add(): void } {
  const waiting = new Set<() => void>()
  let count = 0
  return {
    count: () => count,
    add: () => {
      count++
      for (const wake of waiting) wake()
    },
    next: (seen, atMostMs, signal) =>
      new Promise((resolve) => {
        const done = () => {
          waiting.delete(done)
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, atMostMs)
        waiting.add(done)
        signal.addEventListener('abort', done)
        if (signal.aborted || seen !== count) done()
      }),
  }
}

/** Counts for each category, and for all of them. */
export function countByCategory() {
  const counts = new Map<string | undefined, number>()
  const count = (category?: string): number => counts.get(category) ?? 0
  return {
    count,
    add: (category: string) => {
      for (const one of [category, undefined]) counts.set(one, count(one) + 1)
    },
  }
}

interface Listening {
  readonly received: (payload: string) => void
  readonly opened: () => void
  readonly lost: () => void
}

/** LISTEN on a connection of its own, opened again for as long as it takes whenever it is lost. */
function listen(sql: Sql, { received, opened, lost }: Listening) {
  const closing = new AbortController()
  const { signal } = closing
  const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let failures = 0
  const listenOnce = async () => {
    const session = openSession(sql, { notified: received })
    const listening = session.steady(async (connection) => {
      await connection.unsafe(`listen ${notifyChannel}`)
      failures = 0
      opened()
      await closed
    })
    await listening.catch(() => failures++)
    lost()
    await session.close()
  }
  const keepOpen = async () => {
    while (!signal.aborted) {
      await listenOnce()
      await delay(Math.min(5_000, 20 * 2 ** failures), undefined, { signal }).catch(nothing)
    }
  }
  const ended = keepOpen()
  return {
    close: async () => {
      closing.abort()
      await ended
    },
  }
}
