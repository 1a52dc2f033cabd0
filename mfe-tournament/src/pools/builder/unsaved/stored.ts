import {
  hasDraft,
  isPublic,
  isSameArrangement,
  type Pools,
  workingPools,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { Pool, PoolTeam, Touch } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Arrangement } from './arrangement.ts'

/** The server's pools of one division. */
export interface StoredDivision extends Pools {
  /** The user who saved the draft, and the time; null without a draft. */
  readonly draftedBy: Touch | null
  /** The user who made the last change, and the time. */
  readonly changedBy: Touch | null
  /** The version on which a change must be based. */
  readonly version: number
  /** The teams that stand in these pools. */
  readonly placed: readonly PoolTeam[]
}

/** The server's pools of the division on the screen, and of the other one. Both are published together. */
export interface StoredPools extends StoredDivision {
  readonly other: StoredDivision
}

const noDivision: StoredDivision = {
  draft: null,
  published: [],
  draftedBy: null,
  changedBy: null,
  version: 0,
  placed: [],
}
export const noPools: StoredPools = { ...noDivision, other: noDivision }

export type View = 'public' | 'draft'

/** Returns the view in which editing begins: the public pools if there are any, even beside a draft. */
export const startingView = (stored: StoredDivision): View => (isPublic(stored) ? 'public' : 'draft')

/** Returns the view of the newest pools: the draft if there is one, because a publication ends the draft. */
export const latestView = (stored: StoredDivision): View => (isPublic(stored) && !hasDraft(stored) ? 'public' : 'draft')

/** Returns the wanted view if the server has it, or else the other one; the draft if it has neither. */
export const availableView = (stored: StoredDivision, wanted: View): View =>
  wanted === 'public' ? startingView(stored) : latestView(stored)

export const arrangementOf = ({ draft, published }: StoredDivision, view: View): Arrangement =>
  view === 'public' ? published : (draft ?? [])

/** Returns the newest pools, as `latestView` shows them. */
export const latestArrangement = (stored: StoredDivision): Arrangement => workingPools(stored)

export const isSameStored = (one: StoredDivision, other: StoredDivision): boolean =>
  (['draft', 'public'] as const).every((view) =>
    isSameArrangement(arrangementOf(one, view), arrangementOf(other, view)),
  )

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
