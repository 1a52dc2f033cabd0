import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { evolve, initialState, type Pools, poolsIdOf } from '../../write/pools.ts'

/** The pools of one division in one edition; no row until the first save. It holds the ids of teams. */
export type PoolsRow = {
  /** See `poolsId`. */
  id: string
  saved: readonly SavedPool[] | null
  published: readonly SavedPool[]
  changed_by: string | null
  changed_at: Date
  /** Of the stream `pools-<division>`. */
  version: number
}

export const pools = readModel<PoolsRow, PoolsEvent>({
  table: 'pools',
  version: 2,
  category: 'pools',
  columns: {
    id: { type: 'text' },
    saved: { type: 'jsonb', nullable: true },
    published: { type: 'jsonb' },
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
  return { id, ...evolve(poolsOf(row), event), changed_by: actor.name, changed_at: at, version }
}
