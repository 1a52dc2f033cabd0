import {
  evolve,
  isPublic,
  isSameArrangement,
  type Pools,
  publishPools,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Arrangement, FillOrder, NewPools, PoolPlace, PoolShape } from './arrangement.ts'
import {
  arrangementOf,
  availableView,
  isSameStored,
  latestArrangement,
  latestView,
  type StoredDivision,
  type StoredPools,
  startingView,
  type View,
} from './stored.ts'

export interface Notice {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
  /** True where the change that it reports can be undone. */
  readonly offersUndo?: boolean
}

export function startingNotice(stored: StoredPools): Notice | null {
  if (startingView(stored) === 'public')
    return { tone: 'good', text: 'Loaded published pools as starting point for new changes' }
  if (arrangementOf(stored, 'draft').length > 0) return { tone: 'good', text: 'Loaded saved pool configuration' }
  return null
}

export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly teams: readonly ReachableTeam[]; readonly stored: StoredPools }
  | { readonly kind: 'failed'; readonly sentence: string }

/**
 * `settled` may be a partial success, which its notice reports. After `unanswered`, as after an error of the actor, it is
 * unknown what the server did. Requesting the same write again continues it.
 */
export type WriteOutcome =
  | { readonly kind: 'settled'; readonly stored: StoredPools; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unanswered'; readonly notice: Notice }
  | { readonly kind: 'stale'; readonly theirs: StoredPools }

/** The input of a write: the arrangement on the screen, and the last known state of the server. */
export interface Writing {
  readonly division: Division
  readonly pools: Arrangement
  readonly stored: StoredPools
  /** Cancels the write. */
  readonly signal?: AbortSignal
}

export type Edit =
  | ({ readonly type: 'pools.add' } & NewPools)
  | { readonly type: 'pool.delete'; readonly pool: string }
  | { readonly type: 'pool.shape'; readonly pool: string; readonly shape: PoolShape }
  /** Places this team, or the held teams where `team` is absent. */
  | { readonly type: 'team.place'; readonly team?: string; readonly place: PoolPlace }
  | { readonly type: 'team.remove'; readonly team: string }
  /** Puts these unassigned teams into the free places, both in their order. */
  | { readonly type: 'places.fill'; readonly teams: readonly string[]; readonly by?: FillOrder }
  /** Shows an earlier state from the history. */
  | { readonly type: 'arrangement.take'; readonly pools: Arrangement }
  /** Shows the newer draft, or the public pools. */
  | { readonly type: 'view.show'; readonly view: View }
  | { readonly type: 'discard' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export type PoolBuilderEvent =
  | Edit
  /** Holds these teams for the next place, in this order. */
  | { readonly type: 'teams.hold'; readonly teams: readonly string[] }
  | { readonly type: 'save' }
  | { readonly type: 'publish' }
  | { readonly type: 'unpublish' }
  /** The answers to the question before publishing or unpublishing. */
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }
  /** Compares with the pools that another user saved meanwhile, before a save is rejected because of them. */
  | { readonly type: 'theirs.compare' }
  | { readonly type: 'theirs.take' }
  | { readonly type: 'mine.keep' }
  /** Returns to the work without a choice: the next save has the same conflict. */
  | { readonly type: 'conflict.close' }
  /** The pools changed on the server, perhaps by our own write. */
  | { readonly type: 'remote.changed' }
  /** A team registered, or staff changed, removed or restored one. */
  | { readonly type: 'teams.changed' }
  | { readonly type: 'retry' }
  | { readonly type: 'notice.dismiss' }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice | null }

export type Intent = 'save' | 'publish' | 'unpublish'

export interface EditStep {
  readonly pools: Arrangement
  /** The view that these pools belong to; null where the step stays in the same view. */
  readonly view: View | null
}

export interface Context {
  readonly division: Division
  readonly teams: readonly ReachableTeam[]
  readonly stored: StoredPools
  /** The stored arrangement with which the work began. */
  readonly view: View
  /** The stored arrangement with which `pools` are compared. */
  readonly base: Arrangement
  /** The arrangement on the screen. */
  readonly pools: Arrangement
  /** The steps to undo, the next one last. */
  readonly past: readonly EditStep[]
  /** The steps to redo, the next one last. */
  readonly future: readonly EditStep[]
  /** The teams that were picked up and not put down yet. */
  readonly held: readonly string[]
  readonly notice: Notice | null
  readonly loadError: string
  /** The pools that another user saved while something is unsaved here. */
  readonly theirs: StoredPools | null
  /** The arrangement of a write whose answer was lost: if it turns up on the server, it is not another user's. */
  readonly unanswered: Arrangement | null
  /** The last requested write: the one under way, or the one to confirm. */
  readonly intent: Intent
}

export const isDirty = ({ base, pools }: Pick<Context, 'base' | 'pools'>): boolean => !isSameArrangement(base, pools)

/** Takes over the server's pools, and shows this view of them. */
export function adoptStored(stored: StoredPools, wantedView: View): Partial<Context> {
  const view = availableView(stored, wantedView)
  const pools = arrangementOf(stored, view)
  return { stored, view, base: pools, pools, theirs: null, unanswered: null, held: [] }
}

const maxSteps = 100

/** Adds a step to undo. */
export const withStep = ({ past }: Context, step: EditStep): Pick<Context, 'past' | 'future'> => ({
  past: [...past.slice(-maxSteps), step],
  future: [],
})

/** Adds a step back to the pools on the screen and to their view. */
export const withViewStep = (context: Context): Pick<Context, 'past' | 'future'> =>
  withStep(context, { pools: context.pools, view: context.view })

/** Takes over what a write left on the server. Unsaved work stays after an unpublication, which does not save it. */
export function adoptOutcome(context: Context, outcome: WriteOutcome, intent: Intent): Partial<Context> {
  if (outcome.kind === 'stale') return adoptStale(context, outcome.theirs)
  if (outcome.kind === 'unanswered') return { unanswered: context.pools }
  if (outcome.kind === 'refused') return {}
  const after = adoptStored(outcome.stored, latestView(outcome.stored))
  return intent === 'unpublish' && isDirty(context) ? { ...after, pools: context.pools } : after
}

/** Remembers the other user's pools, so that the user chooses, unless both arranged the same. */
const adoptStale = ({ pools }: Context, theirs: StoredPools): Partial<Context> =>
  isSameArrangement(latestArrangement(theirs), pools) ? adoptStored(theirs, latestView(theirs)) : { theirs }

/** True if our own write, whose answer was lost, left these pools on the server. */
export const isOwnLostWrite = ({ unanswered }: Context, stored: StoredPools): boolean =>
  unanswered !== null && isSameArrangement(latestArrangement(stored), unanswered)

/** Takes over the pools of our write whose answer was lost. Later changes on the screen stay. */
export function adoptOwnLostWrite({ pools }: Context, stored: StoredPools): Partial<Context> {
  return { ...adoptStored(stored, latestView(stored)), pools }
}

/** Takes over the change of another user. */
export function adoptOthersChange(context: Context, outcome: LoadOutcome): Partial<Context> {
  if (outcome.kind === 'failed') return {}
  const { stored, teams } = outcome
  if (stored.version === context.stored.version) return { stored, teams }
  // Earlier steps would undo the other user's change.
  return { ...adoptStored(stored, context.view), teams, past: [], future: [] }
}

export function toNotice(outcome: WriteOutcome): Notice | null {
  if (outcome.kind === 'settled' || outcome.kind === 'unanswered') return outcome.notice
  return outcome.kind === 'refused' ? { tone: 'bad', text: outcome.sentence } : null
}

/** Describes another user's change that is shown at once, because nothing is unsaved here. */
export function describeOthersChange({ stored, view, base }: Context, outcome: LoadOutcome): Notice | null {
  if (outcome.kind === 'failed' || outcome.stored.version === stored.version) return null
  // The versions differ only by the places of removed teams, which `removalNotice` reports.
  if (isSameStored(outcome.stored, stored)) return null
  const name = outcome.stored.changedBy?.name ?? 'Someone'
  const isShown = !isSameArrangement(arrangementOf(outcome.stored, availableView(outcome.stored, view)), base)
  return {
    tone: 'good',
    text: isShown ? `${name} changed these pools just now.` : `${name} saved a newer draft just now.`,
  }
}

/** Bases the work on the other user's version. An unpublish without changes here takes over theirs. */
export function keepOwnWork({ context }: { context: Context }): Partial<Context> {
  const { theirs, intent, pools } = context
  if (theirs === null) return {}
  const after = adoptStored(theirs, latestView(theirs))
  return intent === 'unpublish' && !isDirty(context) ? after : { ...after, pools }
}

/** Takes over the other user's version. An undo restores the unsaved work. */
export function adoptTheirs({ context }: { context: Context }): Partial<Context> {
  const { theirs } = context
  return theirs === null ? {} : { ...withViewStep(context), ...adoptStored(theirs, latestView(theirs)) }
}

export function setNotice({ event }: { event: PoolBuilderEvent }): Partial<Context> {
  return event.type === 'notice' ? { notice: event.notice } : {}
}

// The server empties the places of removed teams. Any time will do, because it does not change what is published.
const publish = {
  type: 'PublishPools',
  data: { registeredTeams: { has: () => true } },
  metadata: { now: new Date(0) },
} as const

/** Returns whether a publication changes something, and there are public pools before or after it. */
function isWorthPublishing(pools: Pools): boolean {
  const events = publishPools(publish, pools)
  return events.length > 0 && [pools, events.reduce(evolve, pools)].some(isPublic)
}

const isAnyDivisionWorthPublishing = (divisions: readonly StoredDivision[]): boolean =>
  divisions.some(isWorthPublishing)
export const isAnyDivisionPublic = (divisions: readonly StoredDivision[]): boolean => divisions.some(isPublic)

export const canPublish = (context: Context): boolean =>
  isDirty(context) || isAnyDivisionWorthPublishing([context.stored, context.stored.other])
export const canUnpublish = ({ stored }: Context): boolean => isAnyDivisionPublic([stored, stored.other])
