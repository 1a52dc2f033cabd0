import type { ISql, PendingQuery, Row } from 'postgres'
import type { LogFilter } from '../event-log.ts'
import { type RecordedEvent, toUndoCause } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { isIndexed, namingField } from '../tables/event-indexes.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from './read-stream.ts'

export { cachedUntilAppend } from './cached-until-append.ts'
export { emptyStream, type Folding, type LoadedStream } from './folded-stream.ts'
export { readHistories } from './histories.ts'
export { floorBelow, logLag, newestPosition, ownAppends, safePosition } from './positions.ts'
export { decodeRows, emmettReads, eventColumns, type Reader, readStream, type StoredRow } from './read-stream.ts'
export { type StreamCache, streamCache } from './stream-cache.ts'

/** Events below the safe position only, so that nothing can appear later between what was read. */
export async function readLog(sql: ISql, reader: Reader, filter: LogFilter): Promise<RecordedEvent[]> {
  return decodeRows(reader, await readRows(sql, filter))
}

export async function readRows(sql: ISql, filter: LogFilter): Promise<StoredRow[]> {
  const { newestFirst, limit = 100 } = filter
  const direction = newestFirst ? sql`desc` : sql`asc`
  const isWanted = sql`${choosePosition(sql, filter)} < (select event_safe_position()) ${conditions(sql, filter)}`
  const ways = waysTo(sql, filter)
  const columns = sql`position, ${sql.unsafe(eventColumns)}`
  if (ways.length === 0)
    return sql<StoredRow[]>`
      select ${columns} from events where ${isWanted} order by ${chooseOrder(sql, filter)} ${direction} limit ${limit}`
  // Each way is a query that finds `limit` events by its index. One query with "or" would read all events of an actor.
  const found = ways.map(
    ({ where, order }) => sql`
      (select position from events where ${isWanted} and ${where} order by ${order} ${direction} limit ${limit})`,
  )
  return sql<StoredRow[]>`
    select ${columns} from events where position = any(array(
      select position from (${joined(sql, found, sql`union`)}) as either order by position ${direction} limit ${limit}))
    order by position ${direction}`
}

/**
 * One stream is ordered by the index of its versions. Ordered by position, PostgreSQL would search the whole log for it
 * once it plans the statement for all streams alike.
 */
const chooseOrder = (sql: ISql, filter: LogFilter): Fragment =>
  filter.stream !== undefined ? sql`version` : choosePosition(sql, filter)

/**
 * The position in a condition or an order. Where streams or ids lead to the events, `+ 0` makes it an expression without an
 * index: PostgreSQL would otherwise read the index of all positions as well, to combine the two.
 */
const choosePosition = (sql: ISql, { stream, streams, naming }: LogFilter): Fragment =>
  stream !== undefined || streams || naming ? sql`position + 0` : sql`position`

/** A condition that one index finds, and its order. */
interface Way {
  readonly where: Fragment
  /** By position, or by version, which is the same order within a stream. */
  readonly order: Fragment
}

type Fragment = PendingQuery<Row[]>

const joined = (sql: ISql, parts: readonly Fragment[], by: Fragment): Fragment =>
  parts.reduce((all, part) => sql`${all} ${by} ${part}`)

/** The ways to the events of an actor or a subject, each by its own index; none where neither is asked for. */
function waysTo(sql: ISql, { actor, alsoActors = [], about, orTypes = [] }: LogFilter): Way[] {
  const order = sql`position`
  const toSubject = about === undefined ? [] : waysToSubject(sql, about, orTypes)
  if (actor === undefined) return toSubject
  const ids = [actor, ...alsoActors]
  const toActor: Way[] = [
    ...ids.map((id) => ({ where: sql`actor_id = ${id}`, order })),
    { where: sql`actor_name = ${actor} and actor_id is not null`, order },
  ]
  if (toSubject.length === 0) return toActor
  return toActor.flatMap((who) =>
    toSubject.map((what) => ({ where: sql`${who.where} and ${what.where}`, order: what.order })),
  )
}

function waysToSubject(sql: ISql, stream: string, orTypes: readonly string[]): Way[] {
  const order = sql`position`
  const own = { where: sql`stream = ${stream}`, order: sql`version` }
  const related = orTypes.map((type) => ({ where: sql`type = ${type}`, order }))
  const [category, id] = [categoryOf(stream), stream.slice(stream.indexOf('-') + 1)]
  // A stream without an id is named by no field.
  if (category === stream) return [own, ...related]
  return [own, { where: sql`${namedIn(sql, category)} = ${id}`, order }, ...related]
}

const namedIn = (sql: ISql, category: string) => sql`data ->> ${sql.unsafe(namingField(category))}`

/** The conditions of a filter beside its actor and its subject, which `waysTo` looks for. */
function conditions(sql: ISql, filter: LogFilter) {
  const { after, before, stream, streams, types, categories, data = {}, actorKind, edition } = filter
  const { undoing, from, to, indexed, naming } = filter
  const position = choosePosition(sql, filter)
  const fields = Object.entries(data).map(([name, value]) => sql`and data ->> ${name} = ${value}`)
  return sql`
    ${after === undefined ? sql`` : sql`and ${position} > ${after}`}
    ${before === undefined ? sql`` : sql`and ${position} < ${before}`}
    ${stream === undefined ? sql`` : sql`and stream = ${stream}`}
    ${streams === undefined ? sql`` : sql`and stream = any(${[...streams]}::text[])`}
    ${types === undefined ? sql`` : sql`and ${isOfType(sql, types)}`}
    ${indexed === undefined ? sql`` : sql`and ${sql.unsafe(isIndexed(indexed))}`}
    ${naming === undefined ? sql`` : sql`and ${isNaming(sql, naming)}`}
    ${categories === undefined ? sql`` : sql`and category = any(${[...categories]}::text[])`}
    ${fields.reduce((all, one) => sql`${all} ${one}`, sql``)}
    ${undoing === undefined ? sql`` : sql`and ${isUndoing(sql, undoing)}`}
    ${actorKind === undefined ? sql`` : sql`and actor_kind = ${actorKind}`}
    ${edition === undefined ? sql`` : sql`and edition = ${edition}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${to === undefined ? sql`` : sql`and at <= ${to}`}`
}

/**
 * Each id is looked up alone, through the index. PostgreSQL has no statistics about the field until the table is analyzed,
 * and until then it would expect a list of ids to match a large part of the log.
 */
const isNaming = (sql: ISql, { category, ids }: NonNullable<LogFilter['naming']>) => sql`position = any(array(
  select named.position from unnest(${[...ids]}::text[]) as wanted(id)
  cross join lateral (select position from events where ${namedIn(sql, category)} = wanted.id offset 0) as named))`

/** One type has an index in the log's order, which `any` of a list of one would not use. */
const isOfType = (sql: ISql, types: readonly string[]) =>
  types.length === 1 ? sql`type = ${types[0] ?? ''}` : sql`type = any(${[...types]}::text[])`

/** Repeats the condition of the index `events_undo`, so that PostgreSQL uses the index. */
const isUndoing = (sql: ISql, positions: readonly number[]) =>
  sql`causation_id like 'undoes:%' and causation_id = any(${positions.map(toUndoCause)}::text[])`

/** A stream's versions have no gaps, so its last one is its length; one look into the index for each. */
export async function readLengths(sql: ISql, streams: readonly string[]): Promise<number[]> {
  const rows = await sql<{ length: number }[]>`
    select coalesce((select version from events where stream = wanted.name order by version desc limit 1), 0) as length
    from unnest(${[...streams]}::text[]) with ordinality as wanted(name, n) order by n`
  return rows.map(({ length }) => length)
}
