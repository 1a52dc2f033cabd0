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
   * Returns another number whenever something may have been appended, to streams of the category where one is given: at
   * once for this process, a few hundredths of a second later for others. Null while no notification can arrive.
   */
  version(category?: string): number | null
  /** Returns the number of notifications so far. Read it before a poll, so that `next` misses none since the poll. */
  count(): number
  /** Resolves when there is a notification after the first `seen`, or after `atMostMs`, in case one is lost. */
  next(seen: number, atMostMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface NotifierEvents {
  /** Called when a process has forgotten a person. */
  readonly forgotten: (subject: string) => void
  /** Called when notifications begin to arrive: earlier ones may be lost. */
  readonly listening: () => void
}

export const notifyChannel = 'events'
/** NOTIFY inside the appending transaction makes commits queue up. So it follows this much later, once for many appends. */
const notifyCoalesceMs = 20
const notifyAttempts = 5

export function openNotifier(sql: Sql, { forgotten, listening }: NotifierEvents): Notifier {
  const notifications = notificationCounter()
  const ownPayload = `${appendedBy}${randomUUID()}`
  // Other processes come first: a client that is notified here may send its next request to another process.
  const flush = coalesced(notifyCoalesceMs, async () => {
    await send(sql, ownPayload).catch(() => void notifyAgain(sql, ownPayload))
    notifications.add()
  })
  /** Counts what may concern every category: notifications of other processes, and of this one without a category. */
  let changes = 0
  const ownAppends = countByCategory()
  let isListening = false
  const received = (payload: string) => {
    // `flush` wakes the readers of this process already.
    if (payload === ownPayload) return
    changes++
    if (payload && !payload.startsWith(appendedBy)) forgotten(payload)
    notifications.add()
  }
  const opened = () => {
    changes++
    isListening = true
    listening()
    notifications.add()
  }
  const lost = () => {
    isListening = false
  }
  const listener = listen(sql, { received, opened, lost })
  return {
    version: (category) => (isListening ? changes + ownAppends.count(category) : null),
    notify: (category) => {
      if (category === undefined) changes++
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
 * Begins the payload of a process that has appended. Another payload is the subject who was forgotten. An empty payload
 * comes from a process of an earlier release that has appended.
 */
const appendedBy = 'appended by '

/** Not synchronous, because a notification need not outlive a crash: neither it nor an append behind it waits for the disk. */
const notifyText = `select set_config('synchronous_commit', 'off', true), pg_notify('${notifyChannel}', $1)`
const send = (sql: Sql, payload: string) => sql.unsafe(notifyText, [payload], { prepare: true })

/** Sends the notification again. Gives up after some attempts: the fallback poll of other processes finds the events. */
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

/** Counts for each category, and under `undefined` for all of them. */
export function countByCategory() {
  const counts = new Map<string | undefined, number>()
  const count = (category?: string): number => counts.get(category) ?? 0
  return {
    count,
    add: (category: string) => {
      for (const key of [category, undefined]) counts.set(key, count(key) + 1)
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
