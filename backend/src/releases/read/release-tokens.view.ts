import { readModel } from '@ultimate/event-store/read-model.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import { partNameOf } from '@ultimate/events/releases/part-state.ts'

export type ReleaseTokenRow = {
  /** The token's hash. */
  readonly id: string
  readonly part: string
}

/** The tokens that are good now. */
export const releaseTokens = readModel<ReleaseTokenRow, ReleasesEvent>({
  table: 'release_tokens',
  version: 1,
  category: 'part',
  columns: { id: { type: 'text' }, part: { type: 'text' } },
  rowsOf({ type, data }) {
    if (type === 'ReleaseTokenIssued') return data.hash
    return type === 'ReleaseTokensEnded' ? '*' : []
  },
  evolve(row, { type, data, metadata }) {
    if (type === 'ReleaseTokenIssued') return { id: data.hash, part: partNameOf(metadata.stream) }
    return type === 'ReleaseTokensEnded' ? null : row
  },
})
