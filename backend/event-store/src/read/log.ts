import type { ISql } from 'postgres'
import { type HistoryRange, type LogFilter, longestHistory } from '../event-log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { toUndoCause } from '../recorded-event.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from './read-stream.ts'

export { cachedUntilAppend } from './cached-until-append.ts'
export { floorBelow, logLag, newestPosition, ownAppends, safePosition } from './positions.ts'
export { decodeRows, eventColumns, type Reader, readStream, type StoredRow } from './read-stream.ts'
export { type LoadedStream, loadedStream, type StreamCache, streamCache } from './stream-cache.ts'

/** Events below the safe position only, so that nothing can appear later between what was read. */
export async function readLog(sql: ISql, reader: Reader, filter: LogFilter): Promise<RecordedEvent[]> {
  return decodeRows(reader, await readRows(sql, filter))
}

export async function readRows(sql: ISql, filter: LogFilter): Promise<StoredRow[]> {
  const { actor, alsoActors = [], newestFirst, limit = 100 } = filter
  const order = sql`order by position ${newestFirst ? sql`desc` : sql`asc`} limit ${limit}`
  const found = (who = sql``) => sql`
    select position, ${sql.unsafe(eventColumns)} from events
    where position < (select event_safe_position()) ${conditions(sql, filter)} ${who} ${order}`
  if (actor === undefined) return sql<StoredRow[]>`${found()}`
  // Apart, because each has an index in the log's order; joined by "or" they would read all events of an actor.
  const ids = [actor, ...alsoActors]
  return sql<StoredRow[]>`
    select * from (
      (${found(sql`and actor_id = any(${ids}::text[])`)})
      union all
      (${found(sql`and actor_name = ${actor} and actor_id is not null and actor_id <> all(${ids}::text[])`)})
    ) as either ${order}`
}

/** All but who did it. */
function conditions(sql: ISql, filter: LogFilter) {
  const {
    after,
    before,
    stream,
    streams,
    about,
    orTypes = [],
    types,
    categories,
    actorKind,
    undoing,
    from,
    to,
  } = filter
  return sql`
    ${after === undefined ? sql`` : sql`and position > ${after}`}
    ${before === undefined ? sql`` : sql`and position < ${before}`}
    ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
    ${streams === undefined ? sql`` : sql`and stream = any(${[...streams]}::text[])`}
    ${about === undefined ? sql`` : sql`and (${isAbout(sql, about)} or type = any(${[...orTypes]}::text[]))`}
    ${types === undefined ? sql`` : sql`and type = any(${[...types]}::text[])`}
    ${categories === undefined ? sql`` : sql`and category = any(${[...categories]}::text[])`}
    ${undoing === undefined ? sql`` : sql`and ${isUndoing(sql, undoing)}`}
    ${actorKind === undefined ? sql`` : sql`and actor_kind = ${actorKind}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${to === undefined ? sql`` : sql`and at <= ${to}`}`
}

/** In the words of the index `events_undo`. */
const isUndoing = (sql: ISql, positions: readonly number[]) =>
  sql`causation_id like 'undoes:%' and causation_id = any(${positions.map(toUndoCause)}::text[])`

function isAbout(sql: ISql, stream: string) {
  const at = stream.indexOf('-')
  if (at < 0) return sql`stream = ${stream}`
  // The text is looked through first: taking every document apart takes ten times as long.
  const [field, id] = [`${stream.slice(0, at)}Id`, stream.slice(at + 1)]
  return sql`(stream = ${stream} or (strpos(data::text, ${id}) > 0 and data ->> ${field} = ${id}))`
}

const anyVersion = 2 ** 31 - 1

export async function readHistories(
  sql: ISql,
  reader: Reader,
  pasts: readonly HistoryRange[],
  without: readonly string[],
): Promise<RecordedEvent[]> {
  if (pasts.length === 0) return []
  const text = `select position, ${eventColumns} from unnest($1::text[], $2::text[]::int[]) as wanted(name, below)
    cross join lateral (
      (select * from events where stream = wanted.name and version = 1)
      union all
      (select * from events where stream = wanted.name and version > 1 and version < wanted.below
        and type <> all($3::text[]) order by version desc limit ${longestHistory})
    ) as history
    order by stream, version`
  const streams = pasts.map(({ stream }) => stream)
  const below = pasts.map(({ before }) => String(before ?? anyVersion))
  return decodeRows(reader, await sql.unsafe<StoredRow[]>(text, [streams, below, [...without]], { prepare: true }))
}
