import type { ISql } from 'postgres'
import { categoryOf } from './catalogue.ts'
import type { CommandContext } from './commands.ts'
import type { EncodedEvent } from './event-codec.ts'
import type { Row } from './fold-rows.ts'
import type { Keys } from './person-keys.ts'
import type { ReadModel } from './read-model.ts'
import { columnNames, tableName } from './read-model-table.ts'
import type { EventMetadata } from './recorded-event.ts'
import { largestAppend } from './schema.ts'

export interface RowChanges {
  readonly model: ReadModel
  readonly upserts: readonly Row[]
  readonly deletes: readonly string[]
}

export interface Append {
  readonly stream: string
  /** Version before the append. */
  readonly version: number
  readonly events: readonly EncodedEvent[]
  readonly metadata: Omit<EventMetadata, 'position' | 'version' | 'stream'>
  readonly rows: readonly RowChanges[]
  readonly newKeys: Keys
  /** How many people had been forgotten when the stream was read. */
  readonly forgets: number
  readonly idempotency: CommandContext['idempotency']
}

type Parameter = string | number | null

/**
 * One statement, so one round trip and one transaction: events, the rows that follow from them, new keys of people,
 * and the idempotency key. Lists travel as one JSON text each, which keeps the statement's text (and so its prepared
 * plan) the same for any number of them. Returns the position of the first event; the others follow it without gaps.
 */
export async function append(sql: ISql, input: Append): Promise<number> {
  if (input.events.length > largestAppend) throw new RangeError(`One append takes at most ${largestAppend} events`)
  const parameters: Parameter[] = []
  const bind = (value: Parameter): string => `$${parameters.push(value)}`
  const parts = [insertEvents(input, bind)]
  if (input.newKeys.size > 0) parts.push(insertKeys(input.newKeys, bind))
  if (input.idempotency) parts.push(claim(input.idempotency, bind))
  for (const changes of input.rows) parts.push(...changeRows(changes, bind))
  const text = `with ${parts.join(',\n')}\nselect min(position) as position from appended`
  const [row] = await sql.unsafe<{ position: number | string }[]>(text, parameters, { prepare: true })
  return Number(row?.position)
}

type Bind = (value: Parameter) => string

function insertEvents({ stream, version, events, metadata, forgets }: Append, bind: Bind): string {
  const { actor, correlationId, causationId, edition, at, happenedAt } = metadata
  const list = `[${events.map(eventJson).join(',')}]`
  const shared = [
    ...[actor.kind, actor.id, actor.name, actor.role, correlationId, causationId, edition].map(
      (value) => `${bind(value)}::text`,
    ),
    ...[at, happenedAt].map((time) => `${bind(time?.toISOString() ?? null)}::timestamptz`),
  ]
  return `appended as (
  insert into events (position, stream, version, category, type, schema_version, data, actor_kind, actor_id,
    actor_name, actor_role, correlation_id, causation_id, edition, at, happened_at)
  select event_position(n - 1, ${bind(forgets)}::int), ${bind(stream)}, ${bind(version)}::int + n,
    ${bind(categoryOf(stream))}, type, schema_version, data, ${shared.join(', ')}
  from rows from (json_to_recordset(${bind(list)}::text::json) as (type text, schema_version int, data json))
    with ordinality as event(type, schema_version, data, n)
  returning position)`
}

const eventJson = ({ type, schemaVersion, stored }: EncodedEvent): string =>
  `{"type":${JSON.stringify(type)},"schema_version":${schemaVersion},"data":${stored}}`

function insertKeys(keys: Keys, bind: Bind): string {
  const list = [...keys].map(([subject, key]) => ({ subject, key: key.export().toString('base64') }))
  return `keyed as (
  insert into person_keys (subject, key) select subject, decode(key, 'base64')
  from json_to_recordset(${bind(JSON.stringify(list))}::text::json) as person(subject text, key text))`
}

function claim({ scope, key, fingerprint }: NonNullable<Append['idempotency']>, bind: Bind): string {
  return `claimed as (
  insert into idempotency (scope, key, fingerprint)
  values (${[scope, key, fingerprint].map((value) => `${bind(value)}::text`).join(', ')}))`
}

function changeRows({ model, upserts, deletes }: RowChanges, bind: Bind): string[] {
  const parts: string[] = []
  const table = tableName(model)
  if (deletes.length > 0)
    parts.push(`${model.table}_gone as (${deleteRows(model, table, bind(JSON.stringify(deletes)))})`)
  if (upserts.length > 0) {
    // Reading the deleted rows makes the deletion come first, which frees their unique keys.
    const after = deletes.length > 0 ? ` where (select count(*) from ${model.table}_gone) >= 0` : ''
    parts.push(
      `${model.table}_rows as (${upsertRows(model, table, `${bind(JSON.stringify(upserts))}::text::json`, after)})`,
    )
  }
  return parts
}

/** `json` is an SQL expression: a JSON array of rows. */
export function upsertRows(model: ReadModel, table: string, json: string, where = ''): string {
  const columns = columnNames(model).map((name) => `"${name}"`)
  const set = columns.filter((name) => name !== '"id"').map((name) => `${name} = excluded.${name}`)
  // A `where` is also what keeps "on conflict" from being read as a join condition.
  return `insert into ${table} (${columns.join(', ')})
  select ${columns.join(', ')} from json_populate_recordset(null::${table}, ${json})${where || ' where true'}
  on conflict (id) do ${set.length > 0 ? `update set ${set.join(', ')}` : 'nothing'}`
}

/** `list` is a placeholder: the text of a JSON array of ids. */
export function deleteRows(model: ReadModel, table: string, list: string): string {
  return `delete from ${table}
  where id in (select id::${model.columns.id.type} from json_array_elements_text(${list}::text::json) as gone(id))
  returning 1`
}
