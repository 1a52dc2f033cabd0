import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import { evolve, initialState, type Pools, poolsIdOf } from '@ultimate/events/tournament/pools/pools-state.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'

/** The pools of one division in one edition; no row until the first save. It holds the ids of teams. */
export type PoolsRow = {
  /** See `poolsId`. */
  id: string
  saved: readonly SavedPool[] | null
  published: readonly SavedPool[]
  /** Who saved the draft, and when; null without a draft. Teams that leave it do not make it another one. */
  drafted_by: string | null
  drafted_at: Date | null
  changed_by: string | null
  changed_at: Date
  /** The version of the stream `pools-<division>`. */
  version: number
}

export const pools = readModel<PoolsRow, PoolsEvent>({
  table: 'pools',
  version: 4,
  category: 'pools',
  columns: {
    id: { type: 'text' },
    saved: { type: 'jsonb', nullable: true },
    published: { type: 'jsonb' },
    drafted_by: { type: 'text', nullable: true },
    drafted_at: { type: 'timestamptz', nullable: true },
    changed_by: { type: 'text', nullable: true },
    changed_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => poolsIdOf(metadata.stream) ?? [],
  evolve: project,
})

export const poolsOf = (row: Pick<PoolsRow, 'saved' | 'published'> | null): Pools =>
  row === null ? initialState() : { saved: row.saved, published: row.published }

function project(row: PoolsRow | null, event: RecordedEvent<PoolsEvent>): PoolsRow | null {
  const { stream, actor, at, version } = event.metadata
  const id = poolsIdOf(stream)
  if (id === undefined) return row
  const after = evolve(poolsOf(row), event)
  return { id, ...after, ...drafted(row, event, after), changed_by: actor.name, changed_at: at, version }
}

type Drafted = Pick<PoolsRow, 'drafted_by' | 'drafted_at'>

function drafted(row: PoolsRow | null, event: RecordedEvent<PoolsEvent>, { saved }: Pools): Drafted {
  const { actor, at } = event.metadata
  if (saved === null) return { drafted_by: null, drafted_at: null }
  // Where nothing was drafted, an unpublication leaves what was public as the draft.
  if (event.type === 'PoolsSaved' || row === null || row.saved === null)
    return { drafted_by: actor.name, drafted_at: at }
  return { drafted_by: row.drafted_by, drafted_at: row.drafted_at }
}
