import { isSameArrangement } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { Pool, PoolsState, ReachableTeam, SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { type OwnReads, ownReads } from '@ultimate/kit/live/live-reads.ts'
import { isDomainError, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import type { Intent, LoadOutcome, Notice, StoredDivision, StoredPools, WriteOutcome, Writing } from './unsaved/work.ts'

export const otherThan = (division: Division): Division => (division === 'comp' ? 'rec' : 'comp')

/** Teams by their ids, as pools are saved. */
const arranged = (pools: readonly Pool[]): SavedPool[] =>
  pools.map(({ id, name, size, teams }) => ({ id, name, size, teams: teams.map((team) => team?.id ?? null) }))

/** A division from a read or from the answer of a write. */
function storedDivision({ pools, published, version, draft, changed }: PoolsState): StoredDivision {
  const placed = [...pools, ...published].flatMap(({ teams }) => teams.filter((team) => team !== null))
  return { saved: arranged(pools), published: arranged(published), version, draft, changed, placed }
}

async function readDivision(division: Division, signal?: AbortSignal): Promise<StoredDivision> {
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

/** Saves the arrangement, and then the other division's saved pools as the server has them. */
export const savePools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('save', writing, async (write) => {
    const { division, pools } = writing
    await write.save(draftStep, division, pools)
    return (await saveOther(write, otherThan(division)))
      ? write.settle('good', 'Configuration saved successfully for all divisions!')
      : write.settle('bad', 'Failed to save configuration for some divisions')
  })

/** Saves the other division as the server has it. If another user was faster there, they have saved it. */
async function saveOther(write: Write, division: Division): Promise<boolean> {
  try {
    const now = await readDivision(division)
    write.take(division, now)
    // The key has the version, because a later read may return other pools.
    if (now.saved.length > 0) await write.save(`${division}-${now.version}`, division, now.saved)
    return true
  } catch (error) {
    return isStale(error)
  }
}

/**
 * Saves what is on the screen, and publishes both divisions, this one first. Each is based on the version that the
 * question before showed, so nothing becomes public that was not named there.
 */
export const publishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('publish', writing, async (write) => {
    const { division, pools, stored } = writing
    // Saving pools that are public already would leave a draft without any change.
    const isPublic = stored.draft === null && isSameArrangement(pools, stored.published)
    if (!isPublic) await write.save(draftStep, division, pools)
    for (const each of [division, otherThan(division)]) {
      try {
        await write.send(each, each, (basis) =>
          call('POST /api/pool-play/publish', { body: { division: each } }, basis),
        )
      } catch (error) {
        if (isStale(error) && each === division) throw error
        return write.settleAfter(error, 'bad', publishFailure(each, error))
      }
    }
    const shown = 'They are now visible to the public and saved pools remain for future edits.'
    return write.settle('good', `All division pools published successfully! ${shown}`)
  })

const publishFailure = (division: Division, error: unknown): string =>
  isDomainError(error)
    ? `Failed to publish ${divisionLabels[division]} division: ${error.message}`
    : 'Failed to publish pools'

/**
 * Saves every division's published pools as its draft, and unpublishes them once that has succeeded. Each is based on
 * the version that the question before showed, so no draft is replaced that was not named there.
 */
export const unpublishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('unpublish', writing, async (write) => {
    const { division, stored } = writing
    const published = [
      { each: division, pools: stored.published },
      { each: otherThan(division), pools: stored.other.published },
    ].filter(({ pools }) => pools.length > 0)
    for (const { each, pools } of published) {
      try {
        await write.save(`${draftStep}-${each}`, each, pools)
      } catch (error) {
        if (isStale(error) && each === division) throw error
        return write.settleAfter(error, 'bad', 'Failed to save some published pools before unpublishing')
      }
    }
    const results = await Promise.allSettled(
      published.map(({ each }) =>
        write.send(each, each, (basis) =>
          call('DELETE /api/pool-play/clear-published/{division}', { params: { division: each } }, basis),
        ),
      ),
    )
    const failures = results.filter((result) => result.status === 'rejected')
    const [failure] = failures
    if (!failure) {
      const text = 'All pools unpublished successfully! Published pools moved to saved configuration.'
      return write.settle('good', text)
    }
    return failures.length < results.length
      ? write.settleAfter(
          failure.reason,
          'warn',
          'Pools unpublished but some may still be visible to public. Please try again.',
        )
      : write.settleAfter(failure.reason, 'bad', 'Failed to unpublish pools')
  })

const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'STALE'

/** Saves what is on the screen. All other steps are named after the division that they publish or unpublish. */
const draftStep = 'save'

/** The version on which a step is based, and its idempotency key. */
interface Basis {
  readonly ifMatch: string
  readonly idempotencyKey: string
}

/** One write while its steps are sent: each is based on what the steps before it have left. */
class Write {
  /** Returns the idempotency key of a step. */
  readonly keyOf: (step: string) => string
  readonly #division: Division
  #known: StoredPools

  constructor({ division, stored }: Writing, keyOf: (step: string) => string) {
    this.#division = division
    this.keyOf = keyOf
    this.#known = stored
  }

  async send(step: string, division: Division, request: (basis: Basis) => Promise<PoolsState>): Promise<void> {
    const { version } = division === this.#division ? this.#known : this.#known.other
    const basis = { ifMatch: `"v${version}"`, idempotencyKey: this.keyOf(step) }
    // A connection that broke is often back at once, in milliseconds.
    this.take(division, storedDivision(await retryUntilAnswered(() => request(basis), [400])))
  }

  save(step: string, division: Division, pools: readonly SavedPool[]): Promise<void> {
    const body = { division, pools: [...pools] }
    return this.send(step, division, (basis) => call('POST /api/pool-play/save', { body }, basis))
  }

  take(division: Division, now: StoredDivision): void {
    const { other } = this.#known
    this.#known = division === this.#division ? { ...now, other } : { ...this.#known, other: now }
  }

  settle(tone: Notice['tone'], text: string): WriteOutcome {
    return { kind: 'settled', stored: this.#known, notice: { tone, text } }
  }

  /**
   * After several steps, some of which may have failed, only the server knows what there is. Where it cannot be asked, its
   * last answers count; an error without an answer leaves even that open.
   */
  async settleAfter(error: unknown, tone: Notice['tone'], text: string): Promise<WriteOutcome> {
    const now = await readStored(this.#division).catch(() => null)
    if (now) this.#known = now
    else if (!isDomainError(error)) return { kind: 'unanswered', notice: { tone, text } }
    return this.settle(tone, text)
  }

  /** A step for this division that came too late, or was declined; anything else goes on as an error. */
  decline(error: unknown): WriteOutcome {
    if (isStale(error)) {
      this.take(this.#division, storedDivision(error.current as PoolsState))
      return { kind: 'stale', theirs: this.#known }
    }
    if (isDomainError(error)) return { kind: 'refused', sentence: error.message }
    throw error
  }
}

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
  steps: (write: Write) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const send = async (_: unknown, key: string) => {
    const asked = new Set<string>()
    const write = new Write(writing, (step) => {
      asked.add(step)
      return `${key}.${step}`
    })
    const outcome = await steps(write).catch((error) => write.decline(error))
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
