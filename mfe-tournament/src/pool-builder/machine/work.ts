import { isSameArrangement } from '@ultimate/events/tournament/pool-changes.ts'
import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import {
  type Arrangement,
  addPools,
  deletePool,
  knownOnly,
  type NewPools,
  type Place,
  placeTeam,
  removeTeam,
} from './arrangement.ts'
import {
  hasPublishedPools,
  hasSavedPools,
  isSameStored,
  latest,
  type Notice,
  type StoredPools,
} from './stored-pools.ts'

export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly teams: readonly ReachableTeam[]; readonly stored: StoredPools }
  | { readonly kind: 'failed'; readonly sentence: string }

/** `settled` may be a partial success: its notice says so. Any other failure is an error of the actor. */
export type WriteOutcome =
  | { readonly kind: 'settled'; readonly stored: StoredPools; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'stale'; readonly theirs: StoredPools }

/** The input of a write: the arrangement on the screen, and the last known state of the server. */
export interface Writing {
  readonly division: Division
  readonly pools: Arrangement
  readonly isChanged: boolean
  readonly stored: StoredPools
}

type Edit =
  | ({ readonly type: 'pools.add' } & NewPools)
  | { readonly type: 'pool.delete'; readonly pool: string }
  /** Without a team: the one that is held. */
  | { readonly type: 'team.place'; readonly team?: string; readonly place: Place }
  | { readonly type: 'team.remove'; readonly team: string }
  /** An earlier state from the history. */
  | { readonly type: 'arrangement.take'; readonly pools: Arrangement }
  | { readonly type: 'discard' }

export type PoolBuilderEvent =
  | Edit
  | { readonly type: 'team.hold'; readonly team: string }
  | { readonly type: 'team.letGo' }
  | { readonly type: 'save' }
  | { readonly type: 'publish' }
  | { readonly type: 'publish.confirm' }
  | { readonly type: 'publish.cancel' }
  | { readonly type: 'unpublish' }
  | { readonly type: 'theirs.take' }
  | { readonly type: 'mine.keep' }
  /** Neither yet: back to the work. The next save meets the same conflict. */
  | { readonly type: 'conflict.close' }
  /** The pools changed on the server, perhaps by our own write. */
  | { readonly type: 'remote.changed' }
  /** A team registered, or staff changed, removed or restored one: apart from the pools, and at any time. */
  | { readonly type: 'teams.changed' }
  | { readonly type: 'retry' }
  | { readonly type: 'notice.dismiss' }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice | null }

export type Intent = 'save' | 'publish' | 'unpublish'

export interface Context {
  readonly division: Division
  readonly teams: readonly ReachableTeam[]
  readonly stored: StoredPools
  /** What the arrangement on the screen is compared with. */
  readonly base: Arrangement
  readonly pools: Arrangement
  /** The team that was picked up and not put down yet. */
  readonly held: string | null
  readonly notice: Notice | null
  readonly loadError: string
  readonly theirs: StoredPools | null
  /** The write under way when the conflict with another user appeared. */
  readonly intent: Intent
}

export const isDirty = ({ base, pools }: Pick<Context, 'base' | 'pools'>): boolean => !isSameArrangement(base, pools)

/** Takes over the server's state. */
export const adopted = (stored: StoredPools, pools: Arrangement): Partial<Context> => ({
  stored,
  base: pools,
  pools,
  theirs: null,
  held: null,
})

export function outcomeTaken(context: Context, outcome: WriteOutcome, intent: Intent): Partial<Context> {
  if (outcome.kind === 'stale') return { theirs: outcome.theirs }
  if (outcome.kind === 'refused') return {}
  const { stored } = outcome
  // A draft without pools is a draft too: what is public must not come back in its place.
  if (intent === 'save') return adopted(stored, stored.saved)
  const after = adopted(stored, latest(stored))
  return intent === 'unpublish' && isDirty(context) ? { ...after, pools: context.pools } : after
}

export function newsTaken(context: Context, outcome: LoadOutcome): Partial<Context> {
  if (outcome.kind === 'failed') return {}
  const { stored, teams } = outcome
  return stored.version === context.stored.version ? { stored, teams } : { ...adopted(stored, latest(stored)), teams }
}

export function noticeOf(outcome: WriteOutcome): Notice | null {
  if (outcome.kind === 'settled') return outcome.notice
  return outcome.kind === 'refused' ? { tone: 'bad', text: outcome.sentence } : null
}

/** The notice for a change of another user that is shown at once, since nothing is unsaved here. */
export function newsOf({ stored }: Context, outcome: LoadOutcome): Notice | null {
  if (outcome.kind === 'failed' || outcome.stored.version === stored.version) return null
  // Only removed teams left their places, which `removalNotice` reports.
  if (isSameStored(outcome.stored, stored)) return null
  return { tone: 'good', text: `${outcome.stored.changed?.name ?? 'Somebody'} changed these pools just now.` }
}

export function edited(context: Context, event: PoolBuilderEvent): Partial<Context> {
  const { pools, held, base, teams } = context
  const done = (after: Arrangement) => ({ pools: after, held: null })
  switch (event.type) {
    case 'pools.add':
      return done(addPools(pools, event))
    case 'pool.delete':
      return done(deletePool(pools, event.pool))
    case 'team.place': {
      const team = event.team ?? held
      return team === null ? {} : done(placeTeam(pools, team, event.place))
    }
    case 'team.remove':
      return done(removeTeam(pools, event.team))
    case 'arrangement.take':
      return done(knownOnly(event.pools, teams))
    case 'discard':
      return done(base)
    default:
      return {}
  }
}

/** Bases the work on the other user's version. An unpublish without changes here takes over theirs. */
export function mineKept({ context }: { context: Context }): Partial<Context> {
  const { theirs, intent, pools } = context
  if (theirs === null) return {}
  const after = adopted(theirs, latest(theirs))
  return intent === 'unpublish' && !isDirty(context) ? after : { ...after, pools }
}

export function withNotice({ event }: { event: PoolBuilderEvent }): Partial<Context> {
  return event.type === 'notice' ? { notice: event.notice } : {}
}

export const canPublish = (context: Context): boolean => isDirty(context) || hasSavedPools(context.stored)
export const canUnpublish = ({ stored }: Context): boolean => hasPublishedPools(stored)
