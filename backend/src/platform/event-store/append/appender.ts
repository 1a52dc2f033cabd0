import postgres, { type ISql } from 'postgres'
import { type Append, append } from './append.ts'
import { appendGroup, takeGroup } from './append-group.ts'

/** Returns the position of the first event. */
export type Appender = (input: Append) => Promise<number>

/**
 * One statement at a time, because each that is under way costs the server more than what joins it. Where one takes long
 * (it waits for a lock, or for a slow disk), others pass it.
 */
const patienceMs = 10
const mostInFlight = 3

interface Waiting {
  readonly input: Append
  readonly resolve: (position: number) => void
  readonly reject: (error: unknown) => void
}

/**
 * Appends at once while there is little to do, and in groups under load. The appends of a group do not affect each
 * other: when the server declines the group, nothing of it is stored, and each is appended by itself.
 */
export function appender(sql: ISql): Appender {
  const waiting: Waiting[] = []
  let inFlight = 0
  let began = 0
  let timer: NodeJS.Timeout | undefined
  const flushNext = () => {
    inFlight++
    began = performance.now()
    void flush(sql, takeGroup(waiting)).finally(() => {
      inFlight--
      flushWaiting()
    })
  }
  const flushWaiting = () => {
    while (inFlight < mostInFlight && waiting.length > 0) {
      const patience = inFlight === 0 ? 0 : began + patienceMs - performance.now()
      if (patience > 0) {
        if (!timer) timer = setTimeout(runOutOfPatience, patience)
        return
      }
      flushNext()
    }
  }
  const runOutOfPatience = () => {
    timer = undefined
    flushWaiting()
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      flushWaiting()
    })
}

/** Never rejects: the promise of each append settles by itself. */
async function flush(sql: ISql, group: readonly Waiting[]): Promise<void> {
  if (group.length > 1) {
    try {
      const positions = await appendGroup(
        sql,
        group.map(({ input }) => input),
      )
      for (const [index, { resolve }] of group.entries()) resolve(positions[index] as number)
      return
    } catch (error) {
      // Only what the server itself says leaves no doubt that nothing was stored.
      if (!(error instanceof postgres.PostgresError)) {
        for (const { reject } of group) reject(error)
        return
      }
    }
  }
  await Promise.all(group.map(({ input, resolve, reject }) => append(sql, input).then(resolve, reject)))
}
