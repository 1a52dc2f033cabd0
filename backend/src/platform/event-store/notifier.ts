import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { openSession } from './session.ts'

/** Tells the readers of the log that there may be something new. Says too much rather than too little. */
export interface Notifier {
  /** Something was appended here: readers in this process hear of it soon, other processes a little later. */
  announce(): void
  /**
   * Another number whenever something may have been appended: at once for this process, a few hundredths of a second
   * later for others. Null while notifications of others cannot arrive.
   */
  mark(): number | null
  /** How often there has been news; to be taken before looking, so that nothing falls between looking and waiting. */
  news(): number
  /** Resolves when there was news since `seen`, or after `atMostMs`: the net for notifications that got lost. */
  next(seen: number, atMostMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface NotifierEvents {
  /** A person was forgotten by some process. */
  readonly forgotten: (subject: string) => void
  /** Notifications arrive only from now on: earlier ones may have been missed. */
  readonly listening: () => void
}

export const newsChannel = 'events'
/** Inside the appending transaction NOTIFY would make commits queue up; so it goes out later, once for many. */
const notifyCoalesceMs = 20
/** What cannot be sent is sent again: the database may only have dropped a connection. */
const notifyAttempts = 5

export function openNotifier(sql: Sql, { forgotten, listening }: NotifierEvents): Notifier {
  const news = newsCounter()
  // Other processes are notified first: a client that hears of it here may ask another process next.
  const notification = coalesced(notifyCoalesceMs, async () => {
    await sql.notify(newsChannel, '').catch(() => void notifyAgain(sql))
    news.add()
  })
  let marked = 0
  let isListening = false
  const received = (payload: string) => {
    marked++
    if (payload) forgotten(payload)
    news.add()
  }
  const opened = () => {
    marked++
    isListening = true
    listening()
    news.add()
  }
  const lost = () => {
    isListening = false
  }
  const listener = listen(sql, { received, opened, lost })
  return {
    mark: () => (isListening ? marked : null),
    announce: () => {
      marked++
      notification.soon()
    },
    news: news.count,
    next: news.next,
    close: async () => {
      await Promise.all([notification.now(), listener.close()])
    },
  }
}

const nothing = () => {}

/** Gives up after some attempts: then the slow net of the other processes finds what was appended. */
async function notifyAgain(sql: Sql, attempt = 1): Promise<void> {
  await delay(notifyCoalesceMs * 2 ** attempt, undefined, { ref: false })
  await sql.notify(newsChannel, '').catch(() => (attempt < notifyAttempts ? notifyAgain(sql, attempt + 1) : undefined))
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

function newsCounter(): Pick<Notifier, 'next'> & { add(): void; count(): number } {
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
      await connection.unsafe(`listen ${newsChannel}`)
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
