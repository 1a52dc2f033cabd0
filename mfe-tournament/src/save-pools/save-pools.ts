import type { Division } from '@ultimate/events/tournament/team.ts'
import type { WriteOutcome, Writing } from '../pool-builder/machine/work.ts'
import { arranged, declined, isStale, otherThan, readSaved, storedAfter, writeSaved } from '../pool-builder/requests.ts'

/** Saves the arrangement, and then the other division's saved pools as the server has them. */
export async function savePools({ division, pools, stored }: Writing): Promise<WriteOutcome> {
  try {
    const state = await writeSaved(division, pools, stored.version)
    const after = storedAfter(stored, state)
    const isOtherSaved = await saveOther(otherThan(division))
    const notice = isOtherSaved
      ? ({ tone: 'good', text: 'Configuration saved successfully for all divisions!' } as const)
      : ({ tone: 'bad', text: 'Failed to save configuration for some divisions' } as const)
    return { kind: 'settled', stored: after, notice }
  } catch (error) {
    return declined(error, stored)
  }
}

/** Saves the other division as the server has it. If another user was faster there, they have saved it. */
async function saveOther(division: Division): Promise<boolean> {
  try {
    const { pools, version } = await readSaved(division)
    if (pools.length > 0) await writeSaved(division, arranged(pools), version)
    return true
  } catch (error) {
    return isStale(error)
  }
}
