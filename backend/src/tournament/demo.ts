import { createHash } from 'node:crypto'
import { bySystem, type CommandContext } from '@ultimate/event-store/commands.ts'
import { publishPoolsDecider, savePoolsDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/pools-state.ts'
import { registerTeamDecider } from '@ultimate/events/tournament/register-team.ts'
import { type Registration, registration } from '@ultimate/events/tournament/registration.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { updateTeamDecider } from '@ultimate/events/tournament/update-team.ts'
import { demoActor } from '../platform/demo-actor.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import {
  type DemoTeam,
  demoAlternates,
  demoComments,
  demoDecisions,
  demoPastNames,
  demoPools,
  demoTeams,
} from './demo-teams.ts'

const firstBidAt = Date.parse('2025-08-01T14:00:00Z')
const hour = 3_600_000

/** Returns the same id on every machine, so that a link into the demo works everywhere. */
export function demoTeamId(team: string): string {
  const hash = createHash('sha256').update(`demo team ${team}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

type Demo = Pick<Platform, 'commands'> & { readonly current: Pick<Edition, 'edition'> }

/** Fills an empty store with a tournament that is nearly full, by the commands that people use. */
export async function seedDemo({ commands, current }: Demo): Promise<void> {
  for (const [index, team] of demoTeams.entries()) {
    const now = new Date(firstBidAt + index * 37 * hour + ((index * 17) % 29) * 61_000)
    await commands.handle(
      registerTeamDecider,
      {
        stream: teamStream(demoTeamId(team[0])),
        command: {
          type: 'RegisterTeam',
          data: { ...buildBid(team, index), awaitsConfirmation: false },
          metadata: { now },
        },
        startsStream: true,
      },
      demoContext(now),
    )
  }
  for (const [index, [team, decision]] of demoDecisions.entries()) {
    const now = new Date(firstBidAt + (demoTeams.length * 37 + index) * hour)
    await commands.handle(
      updateTeamDecider,
      {
        stream: teamStream(demoTeamId(team)),
        command: { type: 'UpdateTeam', data: decision, metadata: { now } },
      },
      demoContext(now),
    )
  }
  await seedPools(commands, current.edition)
}

/** Both divisions are public, as they are in the week before. */
async function seedPools(commands: Platform['commands'], edition: string): Promise<void> {
  const teams = new Map(demoTeams.map(([team, , division]) => [demoTeamId(team), division]))
  for (const [index, division] of divisions.entries()) {
    const now = new Date(firstBidAt + (demoTeams.length * 37 + 48 + index) * hour)
    const pools = demoPools(division).map(({ name, teams: names }) => ({
      id: `demo-${division}-${name.slice(-1).toLowerCase()}`,
      name,
      size: names.length,
      teams: names.map((team) => (team === null ? null : demoTeamId(team))),
    }))
    const save = { type: 'SavePools' as const, data: { division, pools, teams }, metadata: { now } }
    const publish = { type: 'PublishPools' as const, data: { teams }, metadata: { now } }
    const stream = poolsStream(division, edition)
    await commands.handle(savePoolsDecider, { stream, command: save }, demoContext(now))
    await commands.handle(publishPoolsDecider, { stream, command: publish }, demoContext(now))
  }
}

function buildBid([teamName, location, division, captainName]: DemoTeam, index: number): Registration {
  const alternate = demoAlternates[teamName]
  return registration.parse({
    teamName,
    location,
    division,
    captainName,
    captainEmail: toEmail(captainName),
    captainPhone: `(256) 555-${String(100 + index).padStart(4, '0')}`,
    pastTeamNames: demoPastNames[teamName] ?? '',
    comments: demoComments[teamName] ?? '',
    ...(alternate && {
      altCaptainName: alternate,
      altCaptainEmail: toEmail(alternate),
      altCaptainPhone: `(256) 555-${String(150 + index).padStart(4, '0')}`,
    }),
  })
}

const toEmail = (person: string): string => `${person.toLowerCase().replaceAll(' ', '.')}@example.org`

const demoContext = (now: Date): CommandContext => ({
  ...bySystem(demoActor, `demo-${now.getTime()}`, now),
  happenedAt: now,
})
