import type { ChildProcess } from 'node:child_process'
import { embeddedNames } from '@ultimate/backend/platform/database/database.ts'
import { findEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { director, startBackend } from './data-folder.ts'
import { lastYear, longStream } from './history.ts'

/** What the measured requests are about; found in the log. */
export interface Subjects {
  /** The id of the team with the most events in the current edition. */
  readonly team: string
  /** The position of the team's last event that can be undone. */
  readonly undone: number
  /** A moment during the dinner. */
  readonly evening: string
  /** The id of the team that the newest sign-up names, and the position after that sign-up. */
  readonly searched: { readonly words: string; readonly before: number }
}

/** A backend on a copy of a data folder. `ask` sends requests as a signed-in TD. */
export interface Site {
  readonly dataDir: string
  readonly events: number
  readonly child: ChildProcess
  readonly subjects: Subjects
  readonly ask: (method: string, path: string) => Promise<Response>
}

export async function open(dataDir: string, events: number): Promise<Site> {
  const { child, origin } = await startBackend(dataDir)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(director)
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })
  const { token } = (await answer.json()) as { token: string }
  const ask: Site['ask'] = (method, path) =>
    fetch(origin + path, { method, headers: { authorization: `Bearer ${token}` } })
  return { dataDir, events, child, ask, subjects: await findSubjects(dataDir) }
}

async function withDatabase<T>(dataDir: string, work: (sql: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const running = await findEmbeddedPostgres({ dataDir, names: embeddedNames })
  if (!running) throw new Error(`No database runs in ${dataDir}`)
  const sql = connect(running.url, { max: 1 })
  return work(sql).finally(() => sql.end())
}

const findSubjects = (dataDir: string) =>
  withDatabase(dataDir, async (sql): Promise<Subjects> => {
    const edition = String(lastYear)
    const [last] = await sql<{ stream: string; position: number }[]>`
      select stream, position from events
      where category = 'team' and edition = ${edition} and version <= ${longStream}
        and type in ('TeamMarkedPaid', 'TeamMarkedUnpaid')
      order by version desc, position desc limit 1`
    const [began] = await sql<{ at: Date }[]>`select at from events where stream = 'dinner' and type = 'DinnerStarted'`
    const [signedUp] = await sql<{ words: string; before: number }[]>`
      select data->>'teamId' as words, position + 1 as before from events
      where type = 'SignedUp' and edition = ${edition}
      order by position desc limit 1`
    if (!last || !began || !signedUp) throw new Error(`There is no team and no dinner in ${dataDir}`)
    return {
      team: last.stream.slice('team-'.length),
      undone: last.position,
      evening: new Date(began.at.getTime() + 60 * 60_000).toISOString(),
      searched: signedUp,
    }
  })

export const countStoredEvents = ({ dataDir }: Site): Promise<number> =>
  withDatabase(dataDir, async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*) from events`
    return row?.count ?? 0
  })

export const bytesPerEvent = ({ dataDir, events }: Site): Promise<number> =>
  withDatabase(dataDir, async (sql) => {
    const [size] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`
    return (size?.bytes ?? 0) / events
  })
