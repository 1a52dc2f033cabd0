import postgres, { type ISql, type Sql } from 'postgres'
import { type Append, append, type Stored } from './append.ts'
import { appendGroup, takeGroup } from './append-group.ts'

export interface Appender {
  readonly append: (input: Append) => Promise<Stored>
  /** Appends that come later go through the pool. */
  close(): Promise<void>
}

/**
 * One statement at a time, because each that is under way costs the server more than what joins it. Where one takes long
 * (it waits for a lock, or for a slow disk), others pass it.
 */
const slowAfterMs = 10
const maxInFlight = 3

interface Waiting {
  readonly input: Append
  readonly resolve: (stored: Stored) => void
  readonly reject: (error: unknown) => void
}

/**
 * Appends at once while there is little to do, and in groups under load. The appends of a group do not affect each
 * other: when the server declines the group, nothing of it is stored, and each is appended alone.
 *
 * Appends have a connection of their own: its server process keeps their plans and tables at hand. Appends that pass one
 * that takes long use the pool.
 */
export function appender(pool: Sql): Appender {
  const own = postgres({ ...pool.options, max: 1 } as unknown as postgres.Options<Record<string, never>>) as Sql
  const waiting: Waiting[] = []
  let isOwnFree = true
  let isClosed = false
  let inFlight = 0
  let began = 0
  let timer: NodeJS.Timeout | undefined
  const flushNext = () => {
    const usesOwn = isOwnFree
    if (usesOwn) isOwnFree = false
    inFlight++
    began = performance.now()
    void flush(usesOwn ? own : pool, takeGroup(waiting)).finally(() => {
      if (usesOwn) isOwnFree = !isClosed
      inFlight--
      flushWaiting()
    })
  }
  const flushWaiting = () => {
    while (inFlight < maxInFlight && waiting.length > 0) {
      const waitMs = inFlight === 0 ? 0 : began + slowAfterMs - performance.now()
      if (waitMs > 0) {
        if (!timer) timer = setTimeout(overtake, waitMs)
        return
      }
      flushNext()
    }
  }
  const overtake = () => {
    timer = undefined
    flushWaiting()
  }
  return {
    append: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        flushWaiting()
      }),
    close: async () => {
      isClosed = true
      isOwnFree = false
      await own.end({ timeout: closeSeconds })
    },
  }
}

const closeSeconds = 5

/** Never rejects: the promise of each append settles on its own. */
async function flush(sql: ISql, group: readonly Waiting[]): Promise<void> {
  if (group.length > 1) {
    const inputs = group.map(({ input }) => input)
    try {
      const stored = await appendGroup(sql, inputs)
      for (const [index, { resolve }] of group.entries()) resolve(stored[index] as Stored)
      return
    } catch (error) {
      // Only what the server itself reports leaves no doubt that nothing was stored.
      if (!(error instanceof postgres.PostgresError)) {
        for (const { reject } of group) reject(error)
        return
      }
    }
  }
  await Promise.all(group.map(({ input, resolve, reject }) => append(sql, input).then(resolve, reject)))
}
