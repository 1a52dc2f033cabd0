import postgres, { type ISql } from 'postgres'
import { type Append, append } from './append.ts'
import { appendGroup, takeGroup } from './append-group.ts'

/** Returns the position of the first event. */
export type Appender = (input: Append) => Promise<number>

/** Enough to keep the server busy while answers travel; what comes meanwhile goes together in the next statement. */
const mostInFlight = 3

interface Waiting {
  readonly input: Append
  readonly resolve: (position: number) => void
  readonly reject: (error: unknown) => void
}

/**
 * Appends at once while there is little to do, and in groups under load. Nobody sees the others of a group: when the
 * server declines it, nothing of it is stored, and each is appended by itself and fails or succeeds for its own reasons.
 */
export function appender(sql: ISql): Appender {
  const waiting: Waiting[] = []
  let inFlight = 0
  const takeOff = () => {
    while (inFlight < mostInFlight && waiting.length > 0) {
      inFlight++
      void fly(sql, takeGroup(waiting)).finally(() => {
        inFlight--
        takeOff()
      })
    }
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      takeOff()
    })
}

/** Never rejects: each of the group hears of its own fate. */
async function fly(sql: ISql, group: readonly Waiting[]): Promise<void> {
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
