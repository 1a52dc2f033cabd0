import postgres, { type ISql, type Sql } from 'postgres'
import type { ReadBack } from '../commands.ts'
import { type Append, append } from './append.ts'
import { appendGroup, takeGroup } from './append-group.ts'

export interface Stored {
  /** The position of the first event. */
  readonly position: number
  /** The result of `readBack`. Never rejects; undefined where there was nothing to read, or where it failed. */
  readonly found: Promise<unknown> | undefined
}

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
 * Appends have a connection of their own: its server process keeps their plans and tables at hand. What is read back
 * travels behind a single append without waiting for it; behind a group it takes another connection, so that the next
 * group need not wait for it. Appends that pass one that takes long use the pool.
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
    const group = takeGroup(waiting)
    const store = usesOwn ? (group.length === 1 ? pipelined(own) : inTurn(own, pool)) : inTurn(pool, pool)
    void flush(store, group).finally(() => {
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

/** Runs a statement and the reads that follow it; the reads settle on their own. */
type Store = <T>(
  statement: (sql: ISql) => Promise<T>,
  inputs: readonly Append[],
) => Promise<{ readonly positions: T; readonly found: RowReader }>

/** On one connection statements run in their order, and each sees what those before it have committed. */
const pipelined =
  (connection: ISql): Store =>
  async (statement, inputs) => {
    const stored = statement(connection)
    const found = readBack(connection, inputs)
    return { positions: await stored, found }
  }

const inTurn =
  (connection: ISql, reads: ISql): Store =>
  async (statement, inputs) => {
    const positions = await statement(connection)
    return { positions, found: readBack(reads, inputs) }
  }

type RowReader = (input: Append) => Promise<unknown> | undefined

function readBack(sql: ISql, inputs: readonly Append[]): RowReader {
  const wanted = new Map<ReadBack<unknown>['read'], string[]>()
  for (const { readBack } of inputs) {
    if (!readBack) continue
    const ids = wanted.get(readBack.read)
    if (ids) ids.push(readBack.id)
    else wanted.set(readBack.read, [readBack.id])
  }
  const nothing = () => undefined
  const reads = new Map([...wanted].map(([read, ids]) => [read, read(sql, ids).catch(nothing)]))
  return ({ readBack }) => readBack && reads.get(readBack.read)?.then((rows) => rows?.get(readBack.id))
}

/** Never rejects: the promise of each append settles on its own. */
async function flush(store: Store, group: readonly Waiting[]): Promise<void> {
  if (group.length > 1) {
    const inputs = group.map(({ input }) => input)
    try {
      const { positions, found } = await store((sql) => appendGroup(sql, inputs), inputs)
      for (const [index, { input, resolve }] of group.entries())
        resolve({ position: positions[index] as number, found: found(input) })
      return
    } catch (error) {
      // Only what the server itself reports leaves no doubt that nothing was stored.
      if (!(error instanceof postgres.PostgresError)) {
        for (const { reject } of group) reject(error)
        return
      }
    }
  }
  const alone = async ({ input }: Waiting): Promise<Stored> => {
    const { positions, found } = await store((sql) => append(sql, input), [input])
    return { position: positions, found: found(input) }
  }
  await Promise.all(group.map((one) => alone(one).then(one.resolve, one.reject)))
}
