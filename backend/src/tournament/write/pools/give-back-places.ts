import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { type GiveBackPlaces, giveBackPlacesDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { countPlacesBack, type LostPlaces, poolsBeforeLoss } from '@ultimate/events/tournament/pools/lost-places.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/pools-state.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { evolve, initialState, teamStream } from '@ultimate/events/tournament/team-state.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { sharedReads } from '../../../platform/undo/reads.ts'

/** Of these teams, those that are out and stood in a pool before, by the division of the pool. */
export async function readPlacesToGiveBack(
  { log, current }: Pick<EditionPlatform, 'log' | 'current'>,
  teams: readonly string[],
): Promise<ReadonlyMap<Division, LostPlaces>> {
  const reads = sharedReads(log)
  const lost = await Promise.all(
    teams.map(async (id) => {
      const events = (await reads.stream(teamStream(id))) as readonly RecordedEvent<TeamEvent>[]
      const team = events.reduce(evolve, initialState())
      const removal = events.findLast(({ type }) => type === 'TeamRemoved' || type === 'TeamWithdrawn')
      if (team.status !== 'removed' || !removal) return []
      const history = await reads.stream(poolsStream(team.division, current.edition))
      const were = poolsBeforeLoss(history as readonly RecordedEvent<PoolsEvent>[], id, removal.metadata.position)
      return were ? [{ id, division: team.division, were }] : []
    }),
  )
  const byDivision = Map.groupBy(lost.flat(), ({ division }) => division)
  return new Map(
    [...byDivision].map(([division, found]) => [division, new Map(found.map(({ id, were }) => [id, were]))]),
  )
}

/** Puts teams that were restored into the places that they lost, and counts for how many that was possible. */
export async function giveBackLostPlaces(
  { commands, current }: Pick<EditionPlatform, 'commands' | 'current'>,
  places: ReadonlyMap<Division, LostPlaces>,
  context: CommandContext,
): Promise<{ back: number; taken: number }> {
  const counts = { back: 0, taken: 0 }
  for (const [division, lost] of places) {
    const command: GiveBackPlaces = { type: 'GiveBackPlaces', data: { lost }, metadata: { now: context.now } }
    // The request's key belongs to another command of it.
    const { state } = await commands.handle(
      giveBackPlacesDecider,
      { stream: poolsStream(division, current.edition), command },
      { ...context, idempotency: null },
    )
    const { back, taken } = countPlacesBack(state, lost)
    counts.back += back
    counts.taken += taken
  }
  return counts
}
