import { teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import { statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { demoActor } from '../../platform/demo-actor.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Platform, Recipient } from '../../platform/module.ts'

/** More teams than the demo has. */
const maxDemoTeams = 1_000

interface CaptainRow {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly status: TeamStatus | null
  readonly paid: boolean
}

/** Reads the captains of all registered teams, except those of the demo and forgotten ones. */
export async function readCaptains({ log, current }: Pick<Platform, 'log' | 'current'>): Promise<readonly Recipient[]> {
  const [bids, demo] = await Promise.all([
    readBids(current),
    log.read({ actor: demoActor.id, actorKind: 'system', types: ['TeamRegistered'], limit: maxDemoTeams }),
  ])
  const demoIds = new Set(demo.map(({ metadata }) => teamIdOf(metadata.stream)))
  return bids.flatMap(({ id, name, address, groups }) =>
    demoIds.has(id) ? [] : [{ address, name, of: teamStream(id), groups }],
  )
}

interface CaptainOfBid extends Pick<CaptainRow, 'id' | 'name' | 'address'> {
  readonly groups: readonly string[]
}

/** Reads the bids that count, are not removed, and whose captain has an address. */
async function readBids({ sql, edition, facts }: Edition): Promise<CaptainOfBid[]> {
  const [{ capacity }, rows] = await Promise.all([
    facts(),
    sql<CaptainRow[]>`
      select id, team_name as name, captain_email as address, status, paid from teams
      where edition = ${edition} and removed is null and email_confirmed
      order by created_at, id`,
  ])
  return rows.flatMap(({ id, name, address, status, paid }, index) =>
    address === ''
      ? []
      : [{ id, name, address, groups: listGroups(status ?? statusByOrder(index + 1, capacity), paid) }],
  )
}

/** Reads the bids of confirmed teams that have not paid. */
export const readUnpaidBids = async (current: Edition): Promise<CaptainOfBid[]> =>
  (await readBids(current)).filter(({ groups }) => groups.includes('captains:unpaid'))

/** Returns the groups of recipients to which the captain belongs. Only confirmed teams owe the fee. */
const listGroups = (status: TeamStatus, paid: boolean): string[] => [
  `captains:${status}`,
  ...(status === 'confirmed' && !paid ? ['captains:unpaid'] : []),
]
