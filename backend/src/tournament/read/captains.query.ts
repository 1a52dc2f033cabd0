import { statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { teamIdOf, teamStream } from '@ultimate/events/tournament/team-state.ts'
import type { EditionPlatform } from '../../platform/edition.ts'
import type { Recipient } from '../../platform/module.ts'

/** More than the demo has. */
const maxDemoTeams = 1_000

interface CaptainRow {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly status: TeamStatus | null
  readonly paid: boolean
}

/** The captains of all teams that are in, without the demo's and those of forgotten people. */
export async function readCaptains({
  log,
  current,
}: Pick<EditionPlatform, 'log' | 'current'>): Promise<readonly Recipient[]> {
  const { sql, edition } = current
  const [{ capacity }, rows, demo] = await Promise.all([
    current.facts(),
    sql<CaptainRow[]>`
      select id, team_name as name, captain_email as address, status, paid from teams
      where edition = ${edition} and removed is null and email_confirmed
      order by created_at, id`,
    log.read({ categories: ['team'], types: ['TeamRegistered'], actorKind: 'system', limit: maxDemoTeams }),
  ])
  const demoIds = new Set(demo.map(({ metadata }) => teamIdOf(metadata.stream)))
  return rows.flatMap(({ id, name, address, status, paid }, index) => {
    if (demoIds.has(id) || address === '') return []
    const groups = groupsOf(status ?? statusByOrder(index + 1, capacity), paid)
    return [{ address, name, of: teamStream(id), groups }]
  })
}

/** Only confirmed teams owe the fee. */
const groupsOf = (status: TeamStatus, paid: boolean): string[] => [
  `captains:${status}`,
  ...(status === 'confirmed' && !paid ? ['captains:unpaid'] : []),
]
