import type { TimedCommand } from '../../language/command.ts'
import { editionStream } from '../../language/edition.ts'
import { poolsErrors } from '../errors.ts'
import type { PoolsEvent } from '../events.ts'
import { type Division, divisions } from '../team.ts'
import { byPoolName, isTooMany, placeLabel, sizeError } from './pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

/**
 * The pools of one division. `saved` is what staff have drafted since the last publication; null when they have not,
 * which is something else than a draft without pools.
 */
export interface Pools {
  readonly saved: readonly SavedPool[] | null
  readonly published: readonly SavedPool[]
}

export const initialState = (): Pools => ({ saved: null, published: [] })

export function evolve(pools: Pools, event: PoolsEvent): Pools {
  switch (event.type) {
    case 'PoolsSaved':
      return { ...pools, saved: event.data.pools }
    case 'PoolsPublished':
      return pools.saved === null ? pools : { saved: null, published: pools.saved }
    case 'PoolsUnpublished':
      return { saved: pools.saved ?? pools.published, published: [] }
    case 'PoolsPutBack':
      return event.data
    case 'PoolPlacesFreed':
      return freed(pools, new Set(event.data.teams))
    default:
      return pools
  }
}

const freed = ({ saved, published }: Pools, teams: ReadonlySet<string>): Pools => ({
  saved: saved && withoutTeams(saved, teams),
  published: withoutTeams(published, teams),
})

/** True where the draft of staff is other than what is public. */
export const hasNewerDraft = ({ saved, published }: Pools): boolean =>
  saved !== null && published.length > 0 && !isSameArrangement(saved, published)

/** Returns the pools that staff go on working with: the draft, or else the public ones. */
export const workingPools = ({ saved, published }: Pools): readonly SavedPool[] => saved ?? published

/** `comp`, and `comp-2026` in a later edition. */
export const poolsId = (division: Division, edition: string): string => editionStream(division, edition)

export const poolsStream = (division: Division, edition: string): string => `pools-${poolsId(division, edition)}`

/** Undefined for a stream of a division that does not exist. */
export function poolsIdOf(stream: string): string | undefined {
  const id = stream.slice('pools-'.length)
  return divisions.some((division) => id.split('-')[0] === division) ? id : undefined
}

/** The same pools with the places of these teams empty. */
export function withoutTeams(pools: readonly SavedPool[], teams: ReadonlySet<string>): SavedPool[] {
  const unlessRemoved = (team: string | null) => (team !== null && teams.has(team) ? null : team)
  return pools.map((pool) => ({ ...pool, teams: pool.teams.map(unlessRemoved) }))
}

/** Lists the changes between two arrangements: first of pools, then of teams, in the order of the places. */
export function poolChanges(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  return [...changesOfPools(before, after), ...changesOfTeams(before, after)]
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

function changesOfPools(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const earlier = new Map(before.map((pool) => [pool.id, pool]))
  const left = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !left.has(id))
  return [
    ...removed.map(({ name }): PoolChange => ({ kind: 'pool-removed', pool: name })),
    ...after.flatMap((pool): PoolChange[] => {
      const was = earlier.get(pool.id)
      if (!was) return [{ kind: 'pool-added', pool: pool.name, size: pool.size }]
      return [
        ...(was.name === pool.name ? [] : [{ kind: 'pool-renamed' as const, pool: was.name, to: pool.name }]),
        ...(was.size === pool.size
          ? []
          : [{ kind: 'pool-resized' as const, pool: pool.name, from: was.size, size: pool.size }]),
      ]
    }),
  ]
}

interface PoolPlace {
  readonly pool: string
  readonly position: number
  readonly label: string
}

function listPlaces(pools: readonly SavedPool[]): Map<string, PoolPlace> {
  return new Map(
    pools.flatMap(({ id, name, teams }) =>
      teams.flatMap((team, position): [string, PoolPlace][] =>
        team === null ? [] : [[team, { pool: id, position, label: placeLabel(name, position) }]],
      ),
    ),
  )
}

function changesOfTeams(before: readonly SavedPool[], after: readonly SavedPool[]): PoolChange[] {
  const [from, to] = [listPlaces(before), listPlaces(after)]
  return [...new Set([...to.keys(), ...from.keys()])].flatMap((team): PoolChange[] => {
    const [was, is] = [from.get(team), to.get(team)]
    if (was?.pool === is?.pool && was?.position === is?.position) return []
    return [{ kind: 'team-moved', team, from: was?.label ?? null, to: is?.label ?? null }]
  })
}

/** `teams` are those that are registered, by id: what the decision needs to know of other streams. */
export type SavePools = TimedCommand<
  'SavePools',
  {
    readonly division: Division
    readonly pools: readonly SavedPool[]
    readonly teams: ReadonlyMap<string, Division>
  }
>

export function savePools({ data: { division, pools, teams } }: SavePools, before: Pools): PoolsEvent[] {
  if (isTooMany(pools.length)) return poolsErrors.fail('TOO_MANY_POOLS', { pools: 'Please use at most 26 pools.' })
  refuseMisshapen(pools)
  refuseWrongTeams(pools, teams, division)
  const arranged = pools.toSorted(byPoolName)
  if (isSameArrangement(arranged, before.saved ?? [])) {
    // A draft without pools changes nothing, unless it replaces pools that are public.
    if (before.saved !== null || before.published.length === 0) return []
  }
  return [{ type: 'PoolsSaved', data: { pools: arranged } }]
}

function refuseMisshapen(pools: readonly SavedPool[]): void {
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

function refuseWrongTeams(
  pools: readonly SavedPool[],
  registered: ReadonlyMap<string, Division>,
  division: Division,
): void {
  const placed = new Set<string>()
  for (const [index, { teams }] of pools.entries()) {
    for (const [position, team] of teams.entries()) {
      if (team === null) continue
      const field = `pools.${index}.teams.${position}`
      const home = registered.get(team)
      if (home === undefined) poolsErrors.fail('POOL_TEAM_UNKNOWN', { [field]: 'There is no such team.' })
      if (home !== division)
        poolsErrors.fail('POOL_TEAM_FOREIGN', { [field]: 'This team plays in the other division.' })
      if (placed.has(team)) poolsErrors.fail('POOL_TEAM_TWICE', { [field]: 'This team is already in another place.' })
      placed.add(team)
    }
  }
}

export const savePoolsDecider = { decide: savePools, evolve, initialState }

/** `teams` are those that are registered, by id, as for saving: none of them may have been removed since. */
export type PublishPools = TimedCommand<'PublishPools', { readonly teams: ReadonlyMap<string, Division> }>

/** True where there is something to publish. */
export const hasDraft = (pools: Pools): pools is Pools & { readonly saved: readonly SavedPool[] } =>
  pools.saved !== null

/** Both divisions are published at once: one without a draft stays as it is. */
export function publishPools({ data: { teams } }: PublishPools, pools: Pools): PoolsEvent[] {
  if (!hasDraft(pools)) return []
  refuseRemovedTeams(pools.saved, teams)
  return [{ type: 'PoolsPublished', data: {} }]
}

function refuseRemovedTeams(pools: readonly SavedPool[], teams: Pick<ReadonlySet<string>, 'has'>): void {
  const placed = pools.flatMap((pool) => pool.teams)
  if (placed.some((team) => team !== null && !teams.has(team))) poolsErrors.fail('POOL_TEAM_UNKNOWN')
}

export const publishPoolsDecider = { decide: publishPools, evolve, initialState }

export type UnpublishPools = TimedCommand<'UnpublishPools', Record<string, never>>

/** True where there is something to take back from the public. */
export const isPublic = ({ published }: Pools): boolean => published.length > 0

export function unpublishPools(_command: UnpublishPools, pools: Pools): PoolsEvent[] {
  return isPublic(pools) ? [{ type: 'PoolsUnpublished', data: {} }] : []
}

export const unpublishPoolsDecider = { decide: unpublishPools, evolve, initialState }

/** `pools` is how they were; `teams` are the ids of those that are registered, or will be by then. */
export type PutBackPools = TimedCommand<
  'PutBackPools',
  { readonly pools: Pools; readonly teams: Pick<ReadonlySet<string>, 'has'> }
>

/** Takes back what was saved, published or freed: no team comes back to a pool that is no team any more. */
export function putBackPools({ data: { pools, teams } }: PutBackPools, now: Pools): PoolsEvent[] {
  const events = toContent(pools, now)
  if (events.length > 0) refuseRemovedTeams([...(pools.saved ?? []), ...pools.published], teams)
  return events
}

const toContent = (pools: Pools, now: Pools): PoolsEvent[] =>
  JSON.stringify(normalize(pools)) === JSON.stringify(normalize(now))
    ? []
    : [{ type: 'PoolsPutBack', data: normalize(pools) }]

/** Fields in one order, so that the same pools are the same text. */
const normalize = ({ saved, published }: Pools) => ({
  saved: saved?.map(ordered) ?? null,
  published: published.map(ordered),
})
const ordered = ({ id, name, size, teams }: SavedPool) => ({ id, name, size, teams: [...teams] })

export const putBackPoolsDecider = { decide: putBackPools, evolve, initialState }

/** The pools by team, as they were while the team had its places in them. */
export type LostPlaces = ReadonlyMap<string, Pools>

export type GiveBackPlaces = TimedCommand<'GiveBackPlaces', { readonly lost: LostPlaces }>

/** Puts teams that are in again into the places that they lost, where these still exist and are free. */
export function giveBackPlaces({ data: { lost } }: GiveBackPlaces, now: Pools): PoolsEvent[] {
  return toContent(withPlacesBack(now, lost), now)
}

/** The pools with these teams in the places that they lost, where these still exist and are free. */
function withPlacesBack(now: Pools, lost: LostPlaces): Pools {
  return [...lost].reduce<Pools>(
    ({ saved, published }, [team, were]) => ({
      saved: saved && placedAgain(team, workingPools(were), saved),
      published: placedAgain(team, were.published, published),
    }),
    now,
  )
}

function placedAgain(team: string, were: readonly SavedPool[], are: readonly SavedPool[]): readonly SavedPool[] {
  const home = were.find(({ teams }) => teams.includes(team))
  const at = home?.teams.indexOf(team) ?? -1
  if (are.some(({ teams }) => teams.includes(team))) return are
  return are.map((pool) =>
    pool.id === home?.id && pool.teams[at] === null ? { ...pool, teams: pool.teams.with(at, team) } : pool,
  )
}

export const giveBackPlacesDecider = { decide: giveBackPlaces, evolve, initialState }

/** Counts the teams that had a place in what is shown now: those that have one again, and those that do not. */
export function countPlacesBack(now: Pools, lost: LostPlaces): { readonly back: number; readonly taken: number } {
  const isIn = (team: string, pools: readonly SavedPool[]) => pools.some(({ teams }) => teams.includes(team))
  const missing = [...lost].filter(
    ([team, were]) =>
      (isIn(team, were.published) && now.published.length > 0 && !isIn(team, now.published)) ||
      (isIn(team, workingPools(were)) && !isIn(team, workingPools(now))),
  )
  return { back: lost.size - missing.length, taken: missing.length }
}

/** An event with its place in the log. */
type PlacedEvent = PoolsEvent & { readonly metadata: { readonly position: number } }

/**
 * The events of the pools before the team lost its places after a position of the log, at which it was removed or moved to
 * the other division; null where it had none. `history` are all events of the pools, oldest first.
 */
export function eventsBeforeLoss<E extends PlacedEvent>(
  history: readonly E[],
  team: string,
  position: number,
): readonly E[] | null {
  const freed = history.findIndex(
    ({ type, data, metadata }) =>
      type === 'PoolPlacesFreed' && metadata.position > position && data.teams.includes(team),
  )
  return freed < 0 ? null : history.slice(0, freed)
}

/** `teams` are those that were removed or moved to the other division, by their ids. */
export type FreePlaces = TimedCommand<'FreePlaces', { readonly teams: readonly string[] }>

/** Frees places in the draft and in what is public alike. */
export function freePlaces({ data: { teams } }: FreePlaces, { saved, published }: Pools): PoolsEvent[] {
  // Stryker disable next-line ArrayDeclaration: an element that is no pool has no teams
  const draft = saved ?? []
  const placed = new Set([...draft, ...published].flatMap((pool) => pool.teams))
  const freed = teams.filter((team) => placed.has(team))
  return freed.length === 0 ? [] : [{ type: 'PoolPlacesFreed', data: { teams: freed } }]
}

export const freePlacesDecider = { decide: freePlaces, evolve, initialState }
