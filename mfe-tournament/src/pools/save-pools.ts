import type { Division } from '@ultimate/events/tournament/team.ts'
import {
  attempt,
  declined,
  draftStep,
  isStale,
  type KeyOf,
  otherThan,
  readDivision,
  storedAfter,
  writeSaved,
} from './builder/requests.ts'
import type { WriteOutcome, Writing } from './builder/unsaved/work.ts'

/** Saves the arrangement, and then the other division's saved pools as the server has them. */
export const savePools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('save', writing, async (keyOf) => {
    const { division, pools, stored } = writing
    try {
      const state = await writeSaved(division, pools, { version: stored.version, key: keyOf(draftStep) })
      const isOtherSaved = await saveOther(otherThan(division), keyOf)
      const notice = isOtherSaved
        ? ({ tone: 'good', text: 'Configuration saved successfully for all divisions!' } as const)
        : ({ tone: 'bad', text: 'Failed to save configuration for some divisions' } as const)
      return { kind: 'settled', stored: storedAfter(stored, state), notice }
    } catch (error) {
      return declined(error, stored)
    }
  })

/** Saves the other division as the server has it. If another user was faster there, they have saved it. */
async function saveOther(division: Division, keyOf: KeyOf): Promise<boolean> {
  try {
    const { saved, version } = await readDivision(division)
    // The key has the version, because a later read may return other pools.
    if (saved.length > 0) await writeSaved(division, saved, { version, key: keyOf(`${division}-${version}`) })
    return true
  } catch (error) {
    return isStale(error)
  }
}
