import { isSameArrangement } from '@ultimate/events/tournament/pools/pools.ts'
import type { PoolsState } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import {
  attempt,
  type Basis,
  basedOn,
  declined,
  draftStep,
  isStale,
  otherThan,
  sendTwice,
  settledAfter,
  storedAfter,
  storedDivision,
  writeSaved,
} from './builder/requests.ts'
import type { WriteOutcome, Writing } from './builder/unsaved/work.ts'

/**
 * Saves what is on the screen, and publishes both divisions, this one first. Each is based on the version that the
 * question before showed, so nothing becomes public that was not named there.
 */
export const publishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('publish', writing, async (keyOf) => {
    const { division, pools, stored } = writing
    let after = stored
    try {
      if (!isPublic(writing)) {
        const basis = { version: stored.version, key: keyOf(draftStep) }
        after = storedAfter(stored, await writeSaved(division, pools, basis))
      }
    } catch (error) {
      return declined(error, stored)
    }
    const other = otherThan(division)
    let publishing = division
    try {
      after = storedAfter(after, await publish(division, { version: after.version, key: keyOf(division) }))
      publishing = other
      const state = await publish(other, { version: after.other.version, key: keyOf(other) })
      after = { ...after, other: storedDivision(state) }
    } catch (error) {
      if (isStale(error) && publishing === division) return declined(error, after)
      const text = publishFailure(publishing, error)
      return settledAfter(division, { tone: 'bad', text }, { error, known: after })
    }
    const text =
      'All division pools published successfully! They are now visible to the public and saved pools remain for future edits.'
    return { kind: 'settled', stored: after, notice: { tone: 'good', text } }
  })

/** True if the pools are public already: saving them would leave a draft without any change. */
const isPublic = ({ pools, stored: { draft, published } }: Writing): boolean =>
  draft === null && isSameArrangement(pools, published)

const publish = (division: Division, basis: Basis): Promise<PoolsState> =>
  sendTwice(() => call('POST /api/pool-play/publish', { body: { division } }, basedOn(basis)))

const publishFailure = (division: Division, error: unknown): string =>
  isDomainError(error)
    ? `Failed to publish ${divisionLabels[division]} division: ${error.message}`
    : 'Failed to publish pools'
