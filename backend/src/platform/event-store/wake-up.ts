import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { openSession } from './session.ts'

/** Tells followers of the log that there may be something new. Says too much rather than too little. */
export interface WakeUp {
  /** Something was appended here: followers of this process hear of it soon, other processes a little later. */
  announce(): void
  /**
   * Another number whenever something may have been appended: at once for this process, a few hundredths of a second
   * later for others. Null while nothing can be heard from others.
   */
  mark(): number | null
  /** How often there has been news; to be taken before looking, so that nothing falls between looking and waiting. */
  news(): number
  /** Resolves when there was news since `seen`, or after `atMostMs`: the net for news that got lost. */
  next(seen: number, atMostMs: number, signal: AbortSignal): Promise<void>
  /** Tells all processes that a person was forgotten. */
  announceForgotten(subject: string): Promise<void>
  close(): Promise<void>
}

export interface HeardOf {
  /** A person was forgotten by some process. */
  readonly forgotten: (subject: string) => void
  /** The ear was open only from now on: what was said before may have been missed. */
  readonly listening: () => void
}

const channel = 'events'
/** Inside the appending transaction NOTIFY would make commits queue up; so it goes out later, once for many. */
const notifyCoalesceMs = 20

export function wakeUp(sql: Sql, heardOf: HeardOf): WakeUp {
  const news = bell()
  // Others are told first: who hears of it here may ask another process next. A lost word costs the others no more
  // than their net's interval.
  const tell = coalesced(notifyCoalesceMs, async () => {
    await sql.notify(channel, '').catch(nothing)
    news.ring()
  })
  let marked = 0
  let listening = false
  const hear = (payload: string) => {
    marked++
    if (payload) heardOf.forgotten(payload)
    news.ring()
  }
  const opened = () => {
    marked++
    listening = true
    heardOf.listening()
    news.ring()
  }
  const lost = () => {
    listening = false
  }
  const ear = listen(sql, { hear, opened, lost })
  return {
    mark: () => (listening ? marked : null),
    announce: () => {
      marked++
      tell.soon()
    },
    news: news.count,
    next: news.next,
    announceForgotten: async (subject) => {
      await sql.notify(channel, subject)
    },
    close: async () => {
      await Promise.all([tell.now(), ear.close()])
    },
  }
}

const nothing = () => {}

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

function bell(): Pick<WakeUp, 'next'> & { ring(): void; count(): number } {
  const waiting = new Set<() => void>()
  let count = 0
  return {
    count: () => count,
    ring: () => {
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

/** LISTEN on a connection of its own, opened again for as long as it takes whenever it is lost. */
function listen(
  sql: Sql,
  { hear, opened, lost }: Record<'opened' | 'lost', () => void> & { hear: (payload: string) => void },
) {
  const closing = new AbortController()
  const { signal } = closing
  const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let failures = 0
  const listenOnce = async () => {
    const session = openSession(sql, { notified: hear })
    const listening = session.steady(async (connection) => {
      await connection.unsafe(`listen ${channel}`)
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
