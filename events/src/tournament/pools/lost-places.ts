import type { TimedCommand } from '../../language/command.ts'
import type { PoolsEvent } from '../events.ts'
import type { PlacesGivenBack } from '../team-api.ts'
import { evolve, initialState, isPublic, type Pools, putBackIfChanged, workingPools } from './arrange-pools.ts'
import type { SavedPool } from './pools-api.ts'

/** `lostTeams` were removed or moved to the other division, and lose their places. */
export type FreePlaces = TimedCommand<'FreePlaces', { readonly lostTeams: readonly string[] }>

/** Frees the places of these teams in the draft and in the public pools. */
export function freePlaces({ data: { lostTeams } }: FreePlaces, pools: Pools): PoolsEvent[] {
  const placedTeams = lostTeams.filter((team) => hasPlace(team, pools.draft ?? []) || hasPlace(team, pools.published))
  return placedTeams.length === 0 ? [] : [{ type: 'PoolPlacesFreed', data: { teams: placedTeams } }]
}

export const freePlacesDecider = { decide: freePlaces, evolve, initialState }

const hasPlace = (team: string, pools: readonly SavedPool[]): boolean => pools.some(({ teams }) => teams.includes(team))

/** By the id of a team: the pools just before the team lost its places. */
export type PoolsBeforeLoss = ReadonlyMap<string, Pools>

export type GiveBackPlaces = TimedCommand<'GiveBackPlaces', { readonly poolsBeforeLoss: PoolsBeforeLoss }>

/** Puts restored teams into the places that they lost, where these still exist and are free. */
export function giveBackPlaces({ data: { poolsBeforeLoss } }: GiveBackPlaces, now: Pools): PoolsEvent[] {
  return putBackIfChanged(restorePlaces(poolsBeforeLoss, now), now)
}

/** Puts each team into its old place in the draft, and into its old place in the public pools. */
function restorePlaces(poolsBeforeLoss: PoolsBeforeLoss, now: Pools): Pools {
  let { draft, published } = now
  for (const [team, before] of poolsBeforeLoss) {
    // A draft that began after the loss is a copy of the public pools, hence `workingPools`.
    draft = draft && restorePlace(team, workingPools(before), draft)
    published = restorePlace(team, before.published, published)
  }
  return { draft, published }
}

/** Puts the team into its old place, if that place still exists and is free. */
function restorePlace(team: string, before: readonly SavedPool[], now: readonly SavedPool[]): readonly SavedPool[] {
  const poolBefore = before.find(({ teams }) => teams.includes(team))
  if (poolBefore === undefined || hasPlace(team, now)) return now
  const position = poolBefore.teams.indexOf(team)
  return now.map((pool) =>
    pool.id === poolBefore.id && pool.teams[position] === null
      ? { ...pool, teams: pool.teams.with(position, team) }
      : pool,
  )
}

export const giveBackPlacesDecider = { decide: giveBackPlaces, evolve, initialState }

/** Counts the teams that have all their places `back`, and those of which a place is `taken`. */
export function countTeamsGivenBack(now: Pools, poolsBeforeLoss: PoolsBeforeLoss): PlacesGivenBack {
  const teamsLackingPlace = [...poolsBeforeLoss].filter(([team, before]) => lacksPlace(team, before, now))
  return { back: poolsBeforeLoss.size - teamsLackingPlace.length, taken: teamsLackingPlace.length }
}

function lacksPlace(team: string, before: Pools, now: Pools): boolean {
  const lacksWorkingPlace = hasPlace(team, workingPools(before)) && !hasPlace(team, workingPools(now))
  // After an unpublication, there are no public places to restore.
  const lacksPublicPlace = isPublic(now) && hasPlace(team, before.published) && !hasPlace(team, now.published)
  return lacksWorkingPlace || lacksPublicPlace
}

/** An event with its position in the log. */
type PositionedEvent = PoolsEvent & { readonly metadata: { readonly position: number } }

/**
 * Returns the events of the pools before the team lost its places; null if the team had no places. `history` are all
 * events of the pools, oldest first. `removedAt` is the position in the log at which the team was removed or moved to
 * the other division.
 */
export function poolsEventsBeforeLoss<E extends PositionedEvent>(
  history: readonly E[],
  team: string,
  removedAt: number,
): readonly E[] | null {
  const lossIndex = history.findIndex(
    ({ type, data, metadata }) =>
      type === 'PoolPlacesFreed' && metadata.position > removedAt && data.teams.includes(team),
  )
  return lossIndex < 0 ? null : history.slice(0, lossIndex)
}
