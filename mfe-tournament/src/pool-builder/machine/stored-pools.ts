import { isSameArrangement } from '@ultimate/events/tournament/pool-changes.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import type { Touch } from '@ultimate/events/tournament/pools-api.ts'
import type { Arrangement } from './arrangement.ts'

/** What the server has of one division, and whether the other one has anything to publish or to take back. */
export interface StoredPools {
  readonly saved: readonly SavedPool[]
  readonly published: readonly SavedPool[]
  /** What a change must be based on. */
  readonly version: number
  readonly changed: Touch | null
  readonly other: { readonly hasSaved: boolean; readonly hasPublished: boolean }
}

export const noPools: StoredPools = {
  saved: [],
  published: [],
  version: 0,
  changed: null,
  other: { hasSaved: false, hasPublished: false },
}

export interface Notice {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly text: string
}

/** Where a division's editing begins: with what is public if there is any, otherwise with what is saved. */
export const startingPoint = ({ saved, published }: StoredPools): Arrangement =>
  published.length > 0 ? published : saved

export function startingNotice({ saved, published }: StoredPools): Notice | null {
  if (published.length > 0) return { tone: 'good', text: 'Loaded published pools as starting point for new changes' }
  if (saved.length > 0) return { tone: 'good', text: 'Loaded saved pool configuration' }
  return null
}

/** What was written last: the draft if there is one, because publishing clears it. */
export const latest = ({ saved, published }: StoredPools): Arrangement => (saved.length > 0 ? saved : published)

export const hasSavedPools = ({ saved, other }: StoredPools): boolean => saved.length > 0 || other.hasSaved
export const hasPublishedPools = ({ published, other }: StoredPools): boolean =>
  published.length > 0 || other.hasPublished

export const isSameStored = (one: StoredPools, other: StoredPools): boolean =>
  isSameArrangement(one.saved, other.saved) && isSameArrangement(one.published, other.published)
