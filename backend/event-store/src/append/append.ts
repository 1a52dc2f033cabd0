import type { ISql } from 'postgres'
import type { CommandContext, IdempotencyClaim, ReadBack, TransactionalWrite } from '../commands.ts'
import type { EncodedEvent, Keys } from '../personal-data/event-codec.ts'
import type { EventMetadata } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { type RowChanges, rowParts, selectWritten } from '../tables/row-changes.ts'
import { maxAppend } from '../tables/schema.ts'
import { buildStatement, type Part } from '../tables/statement.ts'

export interface Append {
  readonly stream: string
  /** Version before the append. */
  readonly version: number
  /** Position of the event of that version; null where the stream is new. */
  readonly lastPosition: number | null
  readonly events: readonly EncodedEvent[]
  readonly metadata: Omit<EventMetadata, 'position' | 'version' | 'stream'>
  readonly rows: readonly RowChanges[]
  readonly newKeys: Keys
  /** The number of people who had been forgotten when the stream was read. */
  readonly forgets: number
  /** See fence.ts. */
  readonly fencingToken: number
  readonly idempotency: CommandContext['idempotency']
  readonly writes: readonly TransactionalWrite[]
  readonly readBack: ReadBack<unknown> | undefined
}

/**
 * One statement, so one round trip and one transaction (docs/decisions/0009): events, the rows that follow from them,
 * new keys of people, the idempotency key, and what else is stored with them. Longer lists travel as one text each, which
 * keeps the statement's text (and so its prepared plan) the same for any number of them.
 */
export async function append(sql: ISql, input: Append): Promise<Stored> {
  if (input.events.length > maxAppend) throw new RangeError(`One append takes at most ${maxAppend} events`)
  const reading = planReadBack(input.rows, input.readBack, true)
  const isSimple = input.events.length === 1 && input.writes.length === 0 && !reading
  const parts = isSimple ? [] : [named('appended', insertEvents(input))]
  if (input.newKeys.size > 0) parts.push(insertKeys(input.newKeys))
  if (input.idempotency) parts.push(claim(input.idempotency, findOwner(input)))
  for (const changes of input.rows) parts.push(...rowParts(changes, reading?.changes === changes))
  parts.push(...input.writes.map(writePart))
  const last = isSimple ? insertEvents(input) : confirmation(reading, input.writes)
  const { text, values } = buildStatement(parts, last)
  const rows = await sql.unsafe<StatementAnswer[]>(text, values, { prepare: true })
  return { position: positionIn(rows), found: findIn(rows, input.readBack) }
}

export interface Stored {
  /** The position of the first event; the others follow it without gaps. */
  readonly position: number
  /** The result of `readBack`; undefined where there was nothing to read. */
  readonly found: unknown
}

const named = (name: string, { shape, values, text }: Part): Part => ({
  shape,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)})`,
})

interface Reading {
  readonly readBack: ReadBack<unknown>
  /** The changes whose rows it reads. */
  readonly changes: RowChanges
  readonly written: string
  readonly isOne: boolean
}

/** What a statement that writes these rows reads of them; null where it writes no row of that model. */
export function planReadBack(
  rows: readonly RowChanges[],
  readBack: ReadBack<unknown> | undefined,
  isOne: boolean,
): Reading | null {
  const changes = readBack && rows.find(({ model }) => model.table === readBack.model.table)
  const written = changes && selectWritten(changes)
  return written ? { readBack, changes, written, isOne } : null
}

/** The end of a statement: the position of the first event, and the rows that are read back. */
export function confirmation(reading: Reading | null, writes: readonly TransactionalWrite[] = []): Part {
  const columns = `min(position) as position${requiredRows(writes)}`
  if (!reading) return { shape: columns, values: [], text: () => `select ${columns} from appended` }
  const { readBack, written, isOne } = reading
  return {
    shape: `${columns} ${readBack.name} of ${isOne ? 'one' : 'many'}: ${written}`,
    values: readBack.values,
    text: (placeholders) => `
      select ${columns}, (select json_agg(found) from (${readBack.text(written, placeholders, isOne)}) found) as found
      from appended`,
  }
}

/** Builds what a command gets of the rows that were read back. */
export function findIn([answer]: readonly StatementAnswer[], readBack: ReadBack<unknown> | undefined): unknown {
  const row = readBack && answer?.found?.find(({ id }) => id === readBack.id)
  return row && readBack.parse(row as never)
}

export interface StatementAnswer {
  readonly position: number | null
  readonly found?: readonly { readonly id: string }[] | null
}

/** The position of the first event. Throws where the answer names none: then the append is not confirmed. */
export function positionIn([row]: readonly StatementAnswer[]): number {
  if (typeof row?.position !== 'number') throw new AppendUnconfirmed()
  return row.position
}

/** Thrown where it is unknown if the events are stored: an idempotency key makes it safe to send the command again. */
class AppendUnconfirmed extends Error {
  /** The code of a connection that is lost before the answer comes. */
  readonly code = 'CONNECTION_LOST'
  constructor() {
    super('The database answered an append without the position of its events')
  }
}

const eventColumns = `position, stream, version, category, type, schema_version, data, actor_kind, actor_id, actor_name,
    actor_role, correlation_id, causation_id, edition, at, happened_at`

const metadataText = (shared: string[]) =>
  `${shared.slice(0, -2).join('::text, ')}::text, ${shared.slice(-2).join('::timestamptz, ')}::timestamptz`

/**
 * The first position of an append, see schema.ts. One look at the log's row shows that the appender knows what it has to
 * know; `event_position` is called only to report what is wrong. The look sees what was committed while the statement
 * waited for its lock on the table, because PostgreSQL takes the snapshot of a statement after its locks.
 */
export const firstPosition = (forgets = '', token = '') => `(
    select case when forgets = ${forgets}::int and fencing_token = ${token}::int
      then base + pg_current_xact_id()::text::bigint * ${maxAppend}
      else event_position(0, ${forgets}::int, ${token}::int) end
    from event_log)`

/**
 * The version of the first event of an append, which is null, so that the append fails, where the event before it is not
 * the one that the command was decided on.
 */
export const firstVersion = (stream = '', version = '', lastPosition = '') => `(
    case when ${lastPosition}::bigint is null then ${version}::int + 1 else (
      select last.version + 1 from events as last
      where last.stream = ${stream} and last.version = ${version}::int and last.position = ${lastPosition}::bigint) end)`

const insertEventsText = ([forgets, token, stream, version, last, category, list, ...shared]: string[]) => `
  insert into events (${eventColumns})
  select ${firstPosition(forgets, token)} + n - 1, ${stream}, ${firstVersion(stream, version, last)} + n - 1, ${category}, type, schema_version, data,
    ${metadataText(shared)}
  from rows from (json_to_recordset(${list}::text::json) as (type text, schema_version int, data json))
    with ordinality as event(type, schema_version, data, n)
  returning position`

// Most commands store one event, and taking a list of one apart costs the server as much as storing it.
const insertOneEventText = ([forgets, token, stream, version, last, category, type, ...rest]: string[]) => {
  const [schema, data, ...shared] = rest
  return `
  insert into events (${eventColumns})
  values (${firstPosition(forgets, token)}, ${stream}, ${firstVersion(stream, version, last)}, ${category}, ${type},
    ${schema}::int, ${data}::text::json, ${metadataText(shared)})
  returning position`
}

function insertEvents({ stream, version, lastPosition, events, metadata, forgets, fencingToken }: Append): Part {
  const { actor, correlationId, causationId, edition, at, happenedAt } = metadata
  const who = [actor.kind, actor.id, actor.name, actor.role, correlationId, causationId, edition]
  const when = [at.toISOString(), happenedAt?.toISOString() ?? null]
  const where = [forgets, fencingToken, stream, version, lastPosition, categoryOf(stream)]
  const [first, ...more] = events
  if (first && more.length === 0) {
    const values = [...where, first.type, first.schemaVersion, first.stored, ...who, ...when]
    return { shape: 'event', values, text: insertOneEventText }
  }
  const list = `[${events.map(eventJson).join(',')}]`
  return { shape: 'events', values: [...where, list, ...who, ...when], text: insertEventsText }
}

const eventJson = ({ type, schemaVersion, stored }: EncodedEvent): string =>
  `{"type":${JSON.stringify(type)},"schema_version":${schemaVersion},"data":${stored}}`

const insertKeysText = (placeholders: string[]) => {
  const rows = placeholders.flatMap((subject, index) =>
    index % 2 === 0 ? [`(${subject}::text, decode(${placeholders[index + 1]}::text, 'base64'))`] : [],
  )
  return `keyed as (insert into person_keys (subject, key) values ${rows.join(', ')})`
}

function insertKeys(keys: Keys): Part {
  const values = [...keys].flatMap(([subject, key]) => [subject, key.export().toString('base64')])
  return { shape: `keys-${keys.size}`, values, text: insertKeysText }
}

const claimText = (values: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  values (${values.map((value) => `${value}::text`).join(', ')}))`

function claim({ scope, key, fingerprint }: IdempotencyClaim, visitor: string | null): Part {
  return { shape: 'claim', values: [scope, key, fingerprint, visitor], text: claimText }
}

/** The visitor who owns the request: one who was not known when it came has the id that its events name. */
export function findOwner({ idempotency, metadata: { actor } }: Append): string | null {
  return idempotency?.visitor ?? (actor.kind === 'visitor' ? actor.id : null)
}

const writePart = ({ name, values, text, otherwise }: TransactionalWrite): Part => ({
  shape: `write-${name}-${otherwise ?? ''}`,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)} returning 1)`,
})

/** Columns of the statement's answer that fail where a change had to be made and was not. */
const requiredRows = (writes: readonly TransactionalWrite[]): string =>
  writes
    .flatMap(({ name, otherwise }) =>
      otherwise ? [`, require_rows((select count(*) from ${name}), '${otherwise}')`] : [],
    )
    .join('')
