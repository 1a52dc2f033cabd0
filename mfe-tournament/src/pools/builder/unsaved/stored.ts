import { isSameArrangement, type Pools, workingPools } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { Pool, PoolTeam, SavedPool, Touch } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Arrangement } from './arrangement.ts'

/** The server's pools of one division. */
export interface StoredDivision {
  readonly saved: readonly SavedPool[]
  readonly published: readonly SavedPool[]
  /** The user who saved the draft, and the time; null without a draft, which differs from a draft without pools. */
  readonly draftedBy: Touch | null
  /** The user who made the last change, and the time. */
  readonly changedBy: Touch | null
  /** The version on which a change must be based. */
  readonly version: number
  /** The teams that stand in these pools. */
  readonly placed: readonly PoolTeam[]
}

/** The server's pools of the division on the screen, and of the other one, which is published with it. */
export interface StoredPools extends StoredDivision {
  readonly other: StoredDivision
}

const noDivision: StoredDivision = {
  saved: [],
  published: [],
  draftedBy: null,
  changedBy: null,
  version: 0,
  placed: [],
}
export const noPools: StoredPools = { ...noDivision, other: noDivision }

/** Which of a division's two arrangements the screen shows. */
export type View = 'public' | 'draft'

/** Returns the view in which editing begins: the public pools if there are any, otherwise the saved ones. */
export const startingView = ({ published }: StoredDivision): View => (published.length > 0 ? 'public' : 'draft')

/** The view of the pools that were saved last: the draft if there is one, because publishing clears it. */
export const latestView = ({ draftedBy, published }: StoredDivision): View =>
  draftedBy === null && published.length > 0 ? 'public' : 'draft'

/** Returns the same view, or the other one if this one has no pools any more. */
export function viewAfter(stored: StoredDivision, view: View): View {
  return view === 'public' ? startingView(stored) : latestView(stored)
}

export const arrangementOf = ({ saved, published }: StoredDivision, view: View): Arrangement =>
  view === 'public' ? published : saved

/** Returns the pools in the form that the rules of pools use. */
export const toPools = ({ draftedBy, saved, published }: StoredDivision): Pools => ({
  draft: draftedBy === null ? null : saved,
  published,
})

export const latestArrangement = (stored: StoredDivision): Arrangement => workingPools(toPools(stored))

export const isSameStored = (one: StoredDivision, other: StoredDivision): boolean =>
  isSameArrangement(one.saved, other.saved) && isSameArrangement(one.published, other.published)

/** Returns the pools of a division as the public sees them: without phone and e-mail. */
function toPublicPools({ published, placed }: StoredDivision): Pool[] {
  const teams = new Map(placed.map(({ id, name, captain_name }) => [id, { id, name, captain_name }]))
  return published.map((pool) => ({ ...pool, teams: pool.teams.map((team) => teams.get(team ?? '') ?? null) }))
}

/** Returns the pools of both divisions as the public sees them. */
export function publicPools(division: Division, stored: StoredPools): Readonly<Record<Division, readonly Pool[]>> {
  const [own, other] = [toPublicPools(stored), toPublicPools(stored.other)]
  return division === 'comp' ? { comp: own, rec: other } : { comp: other, rec: own }
}
