import type { ISql } from 'postgres'
import type { ReadModel } from '../read-model.ts'
import { categoryOf } from '../registry.ts'
import { type RowChanges, rowParts } from '../tables/row-changes.ts'
import { largestAppend } from '../tables/schema.ts'
import { type Part, statementOf } from '../tables/statement.ts'
import { type Append, ownerOf, positionIn, type StoredPosition } from './append.ts'

/** More than that would make the first of them wait for the last without saving much. */
const largestGroup = 64

/**
 * Takes from the front of `waiting` what one statement can append: one append, or several of different streams that
 * delete no rows (deletions order the parts of a statement), carry no writes of their own, and carry the same count of
 * forgotten people and the same fencing token.
 */
export function takeGroup<Waiting extends { readonly input: Append }>(waiting: Waiting[]): Waiting[] {
  const [first] = waiting
  if (!first) return []
  const streams = new Set<string>()
  let events = 0
  const rest = waiting.findIndex(({ input }, index) => {
    events += input.events.length
    const fits = index === 0 || (isGroupable(first.input) && isGroupable(input) && events <= largestAppend)
    const goesAlong = fits && index < largestGroup && expectsTheSame(input, first.input) && !streams.has(input.stream)
    streams.add(input.stream)
    return !goesAlong
  })
  return waiting.splice(0, rest === -1 ? waiting.length : rest)
}

const expectsTheSame = (one: Append, other: Append): boolean =>
  one.forgets === other.forgets && one.fencingToken === other.fencingToken

const isGroupable = ({ rows, writes }: Append): boolean =>
  writes.length === 0 && rows.every(({ deletes }) => deletes.length === 0)

/**
 * Several appends as one statement, and so one transaction: all or none. Under load that saves the server most of what
 * a statement costs beside its rows. Returns the position of each append's first event.
 */
export async function appendGroup(sql: ISql, inputs: readonly Append[]): Promise<number[]> {
  const parts = [insertEvents(inputs), ...insertKeys(inputs), ...claim(inputs)]
  for (const changes of merged(inputs)) parts.push(...rowParts(changes))
  const { text, values } = statementOf(parts, 'select min(position) as position from appended')
  let next = positionIn(await sql.unsafe<StoredPosition[]>(text, values, { prepare: true }))
  return inputs.map(({ events }) => {
    const position = next
    next += events.length
    return position
  })
}

const columns = {
  ...{ stream: 'text', version: 'int', category: 'text', type: 'text', schema_version: 'int', data: 'json' },
  ...{ actor_kind: 'text', actor_id: 'text', actor_name: 'text', actor_role: 'text', correlation_id: 'text' },
  ...{ causation_id: 'text', edition: 'text', at: 'timestamptz', happened_at: 'timestamptz' },
}
const names = Object.keys(columns).join(', ')
const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`)

const insertEventsText = ([forgets, token, list]: string[]) => `appended as (
  insert into events (position, ${names})
  select event_position(n - 1, ${forgets}::int, ${token}::int), ${names}
  from rows from (json_to_recordset(${list}::text::json) as (${definitions.join(', ')})) with ordinality
    as event(${names}, n)
  returning position)`

function insertEvents(inputs: readonly Append[]): Part {
  const list = `[${inputs.map(eventsJson).join(',')}]`
  return {
    shape: 'events-of-many',
    values: [inputs[0]?.forgets ?? 0, inputs[0]?.fencingToken ?? 0, list],
    text: insertEventsText,
  }
}

/** The events are JSON already, and go in as they are. */
function eventsJson({ stream, version, events, metadata }: Append): string {
  const { actor, correlationId, causationId, edition, at, happenedAt } = metadata
  const shared = JSON.stringify({
    ...{ stream, category: categoryOf(stream), actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name },
    ...{ actor_role: actor.role, correlation_id: correlationId, causation_id: causationId, edition },
    ...{ at, happened_at: happenedAt },
  }).slice(0, -1)
  return events
    .map(({ type, schemaVersion, stored }, index) => {
      const own = `"version":${version + index + 1},"type":${JSON.stringify(type)},"schema_version":${schemaVersion}`
      return `${shared},${own},"data":${stored}}`
    })
    .join(',')
}

const insertKeysText = ([list]: string[]) => `keyed as (
  insert into person_keys (subject, key)
  select subject, decode(key, 'base64') from json_to_recordset(${list}::text::json) as made(subject text, key text))`

function* insertKeys(inputs: readonly Append[]): Generator<Part> {
  const made = inputs.flatMap(({ newKeys }) =>
    [...newKeys].map(([subject, key]) => ({ subject, key: key.export().toString('base64') })),
  )
  if (made.length > 0) yield { shape: 'keys-of-many', values: [JSON.stringify(made)], text: insertKeysText }
}

const claimText = ([list]: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  select scope, key, fingerprint, visitor from json_to_recordset(${list}::text::json)
    as made(scope text, key text, fingerprint text, visitor text))`

function* claim(inputs: readonly Append[]): Generator<Part> {
  const claims = inputs.flatMap((input) => (input.idempotency ? { ...input.idempotency, visitor: ownerOf(input) } : []))
  if (claims.length > 0) yield { shape: 'claims-of-many', values: [JSON.stringify(claims)], text: claimText }
}

function merged(inputs: readonly Append[]): Iterable<RowChanges> {
  const byModel = new Map<ReadModel, { model: ReadModel; inserts: object[]; upserts: object[]; deletes: [] }>()
  for (const { model, inserts, upserts } of inputs.flatMap(({ rows }) => rows)) {
    const all = byModel.get(model) ?? { model, inserts: [], upserts: [], deletes: [] }
    all.inserts.push(...inserts)
    all.upserts.push(...upserts)
    byModel.set(model, all)
  }
  return byModel.values() as Iterable<RowChanges>
}
