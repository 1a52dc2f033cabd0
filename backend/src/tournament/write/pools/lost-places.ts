import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { evolve, initialState, type Team, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { type Pools, poolsStream } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  countTeamsGivenBack,
  freePlacesDecider,
  giveBackPlacesDecider,
  type PoolsBeforeLoss,
  poolsEventsBeforeLoss,
} from '@ultimate/events/tournament/pools/lost-places.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { PlacesGivenBack } from '@ultimate/events/tournament/team-api.ts'
import { type CommandRequest, withoutKey } from '../../../platform/commands.ts'
import type { Edition } from '../../../platform/edition.ts'
import type { Platform } from '../../../platform/module.ts'
import { sharedReads } from '../../../platform/shared-reads.ts'
import { stateAfter } from '../../../platform/state-after.ts'
import { readLostPlaces } from '../../read/pools/pools.view.ts'

/** The edition whose pools change, and the sender of the commands. */
export type SendingPlaces = Pick<CommandRequest, 'send' | 'current'>

/** Takes teams that were removed, or that play in the other division by now, out of the pools. */
export async function freeLostPlaces({ send, current }: SendingPlaces): Promise<void> {
  for (const { division, teams: lostTeams } of await readLostPlaces(current)) {
    const stream = poolsStream(division, current.edition)
    await send(freePlacesDecider, stream, { type: 'FreePlaces', data: { lostTeams } }, withoutKey)
  }
}

/** The pools of each division as they were before each of its teams lost its places. */
type PlacesToGiveBack = ReadonlyMap<Division, PoolsBeforeLoss>

/** Reads which of the teams are removed and lost places in pools by their removal. Ignores later events of the log. */
export async function readPlacesToGiveBack(
  { log, current }: Pick<Platform, 'log' | 'current'>,
  teams: readonly string[],
  beforePosition = Number.POSITIVE_INFINITY,
): Promise<PlacesToGiveBack> {
  const reads = sharedReads(log)
  const readBefore: ReadStream = async (stream) =>
    (await reads.stream(stream)).filter(({ metadata }) => metadata.position < beforePosition)
  const losses = await Promise.all(teams.map((id) => readLoss(readBefore, id, current)))
  const byDivision = Map.groupBy(
    losses.filter((loss) => loss !== null),
    ({ division }) => division,
  )
  return new Map(
    [...byDivision].map(([division, lost]) => [division, new Map(lost.map(({ id, pools }) => [id, pools]))]),
  )
}

type ReadStream = (stream: string) => Promise<readonly RecordedEvent[]>

interface Loss {
  /** The id of the team. */
  readonly id: string
  readonly division: Division
  /** The pools just before the team lost its places. */
  readonly pools: Pools
}

/** Returns null for a team that is not removed, or had no places when it was. */
async function readLoss(readStream: ReadStream, id: string, current: Edition): Promise<Loss | null> {
  const events = (await readStream(teamStream(id))) as readonly RecordedEvent<TeamEvent>[]
  const team = stateAfter<Team, TeamEvent>({ evolve, initialState }, events)
  const removal = events.findLast(({ type }) => type === 'TeamRemoved' || type === 'TeamWithdrawn')
  if (team.status !== 'removed' || !removal) return null
  const history = (await readStream(
    poolsStream(team.division, current.edition),
  )) as readonly RecordedEvent<PoolsEvent>[]
  const eventsBefore = poolsEventsBeforeLoss(history, id, removal.metadata.position)
  if (eventsBefore === null) return null
  const pools = stateAfter<Pools, PoolsEvent>(giveBackPlacesDecider, eventsBefore)
  return { id, division: team.division, pools }
}

/**
 * Gives a restored team its places back, if the request that restored it was interrupted before that. Does nothing if staff
 * have saved pools since, because they saw the team then; nor if the team was removed again or moved to the other division.
 */
export async function finishGivingBack(
  { send, log, current }: Pick<Platform, 'log'> & SendingPlaces,
  { metadata: { stream, position } }: RecordedEvent,
): Promise<void> {
  const teamEvents = (await sharedReads(log).stream(stream)) as readonly RecordedEvent<TeamEvent>[]
  const team = stateAfter<Team, TeamEvent>({ evolve, initialState }, teamEvents)
  if (team.status !== 'registered') return
  const places = await readPlacesToGiveBack({ log, current }, [teamIdOf(stream)], position)
  const poolsBeforeLoss = places.get(team.division)
  if (!poolsBeforeLoss) return
  const streamOfPools = poolsStream(team.division, current.edition)
  // The version is read before the saves, so that a save after both reads makes the command fail.
  const [lastEvent] = await log.read({ stream: streamOfPools, newestFirst: true, limit: 1 })
  const types = ['PoolsSaved'] satisfies PoolsEvent['type'][]
  const savedSince = await log.read({ stream: streamOfPools, types, after: position, limit: 1 })
  if (savedSince.length > 0) return
  const command = { type: 'GiveBackPlaces', data: { poolsBeforeLoss } } as const
  await send(giveBackPlacesDecider, streamOfPools, command, { expectedVersion: lastEvent?.metadata.version })
}

/** Puts restored teams into the places that they lost, and counts for how many teams that was possible. */
export async function giveBackLostPlaces(
  { send, current }: SendingPlaces,
  places: PlacesToGiveBack,
): Promise<PlacesGivenBack> {
  const counts = { back: 0, taken: 0 }
  for (const [division, poolsBeforeLoss] of places) {
    const stream = poolsStream(division, current.edition)
    const command = { type: 'GiveBackPlaces', data: { poolsBeforeLoss } } as const
    const { state } = await send(giveBackPlacesDecider, stream, command, withoutKey)
    const { back, taken } = countTeamsGivenBack(state, poolsBeforeLoss)
    counts.back += back
    counts.taken += taken
  }
  return counts
}
