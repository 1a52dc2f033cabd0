import type { ListedPart, PartError } from '@ultimate/events/releases/api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'

export const partsKey: LiveKey = ['parts', 'list']

const readErrorsAgainMs = 15_000

/** All parts, as they are now. */
export const useParts = () =>
  useLiveQuery({
    key: partsKey,
    read: async (signal): Promise<ListedPart[]> => (await call('GET /api/parts', {}, { signal })).parts,
    // Errors that pages report are counted without an event, so the live stream does not announce them.
    readAgainIn: () => readErrorsAgainMs,
  })

/** The last errors of a part, read again in intervals as in {@link useParts}. */
export const usePartErrors = (name: string) =>
  useLiveQuery({
    key: ['parts', 'errors', name],
    read: async (signal): Promise<PartError[]> =>
      (await call('GET /api/parts/{name}/errors', { params: { name } }, { signal })).errors,
    readAgainIn: () => readErrorsAgainMs,
  })

export type Shares = Readonly<Record<string, number>>

/** Returns the percentage of visitors who get each version. */
export function computeShares({ live, canary }: Pick<ListedPart, 'live' | 'canary'>): Shares {
  return {
    ...(live !== null && { [live]: 100 - (canary?.percent ?? 0) }),
    ...(canary && { [canary.version]: canary.percent }),
  }
}

/** Describes in a sentence what a rollback does now; null where there is nothing to roll back to. */
export function rollbackSentence({ name, live, canary, previous }: ListedPart): string | null {
  if (canary)
    return `No visitor gets ${name} ${canary.version} any more.${live === null ? '' : ` All get ${live}, which stays live.`}`
  if (previous === null) return null
  return `All visitors get ${name} ${previous} again instead of ${live}, with the next page they load.`
}
