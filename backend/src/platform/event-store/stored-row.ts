import type { Actor, EventMetadata, RecordedEvent } from './recorded-event.ts'

/** One row of `events`, as postgres.js hands it over. */
export interface StoredRow {
  readonly position?: number | string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schemaVersion: number
  readonly data: Record<string, unknown>
  readonly actor_kind: Actor['kind']
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_role: Actor['role']
  readonly correlation_id: string
  readonly causation_id: string
  readonly edition: string
  readonly at: Date
  readonly happened_at: Date | null
  /** How many people had been forgotten when this was read. */
  readonly forgets?: number
}

export const eventColumns = `stream, version, type, schema_version as "schemaVersion", data, actor_kind, actor_id,
  actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at,
  (select forgets from event_log) as forgets`

export function recorded(row: StoredRow, data: Record<string, unknown>): RecordedEvent {
  const metadata: EventMetadata = {
    position: Number(row.position ?? 0),
    stream: row.stream,
    version: row.version,
    at: row.at,
    happenedAt: row.happened_at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, role: row.actor_role },
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    edition: row.edition,
  }
  return { type: row.type, data, metadata }
}
