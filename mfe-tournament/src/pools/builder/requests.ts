import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import type { Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { type OwnReads, ownReads } from '@ultimate/kit/live/live-reads.ts'
import { isDomainError, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import type { Notice, StoredDivision, StoredPools } from './unsaved/stored-pools.ts'
import type { Intent, LoadOutcome, WriteOutcome, Writing } from './unsaved/work.ts'

export const otherThan = (division: Division): Division => (division === 'comp' ? 'rec' : 'comp')

/** Teams by their ids, as pools are saved. */
const arranged = (pools: readonly Pool[]): SavedPool[] =>
  pools.map(({ id, name, size, teams }) => ({ id, name, size, teams: teams.map((team) => team?.id ?? null) }))

/** The version on which a write is based, and its idempotency key. */
export interface Basis {
  readonly version: number
  readonly key: string
}

export const basedOn = ({ version, key }: Basis) => ({ ifMatch: `"v${version}"`, idempotencyKey: key })

/** A connection that broke is often back at once, in milliseconds. */
export const sendTwice = <T>(send: () => Promise<T>): Promise<T> => retryUntilAnswered(send, [400])

export function writeSaved(division: Division, pools: readonly SavedPool[], basis: Basis): Promise<PoolsState> {
  const body = { division, pools: [...pools] }
  return sendTwice(() => call('POST /api/pool-play/save', { body }, basedOn(basis)))
}

/** A division from a read or from the answer of a write. */
export function storedDivision({ pools, published, version, draft, changed }: PoolsState): StoredDivision {
  const placed = [...pools, ...published].flatMap(({ teams }) => teams.filter((team) => team !== null))
  return { saved: arranged(pools), published: arranged(published), version, draft, changed, placed }
}

export const storedAfter = ({ other }: StoredPools, state: PoolsState): StoredPools => ({
  ...storedDivision(state),
  other,
})

export async function readDivision(division: Division, signal?: AbortSignal): Promise<StoredDivision> {
  return storedDivision(
    await call('GET /api/pool-play/pools/{division}', { params: { division } }, signal && { signal }),
  )
}

async function readStored(division: Division, signal?: AbortSignal): Promise<StoredPools> {
  const [own, other] = await Promise.all([readDivision(division, signal), readDivision(otherThan(division), signal)])
  return { ...own, other }
}

/** The builder's own reads of pools and of teams. */
export interface PoolReads {
  readonly pools: OwnReads
  readonly teams: OwnReads
}
export const poolReads = (): PoolReads => ({ pools: ownReads(), teams: ownReads() })

export const readTeams = (division: Division, { teams }: PoolReads): Promise<ReachableTeam[]> =>
  teams.read(
    async (signal) => (await call('GET /api/pool-play/teams/{division}', { params: { division } }, { signal })).teams,
  )

/** The pools are read first: a team that stands in them is registered by then, or was removed. */
export const loadPools = (division: Division, reads: PoolReads): Promise<LoadOutcome> =>
  reads.pools.read(
    async (signal) => {
      const stored = await readStored(division, signal).catch(() => null)
      return loaded(stored, await readTeams(division, reads).catch(() => null))
    },
    ({ kind }) => kind === 'loaded',
  )

function loaded(stored: StoredPools | null, teams: ReachableTeam[] | null): LoadOutcome {
  if (teams === null) return { kind: 'failed', sentence: 'Failed to load teams' }
  return stored === null ? { kind: 'failed', sentence: 'Failed to load data' } : { kind: 'loaded', teams, stored }
}

export const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'STALE'

/** A write of this stored's division that came too late, or was declined; anything else goes on as an error. */
export function declined(error: unknown, stored: StoredPools): WriteOutcome {
  if (isStale(error)) return { kind: 'stale', theirs: storedAfter(stored, error.current as PoolsState) }
  if (isDomainError(error)) return { kind: 'refused', sentence: error.message }
  throw error
}

/**
 * After several writes, some of which may have failed, only the server knows what there is. Where it cannot be asked,
 * `known` is what it answered last; an error without an answer leaves even that open.
 */
export async function settledAfter(
  division: Division,
  notice: Notice,
  { error, known }: { readonly error: unknown; readonly known: StoredPools },
): Promise<WriteOutcome> {
  const now = await readStored(division).catch(() => null)
  if (now === null && !isDomainError(error)) return { kind: 'unanswered', notice }
  return { kind: 'settled', stored: now ?? known, notice }
}

/** Saves what is on the screen. All other steps are named after the division that they publish or unpublish. */
export const draftStep = 'save'

/** The idempotency key of one step of a write. */
export type KeyOf = (step: string) => string

/** Returns the place where the writes of a division are shown. */
export const placeOfPools = (division: Division): string => `pools-${division}`

/** The error where not even a read shows what the server did. */
class Unanswered extends NetworkError {
  readonly outcome: WriteOutcome
  constructor(outcome: WriteOutcome) {
    super('No response.')
    this.outcome = outcome
  }
}

/**
 * Runs the steps of a write as one command. Until their outcome is known, the same write goes on with the same keys: the
 * server gives its lost answers again, instead of refusing what it took for another user's work.
 */
export async function attempt(
  intent: Intent,
  writing: Writing,
  steps: (keyOf: KeyOf) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const send = async (_: unknown, key: string) => {
    const asked = new Set<string>()
    const outcome = await steps((step) => {
      asked.add(step)
      return `${key}.${step}`
    })
    if (outcome.kind === 'unanswered') throw new Unanswered(outcome)
    if (outcome.kind === 'settled' && outcome.notice.tone === 'good') offerToPutBack(key, intent, asked)
    return outcome
  }
  const { division, pools, stored, signal } = writing
  const subject = { intent, pools, version: stored.version, other: stored.other.version }
  try {
    return await sendCommand({ place: placeOfPools(division), subject, isSame: isEqual, send, signal })
  } catch (error) {
    if (error instanceof Unanswered) return error.outcome
    throw error
  }
}

/**
 * Offers to take a write back. The sentence about the write is gone after three seconds; the offer stays as long as all
 * offers do. Taking back a publication leaves the draft that was saved before it. Unpublished pools come back with the
 * draft that they have replaced.
 */
function offerToPutBack(key: string, intent: Intent, steps: ReadonlySet<string>): void {
  const own = [...steps].filter((step) => (step === draftStep) === (intent === 'save'))
  offerUndoApart(own.map((step) => `${key}.${step}`))
}
