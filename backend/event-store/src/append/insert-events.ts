import type { EncodedEvent } from '../personal-data/event-codec.ts'
import { categoryOf } from '../registry.ts'
import { maxAppend } from '../tables/schema.ts'
import { formatArray, type Part, unnested, type Value } from '../tables/statement.ts'
import type { Append } from './append.ts'

// The clauses that insert the events of one append, and of several. The defaults of placeholders never apply: the types
// do not know how many there are.

/** The columns of an event beside its position. */
const columns = {
  stream: 'text',
  version: 'int',
  category: 'text',
  type: 'text',
  schema_version: 'int',
  data: 'json',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  actor_role: 'text',
  correlation_id: 'text',
  causation_id: 'text',
  edition: 'text',
  at: 'timestamptz',
  happened_at: 'timestamptz',
}
const names = Object.keys(columns)
const eventColumns = ['position', ...names].join(', ')

/** Casts the placeholders of `originValues`, of which the last two are times. */
const castOrigin = (placeholders: string[]) =>
  `${placeholders.slice(0, -2).join('::text, ')}::text, ${placeholders.slice(-2).join('::timestamptz, ')}::timestamptz`

/**
 * SQL of the first position of an append, see schema.ts. It compares the log's row with what the appender knows, and
 * calls `event_position` only where they differ, to raise the error. The row is as it was committed when the statement
 * got its lock on the table, because PostgreSQL takes the snapshot of a statement after its locks.
 */
const firstPosition = (forgets = '', token = '') => `(
    select case when forgets = ${forgets}::int and fencing_token = ${token}::int
      then base + pg_current_xact_id()::text::bigint * ${maxAppend}
      else event_position(0, ${forgets}::int, ${token}::int) end
    from event_log)`

/**
 * SQL of the version of an append's first event. Null, so that the append fails, where the event before is not the one
 * on which the command was decided.
 */
const firstVersion = (stream = '', version = '', lastPosition = '') => `(
    case when ${lastPosition}::bigint is null then ${version}::int + 1 else (
      select last.version + 1 from events as last
      where last.stream = ${stream} and last.version = ${version}::int and last.position = ${lastPosition}::bigint) end)`

/** Inserts the events of a list. */
const insertEventsText = ([forgets, token, stream, version, last, category, list, ...origin]: string[]) => `
  insert into events (${eventColumns})
  select ${firstPosition(forgets, token)} + n - 1, ${stream}, ${firstVersion(stream, version, last)} + n - 1, ${category}, type, schema_version, data,
    ${castOrigin(origin)}
  from rows from (json_to_recordset(${list}::text::json) as (type text, schema_version int, data json))
    with ordinality as event(type, schema_version, data, n)
  returning position`

/** Most commands store one event, and unpacking a list of one costs the server as much as storing the event. */
const insertOneEventText = ([forgets, token, stream, version, last, category, type, ...rest]: string[]) => {
  const [schemaVersion, data, ...origin] = rest
  return `
  insert into events (${eventColumns})
  values (${firstPosition(forgets, token)}, ${stream}, ${firstVersion(stream, version, last)}, ${category}, ${type},
    ${schemaVersion}::int, ${data}::text::json, ${castOrigin(origin)})
  returning position`
}

export function insertEvents({ stream, version, lastPosition, events, metadata, forgets, fencingToken }: Append): Part {
  const origin = originValues(metadata)
  const place = [forgets, fencingToken, stream, version, lastPosition, categoryOf(stream)]
  const [first, ...more] = events
  if (first && more.length === 0) {
    const values = [...place, first.type, first.schemaVersion, first.stored, ...origin]
    return { shape: 'event', values, text: insertOneEventText }
  }
  const list = `[${events.map(eventJson).join(',')}]`
  return { shape: 'events', values: [...place, list, ...origin], text: insertEventsText }
}

/** The values of the columns from `actor_kind` to `happened_at`. */
const originValues = ({ actor, correlationId, causationId, edition, at, happenedAt }: Append['metadata']) => [
  ...[actor.kind, actor.id, actor.name, actor.role, correlationId, causationId, edition],
  ...[at.toISOString(), happenedAt?.toISOString() ?? null],
]

const eventJson = ({ type, schemaVersion, stored }: EncodedEvent): string =>
  `{"type":${JSON.stringify(type)},"schema_version":${schemaVersion},"data":${stored}}`

/** The types of the columns and of `after`: the position of the event before, for the first event of an append. */
const types = [...Object.values(columns), 'bigint']
const selectedColumns = names.map((name) =>
  name === 'version' ? firstVersion('event.stream', '(event.version - 1)', 'after') : name,
)

const insertEventsOfManyText = ([forgets, token, ...lists]: string[]) => `appended as (
  insert into events (${eventColumns})
  select ${firstPosition(forgets, token)} + n - 1, ${selectedColumns.join(', ')}
  from ${unnested(lists, types)} with ordinality as event(${names.join(', ')}, after, n)
  returning position)`

export function insertEventsOfMany(inputs: readonly Append[]): Part {
  const rows = inputs.flatMap(eventRows)
  const lists = types.map((_, column) => formatArray(rows.map((row) => row[column] ?? null)))
  return {
    shape: 'events-of-many',
    values: [inputs[0]?.forgets ?? 0, inputs[0]?.fencingToken ?? 0, ...lists],
    text: insertEventsOfManyText,
  }
}

/** The values of each event, in the order of `types`. */
function eventRows({ stream, version, lastPosition, events, metadata }: Append): Value[][] {
  const category = categoryOf(stream)
  const origin = originValues(metadata)
  return events.map(({ type, schemaVersion, stored }, index) => [
    ...[stream, version + index + 1, category, type, schemaVersion, stored],
    ...origin,
    index === 0 ? lastPosition : null,
  ])
}
