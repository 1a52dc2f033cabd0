import type { TimedCommand } from '../../language/command.ts'
import { editionStream } from '../../language/edition.ts'
import { poolsErrors } from '../errors.ts'
import type { PoolsEvent } from '../events.ts'
import { type Division, divisions } from '../team.ts'
import { byPoolName, isTooMany, placeLabel, sizeError } from './pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

/** The pools of one division. */
export interface Pools {
  /**
   * The pools that staff saved and have not published; null without a draft. An empty list is a draft too, whose
   * publication takes the public pools away. Events and rows store the draft as `saved`.
   */
  readonly draft: readonly SavedPool[] | null
  readonly published: readonly SavedPool[]
}

export const initialState = (): Pools => ({ draft: null, published: [] })

export function evolve(pools: Pools, event: PoolsEvent): Pools {
  switch (event.type) {
    case 'PoolsSaved':
      return { ...pools, draft: event.data.pools }
    case 'PoolsPublished':
      return pools.draft === null ? pools : { draft: null, published: pools.draft }
    case 'PoolsUnpublished':
      return { draft: workingPools(pools), published: [] }
    case 'PoolsPutBack':
      return { draft: event.data.saved, published: event.data.published }
    case 'PoolPlacesFreed':
      return emptyPlaces(pools, new Set(event.data.teams))
    default:
      return pools
  }
}

const emptyPlaces = ({ draft, published }: Pools, teams: ReadonlySet<string>): Pools => ({
  draft: draft && withoutTeams(draft, teams),
  published: withoutTeams(published, teams),
})

export const hasDraft = (pools: Pools): pools is Pools & { readonly draft: readonly SavedPool[] } =>
  pools.draft !== null

export const isPublic = ({ published }: Pools): boolean => published.length > 0

/** Returns true if there are public pools, and a draft that differs from them. */
export const hasNewerDraft = (pools: Pools): boolean =>
  isPublic(pools) && hasDraft(pools) && !isSameArrangement(pools.draft, pools.published)

/** Returns the pools that staff go on working with: the draft, or else the public ones. */
export const workingPools = ({ draft, published }: Pools): readonly SavedPool[] => draft ?? published

/** `comp` in the first edition, `comp-2026` in a later one. */
export const poolsId = (division: Division, edition: string): string => editionStream(division, edition)

export const poolsStream = (division: Division, edition: string): string => `pools-${poolsId(division, edition)}`

/** Returns the id of the pools of a stream; undefined for a stream of a division that does not exist. */
export function poolsIdOf(stream: string): string | undefined {
  const id = stream.slice('pools-'.length)
  return divisions.some((division) => id.split('-')[0] === division) ? id : undefined
}

/** Empties the places of these teams. */
export function withoutTeams(pools: readonly SavedPool[], teams: ReadonlySet<string>): SavedPool[] {
  return pools.map((pool) => ({
    ...pool,
    teams: pool.teams.map((team) => (team !== null && teams.has(team) ? null : team)),
  }))
}

/** Lists the changes between two arrangements: first of pools, then of teams, in the order of the places. */
export function poolChanges(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  return [...listPoolChanges(before, after), ...listTeamMoves(before, after)]
}

export const isSameArrangement = (one: readonly SavedPool[], other: readonly SavedPool[]): boolean =>
  one.length === other.length && one.every((pool, index) => isSamePool(pool, other[index]))

function isSamePool(one: SavedPool, other: SavedPool | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.name === other.name &&
    one.size === other.size &&
    one.teams.length === other.teams.length &&
    one.teams.every((team, position) => team === other.teams[position])
  )
}

function listPoolChanges(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const poolsBefore = new Map(before.map((pool) => [pool.id, pool]))
  const idsAfter = new Set(after.map(({ id }) => id))
  const removedPools = before.filter(({ id }) => !idsAfter.has(id))
  return [
    ...removedPools.map(({ name }): PoolChange => ({ kind: 'pool-removed', pool: name })),
    ...after.flatMap((pool) => comparePool(poolsBefore.get(pool.id), pool)),
  ]
}

function comparePool(before: SavedPool | undefined, { name, size }: SavedPool): PoolChange[] {
  if (!before) return [{ kind: 'pool-added', pool: name, size }]
  const changes: PoolChange[] = []
  if (before.name !== name) changes.push({ kind: 'pool-renamed', pool: before.name, to: name })
  if (before.size !== size) changes.push({ kind: 'pool-resized', pool: name, from: before.size, size })
  return changes
}

interface PoolPlace {
  readonly poolId: string
  readonly position: number
  readonly label: string
}

/** Returns the place of each team, by the team's id. */
function listPlaces(pools: readonly SavedPool[]): Map<string, PoolPlace> {
  return new Map(
    pools.flatMap(({ id, name, teams }) =>
      teams.flatMap((team, position): [string, PoolPlace][] =>
        team === null ? [] : [[team, { poolId: id, position, label: placeLabel(name, position) }]],
      ),
    ),
  )
}

function listTeamMoves(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const [placesBefore, placesAfter] = [listPlaces(before), listPlaces(after)]
  return [...new Set([...placesAfter.keys(), ...placesBefore.keys()])].flatMap((team): PoolChange[] => {
    const [from, to] = [placesBefore.get(team), placesAfter.get(team)]
    if (from?.poolId === to?.poolId && from?.position === to?.position) return []
    return [{ kind: 'team-moved', team, from: from?.label ?? null, to: to?.label ?? null }]
  })
}

export type SavePools = TimedCommand<
  'SavePools',
  {
    readonly division: Division
    readonly pools: readonly SavedPool[]
    /** The division of each registered team, by the team's id. */
    readonly divisionByTeam: ReadonlyMap<string, Division>
  }
>

export function savePools({ data: { division, pools, divisionByTeam } }: SavePools, before: Pools): PoolsEvent[] {
  if (isTooMany(pools.length)) return poolsErrors.fail('TOO_MANY_POOLS', { pools: 'Please use at most 26 pools.' })
  rejectMisshapen(pools)
  rejectWrongTeams(pools, divisionByTeam, division)
  const arranged = pools.toSorted(byPoolName)
  return changesNothing(arranged, before) ? [] : [{ type: 'PoolsSaved', data: { pools: arranged } }]
}

function changesNothing(arranged: readonly SavedPool[], { draft, published }: Pools): boolean {
  if (draft !== null) return isSameArrangement(arranged, draft)
  // While pools are public, the first save always begins a draft, even with the same pools or without pools.
  return published.length === 0 && arranged.length === 0
}

function rejectMisshapen(pools: readonly SavedPool[]): void {
  const ids = new Set<string>()
  for (const [index, { id, size, teams }] of pools.entries()) {
    if (ids.has(id)) poolsErrors.fail('POOL_TWICE', { [`pools.${index}.id`]: 'Another pool has this id.' })
    ids.add(id)
    const error = sizeError(size)
    if (error) poolsErrors.fail('POOL_SIZE', { [`pools.${index}.size`]: error })
    if (teams.length !== size)
      poolsErrors.fail('POOL_LENGTH', {
        [`pools.${index}.teams`]: `This pool has ${size} places, and ${teams.length} are listed.`,
      })
  }
}

function rejectWrongTeams(
  pools: readonly SavedPool[],
  divisionByTeam: ReadonlyMap<string, Division>,
  division: Division,
): void {
  const placed = new Set<string>()
  for (const [index, { teams }] of pools.entries()) {
    for (const [position, team] of teams.entries()) {
      if (team === null) continue
      const field = `pools.${index}.teams.${position}`
      const teamDivision = divisionByTeam.get(team)
      if (teamDivision === undefined) poolsErrors.fail('POOL_TEAM_UNKNOWN', { [field]: 'There is no such team.' })
      if (teamDivision !== division)
        poolsErrors.fail('POOL_TEAM_FOREIGN', { [field]: 'This team plays in the other division.' })
      if (placed.has(team)) poolsErrors.fail('POOL_TEAM_TWICE', { [field]: 'This team is already in another place.' })
      placed.add(team)
    }
  }
}

export const savePoolsDecider = { decide: savePools, evolve, initialState }

/** The ids of teams, as a set or as the keys of a map. */
type TeamIds = Pick<ReadonlySet<string>, 'has'>

/** `registeredTeams` are the teams of both divisions. A team may have been removed since the draft was saved. */
export type PublishPools = TimedCommand<'PublishPools', { readonly registeredTeams: TeamIds }>

/** Without a draft, publishing changes nothing: another request may have published the draft already. */
export function publishPools({ data: { registeredTeams } }: PublishPools, pools: Pools): PoolsEvent[] {
  if (!hasDraft(pools)) return []
  rejectRemovedTeams(pools.draft, registeredTeams)
  return [{ type: 'PoolsPublished', data: {} }]
}

function rejectRemovedTeams(pools: readonly SavedPool[], registeredTeams: TeamIds): void {
  const placed = pools.flatMap((pool) => pool.teams)
  if (placed.some((team) => team !== null && !registeredTeams.has(team))) poolsErrors.fail('POOL_TEAM_UNKNOWN')
}

export const publishPoolsDecider = { decide: publishPools, evolve, initialState }

export type UnpublishPools = TimedCommand<'UnpublishPools', Record<string, never>>

export function unpublishPools(_command: UnpublishPools, pools: Pools): PoolsEvent[] {
  return isPublic(pools) ? [{ type: 'PoolsUnpublished', data: {} }] : []
}

export const unpublishPoolsDecider = { decide: unpublishPools, evolve, initialState }

export type PutBackPools = TimedCommand<
  'PutBackPools',
  {
    /** The pools before the event that is undone. */
    readonly pools: Pools
    /** The registered teams of both divisions, and the removed teams that the same undo restores. */
    readonly registeredTeams: TeamIds
  }
>

/** Makes the pools what they were before the undone event. Rejects pools with teams that were removed since. */
export function putBackPools({ data: { pools, registeredTeams } }: PutBackPools, now: Pools): PoolsEvent[] {
  const events = putBackIfChanged(pools, now)
  if (events.length > 0) rejectRemovedTeams([...(pools.draft ?? []), ...pools.published], registeredTeams)
  return events
}

export function putBackIfChanged(wanted: Pools, now: Pools): PoolsEvent[] {
  const { draft, published } = wanted
  const isSameDraft = draft && now.draft ? isSameArrangement(draft, now.draft) : draft === now.draft
  if (isSameDraft && isSameArrangement(published, now.published)) return []
  return [{ type: 'PoolsPutBack', data: { saved: draft && [...draft], published: [...published] } }]
}

export const putBackPoolsDecider = { decide: putBackPools, evolve, initialState }
