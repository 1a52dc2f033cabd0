import { teamIdOf } from '@ultimate/events/tournament/team-state.ts'
import type { EditionPlatform } from '../../platform/edition.ts'

/** More than the demo has. */
const maxDemoTeams = 1_000

/** The captains' addresses of all teams that are in, without the demo's and those of forgotten people. */
export async function readCaptainAddresses({
  log,
  current,
}: Pick<EditionPlatform, 'log' | 'current'>): Promise<string[]> {
  const { sql, edition } = current
  const [rows, demo] = await Promise.all([
    sql<{ id: string; address: string }[]>`
      select id, captain_email as address from teams
      where edition = ${edition} and removed is null and email_confirmed and captain_email <> ''
      order by created_at, id`,
    log.read({ categories: ['team'], types: ['TeamRegistered'], actorKind: 'system', limit: maxDemoTeams }),
  ])
  const demoIds = new Set(demo.map(({ metadata }) => teamIdOf(metadata.stream)))
  return rows.flatMap(({ id, address }) => (demoIds.has(id) ? [] : [address]))
}
