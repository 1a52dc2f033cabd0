import type { PoolsState } from '@ultimate/events/tournament/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import type { StoredPools } from '../pool-builder/machine/stored-pools.ts'
import type { WriteOutcome, Writing } from '../pool-builder/machine/work.ts'
import {
  declined,
  ifMatch,
  isStale,
  otherOf,
  otherThan,
  settledAfter,
  storedAfter,
  writeSaved,
} from '../pool-builder/requests.ts'

/** Saves what is unsaved, and publishes both divisions, this one first. */
export async function publishPools({ division, pools, isChanged, stored }: Writing): Promise<WriteOutcome> {
  let after = stored
  try {
    if (isChanged) after = storedAfter(stored, await writeSaved(division, pools, stored.version))
  } catch (error) {
    return declined(error, stored)
  }
  const other = otherThan(division)
  let publishing = division
  try {
    after = storedAfter(after, await publish(division, ifMatch(after.version)))
    publishing = other
    after = { ...after, other: otherOf(await publish(other, {})) }
  } catch (error) {
    if (isStale(error)) return declined(error, after)
    return settledAfter(division, withUnknownOther(after), 'bad', publishFailure(publishing, error))
  }
  const text =
    'All division pools published successfully! They are now visible to the public and saved pools remain for future edits.'
  return { kind: 'settled', stored: after, notice: { tone: 'good', text } }
}

/** The other division may have saved pools by now, so publishing stays possible. */
const withUnknownOther = (stored: StoredPools): StoredPools => ({
  ...stored,
  other: { ...stored.other, hasSaved: true },
})

const publish = (division: Division, options: { ifMatch?: string }): Promise<PoolsState> =>
  call('POST /api/pool-play/publish', { body: { division } }, options)

const publishFailure = (division: Division, error: unknown): string =>
  error instanceof ApiError
    ? `Failed to publish ${divisionLabels[division]} division: ${error.message}`
    : 'Failed to publish pools'
