import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import {
  evolve,
  initialState,
  type Pools,
  poolChanges,
  poolsStream,
  workingPools,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { HistoryEntry } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { Platform } from '../../../platform/module.ts'

/** The kind of an entry in the answer, by the type of its event. */
const kinds = {
  PoolsSaved: 'saved',
  PoolsPublished: 'published',
  PoolsUnpublished: 'unpublished',
  PoolPlacesFreed: 'freed',
  // Screens of earlier releases would not know a separate kind.
  PoolsPutBack: 'saved',
} as const

/** Builds the history, newest first: each event with what it changed in the working pools. */
export function buildHistory(events: readonly RecordedEvent<PoolsEvent>[]): HistoryEntry[] {
  let before = initialState()
  const entries = events.map((event) => {
    const after = evolve(before, event)
    const entry = buildEntry(event, before, after)
    before = after
    return entry
  })
  return entries.reverse()
}

function buildEntry({ type, metadata }: RecordedEvent<PoolsEvent>, before: Pools, after: Pools): HistoryEntry {
  const { version, at, actor } = metadata
  return {
    version,
    at: at.toISOString(),
    by: { name: actor.name, role: actor.role as Role | null },
    what: kinds[type],
    changes: poolChanges(workingPools(before), workingPools(after)),
    pools: [...workingPools(after)],
  }
}

const pageSize = 1_000

export async function readHistory(
  { log, current }: Pick<Platform, 'log' | 'current'>,
  division: Division,
): Promise<HistoryEntry[]> {
  const stream = poolsStream(division, current.edition)
  const events: RecordedEvent<PoolsEvent>[] = []
  for (let after = 0; ; ) {
    const page = await log.read({ stream, after, limit: pageSize })
    events.push(...(page as RecordedEvent<PoolsEvent>[]))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return buildHistory(events)
    after = last.metadata.position
  }
}
