import { hasDraft, isPublic } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { isSameArrangement, type Pools, type SavedPool, workingPools } from '@ultimate/events/tournament/pools/pools.ts'
import type { Pool, PoolTeam, Touch } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Arrangement } from './arrangement.ts'

/** The server's pools of one division. */
export interface StoredDivision {
  readonly saved: readonly SavedPool[]
  readonly published: readonly SavedPool[]
  /** The user who saved the draft, and the time; null without a draft, which differs from a draft without pools. */
  readonly draft: Touch | null
  /** The user who made the last change. */
  readonly changed: Touch | null
  /** The version on which a change must be based. */
  readonly version: number
  /** The teams that stand in these pools. */
  readonly placed: readonly PoolTeam[]
}

/** The server's pools of the division on the screen, and of the other one, which is published with it. */
export interface StoredPools extends StoredDivision {
  readonly other: StoredDivision
}

const nothing: StoredDivision = { saved: [], published: [], draft: null, changed: null, version: 0, placed: [] }
export const noPools: StoredPools = { ...nothing, other: nothing }

export interface Notice {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
  /** True where the change that it reports can be taken back. */
  readonly offersUndo?: boolean
}

/** The one of a division's two arrangements that the screen shows. */
export type View = 'public' | 'draft'

/** Returns the view in which editing begins: the public pools if there are any, otherwise the saved ones. */
export const startingView = ({ published }: StoredDivision): View => (published.length > 0 ? 'public' : 'draft')

/** The view of what was written last: the draft if there is one, because publishing clears it. */
export const latestView = ({ draft, published }: StoredDivision): View =>
  draft === null && published.length > 0 ? 'public' : 'draft'

/** The same view, or the other one where there is nothing left in it. */
export function viewAfter(stored: StoredDivision, view: View): View {
  return view === 'public' ? startingView(stored) : latestView(stored)
}

export const viewed = ({ saved, published }: StoredDivision, view: View): Arrangement =>
  view === 'public' ? published : saved

/** Returns the pools in the form that the rules of pools use. */
export const toPools = ({ draft, saved, published }: StoredDivision): Pools => ({
  saved: draft === null ? null : saved,
  published,
})

export const latest = (stored: StoredDivision): Arrangement => workingPools(toPools(stored))

export function startingNotice(stored: StoredPools): Notice | null {
  if (startingView(stored) === 'public')
    return { tone: 'good', text: 'Loaded published pools as starting point for new changes' }
  if (stored.saved.length > 0) return { tone: 'good', text: 'Loaded saved pool configuration' }
  return null
}

/** A draft without pools counts where it would take public ones away. */
const isWorthPublishing = (pools: Pools): boolean => hasDraft(pools) && (pools.saved.length > 0 || isPublic(pools))

export const hasSavedPools = (stored: StoredPools): boolean =>
  isWorthPublishing(toPools(stored)) || isWorthPublishing(toPools(stored.other))
export const hasPublishedPools = (stored: StoredPools): boolean =>
  isPublic(toPools(stored)) || isPublic(toPools(stored.other))

export const isSameStored = (one: StoredDivision, other: StoredDivision): boolean =>
  isSameArrangement(one.saved, other.saved) && isSameArrangement(one.published, other.published)

/** Returns the pools of a division as the public sees them: without phone and e-mail. */
function shown({ published, placed }: StoredDivision): Pool[] {
  const teams = new Map(placed.map(({ id, name, captain_name }) => [id, { id, name, captain_name }]))
  return published.map((pool) => ({ ...pool, teams: pool.teams.map((team) => teams.get(team ?? '') ?? null) }))
}

/** Returns the pools of both divisions as the public sees them. */
export function publicPools(division: Division, stored: StoredPools): Readonly<Record<Division, readonly Pool[]>> {
  const [own, other] = [shown(stored), shown(stored.other)]
  return division === 'comp' ? { comp: own, rec: other } : { comp: other, rec: own }
}
