import type { ISql } from 'postgres'
import {
  assertExpectedVersionMatchesCurrent,
  type Event,
  type EventStore,
  type ReadEventMetadataWithGlobalPosition as Metadata,
  type ReadEvent,
  type ReadStreamOptions,
  upcastRecordedMessages,
} from '../emmett.ts'
import { decode, openActor, type PersonKeys, subjectsToUnseal } from '../personal-data/event-codec.ts'
import type { Actor, EventMetadata, RecordedEvent } from '../recorded-event.ts'
import type { Registry } from '../registry.ts'

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
  /** The number of people who had been forgotten when this was read. */
  readonly forgets?: number
}

export const eventColumns = `stream, version, type, schema_version as "schemaVersion", data, actor_kind, actor_id,
  actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at,
  (select forgets from event_log) as forgets`

function toRecorded(row: StoredRow, data: Record<string, unknown>, actor: Actor): RecordedEvent {
  const metadata: EventMetadata = {
    position: Number(row.position ?? 0),
    stream: row.stream,
    version: row.version,
    at: row.at,
    happenedAt: row.happened_at,
    actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    edition: row.edition,
  }
  return { type: row.type, data, metadata }
}

export interface Reader {
  readonly registry: Registry
  readonly keys: Pick<PersonKeys, 'find'>
}

/**
 * Reads the whole stream in its order, with positions only where `positions` is true. Nothing that folds a stream may
 * depend on them, because an append folds its events before it knows their positions.
 */
export async function readStream(
  sql: ISql,
  reader: Reader,
  stream: string,
  { positions = false } = {},
): Promise<RecordedEvent[]> {
  const columns = positions ? `position, ${eventColumns}` : eventColumns
  const text = `select ${columns} from events where stream = $1 order by version`
  return decodeRows(reader, await sql.unsafe<StoredRow[]>(text, [stream], { prepare: true }))
}

export async function decodeRows({ registry, keys }: Reader, rows: readonly StoredRow[]): Promise<RecordedEvent[]> {
  const actors = rows.map(toActor)
  const actorSubjects = actors.map(registry.actors.subjectOf)
  const ofActors = actorSubjects.filter((subject) => subject !== null)
  const subjects = [...new Set([...subjectsToUnseal(registry, rows), ...ofActors])]
  const found = subjects.length > 0 ? await keys.find(subjects, rows[0]?.forgets) : new Map()
  return rows.map((row, index) => {
    const subject = actorSubjects[index] ?? null
    const actor = openActor(actors[index] ?? toActor(row), subject, found.get(subject ?? '') ?? null)
    return toRecorded(row, decode(registry, row, found), actor)
  })
}

const toActor = (row: StoredRow): Actor => ({
  kind: row.actor_kind,
  id: row.actor_id,
  name: row.actor_name,
  role: row.actor_role,
})

/** The reads of Emmett's interface, outside of an attempt at a command. */
export function emmettReads(sql: ISql, reader: Reader) {
  const reads: Pick<EventStore<Metadata>, 'aggregateStream' | 'readStream' | 'streamExists'> = {
    aggregateStream: async (stream, { evolve, initialState, read }) => {
      const { events, currentStreamVersion, streamExists } = await reads.readStream(stream, read)
      return { currentStreamVersion, state: fold(events, evolve, initialState), streamExists }
    },
    readStream: async <E extends Event, Payload extends Event = E>(
      stream: string,
      options?: ReadStreamOptions<bigint, E, Payload>,
    ) => {
      const events = await readStream(sql, reader, stream, { positions: true })
      const currentStreamVersion = BigInt(events.length)
      assertExpectedVersionMatchesCurrent(currentStreamVersion, options?.expectedStreamVersion, 0n)
      const from = Number(options?.from ?? 0n)
      const to = options?.to ?? (options?.maxCount ? BigInt(from) + options.maxCount : currentStreamVersion)
      const chosen = events.slice(from, Number(to)).map((event) => asEmmett(event) as ReadEvent<Payload, Metadata>)
      const upcast = upcastRecordedMessages<E, Payload, Metadata>(chosen, options?.schema?.versioning)
      return { currentStreamVersion, events: upcast, streamExists: events.length > 0 }
    },
    streamExists: async (stream) => (await readStream(sql, reader, stream)).length > 0,
  }
  return reads
}

/** `evolve` takes plain events or recorded ones, and a recorded event is both. */
const fold = <State>(events: readonly unknown[], evolve: (state: State, event: never) => State, initial: () => State) =>
  events.reduce<State>(evolve as (state: State, event: unknown) => State, initial())

function asEmmett({ type, data, metadata }: RecordedEvent): ReadEvent<Event, Metadata> {
  const { stream, version, position } = metadata
  return {
    kind: 'Event',
    type,
    data,
    metadata: {
      messageId: `${stream}/${version}`,
      streamName: stream,
      streamPosition: BigInt(version),
      globalPosition: BigInt(position),
    },
  }
}
