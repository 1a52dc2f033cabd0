import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { evolve, initialState, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import {
  countPlacesBack,
  eventsBeforeLoss,
  freePlacesDecider,
  giveBackPlacesDecider,
  type LostPlaces,
  type Pools,
  poolsStream,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { CommandRequest } from '../../../platform/commands.ts'
import { withoutKey } from '../../../platform/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { sharedReads, stateAfter } from '../../../platform/undo.ts'
import { readLostPlaces } from '../../read/pools/pools.view.ts'

/** The edition whose pools change, and the sender of the commands. */
export type SendingPlaces = Pick<CommandRequest, 'send' | 'current'>

/**
 * Takes teams that were removed, or that play in the other division by now, out of the pools; does nothing where none
 * has a place. Called after teams were removed or corrected, after pools were saved, which may have overtaken that, and
 * before a team is restored.
 */
export async function freeLostPlaces({ send, current }: SendingPlaces): Promise<void> {
  for (const { division, teams } of await readLostPlaces(current)) {
    const stream = poolsStream(division, current.edition)
    await send(freePlacesDecider, stream, { type: 'FreePlaces', data: { teams } }, withoutKey)
  }
}

/** Returns those of the teams that are out and stood in a pool before, by division; as of a position of the log. */
export async function readPlacesToGiveBack(
  { log, current }: Pick<Platform, 'log' | 'current'>,
  teams: readonly string[],
  asOf = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<Division, LostPlaces>> {
  const reads = sharedReads(log)
  const readUntil = async (stream: string): Promise<readonly RecordedEvent[]> =>
    (await reads.stream(stream)).filter(({ metadata }) => metadata.position < asOf)
  const lost = await Promise.all(
    teams.map(async (id) => {
      const events = (await readUntil(teamStream(id))) as readonly RecordedEvent<TeamEvent>[]
      const team = events.reduce(evolve, initialState())
      const removal = events.findLast(({ type }) => type === 'TeamRemoved' || type === 'TeamWithdrawn')
      if (team.status !== 'removed' || !removal) return []
      const history = await readUntil(poolsStream(team.division, current.edition))
      const before = eventsBeforeLoss(history as readonly RecordedEvent<PoolsEvent>[], id, removal.metadata.position)
      return before
        ? [{ id, division: team.division, were: stateAfter<Pools, PoolsEvent>(giveBackPlacesDecider, before) }]
        : []
    }),
  )
  const byDivision = Map.groupBy(lost.flat(), ({ division }) => division)
  return new Map(
    [...byDivision].map(([division, found]) => [division, new Map(found.map(({ id, were }) => [id, were]))]),
  )
}

/**
 * Does that for a team whose restore was cut off before it did. Not where someone has arranged the pools since, which knew
 * the team, or where it is out again or has moved to the other division.
 */
export async function finishGivingBack(
  { send, log, current }: Pick<Platform, 'log'> & SendingPlaces,
  { metadata: { stream, position } }: RecordedEvent,
): Promise<void> {
  const team = ((await sharedReads(log).stream(stream)) as readonly RecordedEvent<TeamEvent>[]).reduce(
    evolve,
    initialState(),
  )
  if (team.status !== 'registered') return
  const places = await readPlacesToGiveBack({ log, current }, [teamIdOf(stream)], position)
  const lost = places.get(team.division)
  if (!lost) return
  const arranged = poolsStream(team.division, current.edition)
  const [last] = await log.read({ stream: arranged, newestFirst: true, limit: 1 })
  const types = ['PoolsSaved'] satisfies PoolsEvent['type'][]
  if ((await log.read({ stream: arranged, types, after: position, limit: 1 })).length > 0) return
  const expectedVersion = last?.metadata.version
  await send(giveBackPlacesDecider, arranged, { type: 'GiveBackPlaces', data: { lost } }, { expectedVersion })
}

/** Puts teams that were restored into the places that they lost, and counts for how many that was possible. */
export async function giveBackLostPlaces(
  { send, current }: SendingPlaces,
  places: ReadonlyMap<Division, LostPlaces>,
): Promise<{ back: number; taken: number }> {
  const counts = { back: 0, taken: 0 }
  for (const [division, lost] of places) {
    const stream = poolsStream(division, current.edition)
    const { state } = await send(giveBackPlacesDecider, stream, { type: 'GiveBackPlaces', data: { lost } }, withoutKey)
    const { back, taken } = countPlacesBack(state, lost)
    counts.back += back
    counts.taken += taken
  }
  return counts
}
