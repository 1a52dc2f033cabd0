import { hasDraft, isSameArrangement } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { PoolsState, SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { isDomainError, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import { otherDivision, readDivision, readStored, toStoredDivision } from './reads.ts'
import { arrangementOf, type StoredDivision, type StoredPools } from './unsaved/stored.ts'
import type { Intent, Notice, WriteOutcome, Writing } from './unsaved/work.ts'

/** Saves the arrangement, and then the other division's saved pools as the server has them. */
export const savePools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('save', writing, async (write) => {
    const { division, pools } = writing
    await write.save({ name: draftStep, division }, pools)
    return (await saveOther(write, otherDivision(division)))
      ? write.settle('good', 'Configuration saved successfully for all divisions!')
      : write.settle('bad', 'Failed to save configuration for some divisions')
  })

/** Saves the other division as the server has it, and returns whether it is saved. */
async function saveOther(write: Write, division: Division): Promise<boolean> {
  try {
    const stored = await readDivision(division)
    write.take(division, stored)
    // The key has the version, because a later read may return other pools.
    const pools = arrangementOf(stored, 'draft')
    if (pools.length > 0) await write.save({ name: `${division}-${stored.version}`, division }, pools)
    return true
  } catch (error) {
    // Stale means that another user has saved the division meanwhile.
    return isStale(error)
  }
}

/**
 * Saves the pools on the screen, and publishes both divisions, this one first. Each request is based on the version that
 * the question before showed, so that nothing becomes public which the user has not seen there.
 */
export const publishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('publish', writing, async (write) => {
    const { division, pools, stored } = writing
    // Saving pools that are public already would leave a draft without any change.
    const isPublic = !hasDraft(stored) && isSameArrangement(pools, stored.published)
    if (!isPublic) await write.save({ name: draftStep, division }, pools)
    for (const publishedDivision of [division, otherDivision(division)]) {
      try {
        await write.send({ name: publishedDivision, division: publishedDivision }, (basis) =>
          call('POST /api/pool-play/publish', { body: { division: publishedDivision } }, basis),
        )
      } catch (error) {
        if (isStale(error) && publishedDivision === division) throw error
        return write.settleAfter(error, 'bad', describePublishFailure(publishedDivision, error))
      }
    }
    const visible = 'They are now visible to the public and saved pools remain for future edits.'
    return write.settle('good', `All division pools published successfully! ${visible}`)
  })

const describePublishFailure = (division: Division, error: unknown): string =>
  isDomainError(error)
    ? `Failed to publish ${divisionLabels[division]} division: ${error.message}`
    : 'Failed to publish pools'

/**
 * Saves every division's published pools as its draft, and unpublishes them once that has succeeded. Each request is based
 * on the version that the question before showed, so that no draft is replaced which the user has not seen there.
 */
export const unpublishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('unpublish', writing, async (write) => {
    const { division, stored } = writing
    const publicDivisions = [
      { publicDivision: division, pools: stored.published },
      { publicDivision: otherDivision(division), pools: stored.other.published },
    ].filter(({ pools }) => pools.length > 0)
    for (const { publicDivision, pools } of publicDivisions) {
      try {
        await write.save({ name: `${draftStep}-${publicDivision}`, division: publicDivision }, pools)
      } catch (error) {
        if (isStale(error) && publicDivision === division) throw error
        return write.settleAfter(error, 'bad', 'Failed to save some published pools before unpublishing')
      }
    }
    const results = await Promise.allSettled(
      publicDivisions.map(({ publicDivision }) =>
        write.send({ name: publicDivision, division: publicDivision }, (basis) =>
          call('DELETE /api/pool-play/clear-published/{division}', { params: { division: publicDivision } }, basis),
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

/** One request of a write. */
interface RequestStep {
  /** Distinguishes the idempotency keys of the steps of one write. */
  readonly name: string
  /** The division that it changes. */
  readonly division: Division
}

/** The name of the step that saves the pools on the screen. */
const draftStep = 'save'

/** The version on which a step is based, and its idempotency key. */
interface Basis {
  readonly ifMatch: string
  readonly idempotencyKey: string
}

/** One write while its steps are sent: each is based on what the steps before it have left. */
class Write {
  /** Returns the idempotency key of a step, by its name. */
  readonly keyOf: (name: string) => string
  readonly #division: Division
  /** The server's pools after the steps that it answered. */
  #stored: StoredPools

  constructor({ division, stored }: Writing, keyOf: (name: string) => string) {
    this.#division = division
    this.keyOf = keyOf
    this.#stored = stored
  }

  /** Sends one step, and takes over its answer. */
  async send({ name, division }: RequestStep, request: (basis: Basis) => Promise<PoolsState>): Promise<void> {
    const { version } = division === this.#division ? this.#stored : this.#stored.other
    const basis = { ifMatch: `"v${version}"`, idempotencyKey: this.keyOf(name) }
    // One more try after 400 ms, because a broken connection is often back at once.
    this.take(division, toStoredDivision(await retryUntilAnswered(() => request(basis), [400])))
  }

  save(step: RequestStep, pools: readonly SavedPool[]): Promise<void> {
    const body = { division: step.division, pools: [...pools] }
    return this.send(step, (basis) => call('POST /api/pool-play/save', { body }, basis))
  }

  /** Takes over the server's pools of a division. */
  take(division: Division, stored: StoredDivision): void {
    const { other } = this.#stored
    this.#stored = division === this.#division ? { ...stored, other } : { ...this.#stored, other: stored }
  }

  settle(tone: Notice['tone'], text: string): WriteOutcome {
    return { kind: 'settled', stored: this.#stored, notice: { tone, text } }
  }

  /**
   * Reads the server's pools after a failed step. If the read fails too, the server's last answers count. But a step without an
   * answer leaves the outcome unknown.
   */
  async settleAfter(error: unknown, tone: Notice['tone'], text: string): Promise<WriteOutcome> {
    const stored = await readStored(this.#division).catch(() => null)
    if (stored) this.#stored = stored
    else if (!isDomainError(error)) return { kind: 'unanswered', notice: { tone, text } }
    return this.settle(tone, text)
  }

  /** Returns the outcome of a domain error; throws all other errors again. */
  toOutcome(error: unknown): WriteOutcome {
    if (isStale(error)) {
      this.take(this.#division, toStoredDivision(error.current as PoolsState))
      return { kind: 'stale', theirs: this.#stored }
    }
    if (isDomainError(error)) return { kind: 'refused', sentence: error.message }
    throw error
  }
}

/** Returns the key of the commands of a division, by which the screen finds them. */
export const placeOfPools = (division: Division): string => `pools-${division}`

/**
 * The outcome of the write is not known: neither the server nor a read answered. Thrown like a network
 * error, so that the next press sends the same command with the same key.
 */
class Unanswered extends NetworkError {
  readonly outcome: WriteOutcome
  constructor(outcome: WriteOutcome) {
    super('No response.')
    this.outcome = outcome
  }
}

/**
 * Runs the steps of a write as one command. Until its outcome is known, the same write continues with the same keys, so that
 * the server repeats its lost answers and does not take the first try for another user's change.
 */
export async function attempt(
  intent: Intent,
  writing: Writing,
  steps: (write: Write) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const send = async (_: unknown, key: string) => {
    const sentSteps = new Set<string>()
    const write = new Write(writing, (step) => {
      sentSteps.add(step)
      return `${key}.${step}`
    })
    const outcome = await steps(write).catch((error) => write.toOutcome(error))
    if (outcome.kind === 'unanswered') throw new Unanswered(outcome)
    const isComplete = outcome.kind === 'settled' && outcome.notice.tone === 'good'
    if (isComplete) offerUndoOf(key, intent, sentSteps)
    return outcome
  }
  const { division, pools, stored, signal } = writing
  const subject = { intent, pools, version: stored.version, other: stored.other.version }
  try {
    return await sendCommand({ place: placeOfPools(division), subject, send, signal })
  } catch (error) {
    if (error instanceof Unanswered) return error.outcome
    throw error
  }
}

/**
 * Offers to undo a write, for longer than its notice is shown. The undo of a save restores the draft of this division. The
 * undo of a publication leaves the draft that was saved before it. The undo of an unpublication restores the draft that the
 * public pools replaced.
 */
function offerUndoOf(key: string, intent: Intent, steps: ReadonlySet<string>): void {
  const isUndone = (step: string) => (intent === 'save' ? step === draftStep : step !== draftStep)
  const stepsToUndo = [...steps].filter(isUndone)
  offerUndoApart(stepsToUndo.map((step) => `${key}.${step}`))
}
