import type { PoolsState } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
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
import type { StoredPools } from './builder/unsaved/stored-pools.ts'
import type { WriteOutcome, Writing } from './builder/unsaved/work.ts'

/**
 * Saves every division's published pools as its draft, and unpublishes them once that has succeeded. Each is based on
 * the version that the question before showed, so no draft is replaced that was not named there.
 */
export const unpublishPools = (writing: Writing): Promise<WriteOutcome> =>
  attempt('unpublish', writing, async (keyOf) => {
    const { division, stored } = writing
    const isOwn = (each: Division) => each === division
    const wanted = [division, otherThan(division)]
      .map((each) => ({ each, ...(isOwn(each) ? stored : stored.other) }))
      .filter(({ published }) => published.length > 0)
    const saved: { readonly each: Division; readonly version: number }[] = []
    for (const { each, published, version } of wanted) {
      try {
        const state = await writeSaved(each, published, { version, key: keyOf(`${draftStep}-${each}`) })
        saved.push({ each, version: state.version })
      } catch (error) {
        if (isStale(error) && isOwn(each)) return declined(error, stored)
        const text = 'Failed to save some published pools before unpublishing'
        return settledAfter(division, { tone: 'bad', text }, { error, known: stored })
      }
    }
    const results = await Promise.allSettled(
      saved.map(({ each, version }) => clearPublished(each, { version, key: keyOf(each) })),
    )
    const known = results.reduce(
      (before, it) => (it.status === 'fulfilled' ? takenIn(before, it.value) : before),
      stored,
    )
    const failures = results.filter((result) => result.status === 'rejected')
    const [failure] = failures
    if (!failure) {
      const text = 'All pools unpublished successfully! Published pools moved to saved configuration.'
      return { kind: 'settled', stored: known, notice: { tone: 'good', text } }
    }
    const isPartial = failures.length < results.length
    const notice = isPartial
      ? ({
          tone: 'warn',
          text: 'Pools unpublished but some may still be visible to public. Please try again.',
        } as const)
      : ({ tone: 'bad', text: 'Failed to unpublish pools' } as const)
    return settledAfter(division, notice, { error: failure.reason, known })

    function takenIn(before: StoredPools, state: PoolsState): StoredPools {
      return isOwn(state.division) ? storedAfter(before, state) : { ...before, other: storedDivision(state) }
    }
  })

const clearPublished = (division: Division, basis: Basis): Promise<PoolsState> =>
  sendTwice(() => call('DELETE /api/pool-play/clear-published/{division}', { params: { division } }, basedOn(basis)))
