import type { ReleaseFacts, ReleasesEvent } from '@ultimate/events/releases/events.ts'
import { activatedAfter, partNameOf, type Target } from '@ultimate/events/releases/part-state.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'

export interface ReleaseRow extends ReleaseFacts {
  readonly at: string
  readonly by: string | null
}

export type PartRow = {
  /** The part's name. */
  readonly id: string
  readonly added: boolean
  /** Oldest first. */
  readonly releases: readonly ReleaseRow[]
  /** What was made live, oldest first; the last one is. */
  readonly activated: readonly Target[]
  readonly canary: (Target & { readonly percent: number }) | null
  /** When the live release became live, and who activated it; null where no release was activated. */
  readonly since: Date | null
  readonly by: string | null
  readonly version: number
}

const unknownPart = (id: string): PartRow => ({
  id,
  added: false,
  releases: [],
  activated: [],
  canary: null,
  since: null,
  by: null,
  version: 0,
})

export const parts = readModel<PartRow, ReleasesEvent>({
  table: 'parts',
  version: 1,
  category: 'part',
  columns: {
    id: { type: 'text' },
    added: { type: 'boolean' },
    releases: { type: 'jsonb' },
    activated: { type: 'jsonb' },
    canary: { type: 'jsonb', nullable: true },
    since: { type: 'timestamptz', nullable: true },
    by: { type: 'text', nullable: true },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => partNameOf(metadata.stream),
  evolve(before, { type, data, metadata: { stream, version, at, actor } }) {
    const row = { ...(before ?? unknownPart(partNameOf(stream))), version }
    const live = { since: at, by: actor.name }
    switch (type) {
      case 'PartAdded':
        return { ...row, added: true }
      case 'PartReleased':
        return { ...row, releases: [...row.releases, { ...data, at: at.toISOString(), by: actor.name }] }
      case 'PartActivated': {
        const activated = activatedAfter(row.activated, data)
        return { ...row, activated, canary: null, ...(activated === row.activated ? {} : live) }
      }
      case 'PartCanaryStarted':
        return { ...row, canary: data }
      case 'PartRolledBack':
        return data.canary
          ? { ...row, canary: null }
          : { ...row, activated: row.activated.slice(0, -1), canary: null, ...live }
      case 'ReleaseTokenIssued':
      case 'ReleaseTokensEnded':
        return row
      default:
        return before
    }
  },
})
