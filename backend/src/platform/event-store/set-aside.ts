import type { ISql } from 'postgres'
import { TryLater } from '../try-later.ts'
import { readRows } from './log.ts'
import { decodeRows, type Reader } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { StoreReport } from './report.ts'
import type { Session } from './session.ts'

/** What is put aside for later is tried again so often, and for so long: as mail servers do. */
const againAfter = '1 minute'
const givenUpAfterMs = 5 * 24 * 60 * 60 * 1000

interface Aside {
  readonly name: string
  readonly reader: Reader
  readonly session: Session
  readonly report: StoreReport
  readonly handle: (events: readonly RecordedEvent[], tx: ISql) => Promise<void>
}

export async function putAside(tx: ISql, name: string, position: number, cause: unknown): Promise<void> {
  await tx`
    insert into dead_letters (subscription, position, error, later)
    values (${name}, ${position}, ${String(cause)}, ${cause instanceof TryLater}) on conflict do nothing`
}

/** Tries the one that has waited longest, where its time has come; out of the log's order, as it must be. */
export async function retrySetAside(aside: Aside): Promise<void> {
  const { name, session } = aside
  let tried: RecordedEvent | undefined
  try {
    await session.transaction('begin', async (tx) => {
      const [waiting] = await tx<{ position: number | string }[]>`
        select position from dead_letters
        where subscription = ${name} and later and at < now() - ${againAfter}::interval
        order by at limit 1 for update skip locked`
      if (!waiting) return
      await tx`delete from dead_letters where subscription = ${name} and position = ${waiting.position}`
      const rows = await readRows(tx, { after: Number(waiting.position) - 1, limit: 1 })
      tried = (await decodeRows(aside.reader, rows))[0]
      if (tried) await aside.handle([tried], tx)
    })
  } catch (error) {
    // Without an event it was the database's trouble: the next look tries again.
    if (!tried) throw error
    await keepAside(aside, tried, error)
  }
}

async function keepAside({ name, session, report }: Aside, { metadata }: RecordedEvent, error: unknown): Promise<void> {
  const { position, stream, at } = metadata
  const isOver = !(error instanceof TryLater) || Date.now() - at.getTime() > givenUpAfterMs
  await session.transaction(
    'begin',
    (tx) => tx`
      update dead_letters set at = now(), error = ${String(error)}, later = ${!isOver}
      where subscription = ${name} and position = ${position}`,
  )
  if (isOver) report.error({ subscription: name, position, stream, err: error }, 'An event put aside was given up')
}
