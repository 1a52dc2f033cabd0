import postgres, { type ISql, type Sql } from 'postgres'
import type { CommandContext, IdempotencyClaim, ReadBack, TransactionalWrite } from '../commands.ts'
import type { EncodedEvent, Keys } from '../personal-data/event-codec.ts'
import type { ReadModel } from '../read-model.ts'
import type { EventMetadata } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { type RowChanges, rowParts, selectWritten } from '../tables/row-changes.ts'
import { maxAppend } from '../tables/schema.ts'
import { buildStatement, formatArray, type Part, unnested, type Value } from '../tables/statement.ts'

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

export interface Stored {
  /** The position of the first event; the others follow it without gaps. */
  readonly position: number
  /** The result of `readBack`; undefined where there was nothing to read. */
  readonly found: unknown
}

export interface Appender {
  readonly append: (input: Append) => Promise<Stored>
  /** Closes the appender's own connection. Later appends use the pool. */
  close(): Promise<void>
}

/**
 * Statements run one at a time: appends that wait join the next one, which costs the server less than statements side by
 * side. A statement that takes longer than this (it waits for a lock, or a slow disk) is overtaken.
 */
const slowAfterMs = 10
const maxInFlight = 3

interface Waiting {
  readonly input: Append
  readonly resolve: (stored: Stored) => void
  readonly reject: (error: unknown) => void
}

/**
 * Appends at once while there is little to do, and in groups under load. The appends of a group do not affect each
 * other: when the server declines the group, nothing of it is stored, and each is appended alone.
 *
 * Appends have a connection of their own, whose server process has their plans and tables at hand. Appends that overtake
 * use the pool.
 */
export function appender(pool: Sql): Appender {
  const own = postgres({ ...pool.options, max: 1 } as unknown as postgres.Options<Record<string, never>>) as Sql
  const waiting: Waiting[] = []
  let isOwnFree = true
  let isClosed = false
  let inFlight = 0
  let lastBeganAt = 0
  let timer: NodeJS.Timeout | undefined
  const appendNext = () => {
    const usesOwn = isOwnFree
    if (usesOwn) isOwnFree = false
    inFlight++
    lastBeganAt = performance.now()
    void appendAll(usesOwn ? own : pool, takeGroup(waiting)).finally(() => {
      if (usesOwn) isOwnFree = !isClosed
      inFlight--
      appendWaiting()
    })
  }
  const appendWaiting = () => {
    while (inFlight < maxInFlight && waiting.length > 0) {
      const waitMs = inFlight === 0 ? 0 : lastBeganAt + slowAfterMs - performance.now()
      if (waitMs > 0) {
        if (!timer) timer = setTimeout(overtake, waitMs)
        return
      }
      appendNext()
    }
  }
  const overtake = () => {
    timer = undefined
    appendWaiting()
  }
  return {
    append: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        appendWaiting()
      }),
    close: async () => {
      isClosed = true
      isOwnFree = false
      await own.end({ timeout: closeSeconds })
    },
  }
}

const closeSeconds = 5

/** Appends a group. Never rejects: the promise of each append settles on its own. */
async function appendAll(sql: ISql, group: readonly Waiting[]): Promise<void> {
  if (group.length > 1) {
    const inputs = group.map(({ input }) => input)
    try {
      const stored = await appendGroup(sql, inputs)
      for (const [index, { resolve }] of group.entries()) resolve(stored[index] as Stored)
      return
    } catch (error) {
      // Only what the server itself reports leaves no doubt that nothing was stored.
      if (!(error instanceof postgres.PostgresError)) {
        for (const { reject } of group) reject(error)
        return
      }
    }
  }
  await Promise.all(group.map(({ input, resolve, reject }) => append(sql, input).then(resolve, reject)))
}

/** In a larger group the first append would wait for the last without saving much. */
const maxGroup = 64

/**
 * Takes from the front of `waiting` what one statement can append: one append, or a group. The appends of a group have
 * different streams and no writes, know the same of the log, and read back the same or nothing. They delete no rows,
 * because a deletion puts the parts of its statement in an order.
 */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const [first] = waiting
  if (!first) return []
  const streams = new Set<string>()
  let events = 0
  let readBackName: string | undefined
  const firstLeft = waiting.findIndex(({ input }, index) => {
    events += input.events.length
    const fits = index === 0 || (isGroupable(first.input) && isGroupable(input) && events <= maxAppend)
    const name = input.readBack?.name ?? readBackName
    const readsTheSame = readBackName === undefined || name === readBackName
    const isNewStream = !streams.has(input.stream)
    const joins = fits && index < maxGroup && readsTheSame && knowsTheSame(input, first.input) && isNewStream
    streams.add(input.stream)
    readBackName = name
    return !joins
  })
  return waiting.splice(0, firstLeft === -1 ? waiting.length : firstLeft)
}

const knowsTheSame = (one: Append, other: Append): boolean =>
  one.forgets === other.forgets && one.fencingToken === other.fencingToken

const isGroupable = ({ rows, writes }: Append): boolean =>
  writes.length === 0 && rows.every(({ deletes }) => deletes.length === 0)

/**
 * One statement, so one round trip and one transaction (docs/decisions/0009), for the events, the rows that follow from
 * them, new keys of people, the idempotency key and the command's writes. A list travels as one text, so that the
 * statement and its prepared plan are the same for any length.
 */
async function append(sql: ISql, input: Append): Promise<Stored> {
  if (input.events.length > maxAppend) throw new RangeError(`One append takes at most ${maxAppend} events`)
  const planned = planReadBack(input.rows, input.readBack, true)
  // The insert of one event returns its position, so it can be the end of the statement.
  const endsWithInsert = input.events.length === 1 && input.writes.length === 0 && !planned
  const parts = endsWithInsert ? [] : [toClause('appended', insertEvents(input))]
  if (input.newKeys.size > 0) parts.push(insertKeys(input.newKeys))
  if (input.idempotency) parts.push(claim(input.idempotency, findOwner(input)))
  for (const changes of input.rows) parts.push(...rowParts(changes, planned?.changes === changes))
  parts.push(...input.writes.map(writePart))
  const last = endsWithInsert ? insertEvents(input) : selectAnswer(planned, input.writes)
  const { text, values } = buildStatement(parts, last)
  const rows = await sql.unsafe<StatementAnswer[]>(text, values, { prepare: true })
  return { position: positionIn(rows), found: parseReadBack(rows, input.readBack) }
}

const toClause = (name: string, { shape, values, text }: Part): Part => ({
  shape,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)})`,
})

interface PlannedReadBack {
  readonly query: ReadBack<unknown>
  /** The changes whose rows it reads. */
  readonly changes: RowChanges
  /** SQL that selects the written rows. */
  readonly written: string
  /** The statement is that of one command. */
  readonly isOne: boolean
}

/** Plans what the statement that writes `rows` reads of them. Null where it writes no row of the query's read model. */
function planReadBack(
  rows: readonly RowChanges[],
  query: ReadBack<unknown> | undefined,
  isOne: boolean,
): PlannedReadBack | null {
  const changes = query && rows.find(({ model }) => model.table === query.model.table)
  const written = changes && selectWritten(changes)
  return written ? { query, changes, written, isOne } : null
}

/** The end of a statement: it selects the position of the first event, and the rows that are read back. */
function selectAnswer(planned: PlannedReadBack | null, writes: readonly TransactionalWrite[] = []): Part {
  const selection = `min(position) as position${requiredRows(writes)}`
  if (!planned) return { shape: selection, values: [], text: () => `select ${selection} from appended` }
  const { query, written, isOne } = planned
  return {
    shape: `${selection} ${query.name} of ${isOne ? 'one' : 'many'}: ${written}`,
    values: query.values,
    text: (placeholders) => `
      select ${selection}, (select json_agg(found) from (${query.text(written, placeholders, isOne)}) found) as found
      from appended`,
  }
}

/** Returns the command's own row of those that were read back, as `readBack` parses it. */
function parseReadBack([answer]: readonly StatementAnswer[], readBack: ReadBack<unknown> | undefined): unknown {
  const row = readBack && answer?.found?.find(({ id }) => id === readBack.id)
  return row && readBack.parse(row as never)
}

interface StatementAnswer {
  readonly position: number | null
  readonly found?: readonly { readonly id: string }[] | null
}

/** The position of the first event. Throws where the answer names none: then the append is not confirmed. */
export function positionIn([row]: readonly StatementAnswer[]): number {
  if (typeof row?.position !== 'number') throw new AppendUnconfirmed()
  return row.position
}

/** The events may be stored or not. An idempotency key makes it safe to send the command again. */
class AppendUnconfirmed extends Error {
  /** The code of a connection that is lost before the answer comes. */
  readonly code = 'CONNECTION_LOST'
  constructor() {
    super('The database answered an append without the position of its events')
  }
}

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

const insertEventsText = ([forgets, token, stream, version, last, category, list, ...origin]: string[]) => `
  insert into events (${eventColumns})
  select ${firstPosition(forgets, token)} + n - 1, ${stream}, ${firstVersion(stream, version, last)} + n - 1, ${category}, type, schema_version, data,
    ${castOrigin(origin)}
  from rows from (json_to_recordset(${list}::text::json) as (type text, schema_version int, data json))
    with ordinality as event(type, schema_version, data, n)
  returning position`

// Most commands store one event, and unpacking a list of one costs the server as much as storing the event.
const insertOneEventText = ([forgets, token, stream, version, last, category, type, ...rest]: string[]) => {
  const [schemaVersion, data, ...origin] = rest
  return `
  insert into events (${eventColumns})
  values (${firstPosition(forgets, token)}, ${stream}, ${firstVersion(stream, version, last)}, ${category}, ${type},
    ${schemaVersion}::int, ${data}::text::json, ${castOrigin(origin)})
  returning position`
}

function insertEvents({ stream, version, lastPosition, events, metadata, forgets, fencingToken }: Append): Part {
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

/** Each subject is followed by its key. */
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

/** The visitor who sent the request. For a new visitor, only the events have the id, as that of their actor. */
function findOwner({ idempotency, metadata: { actor } }: Append): string | null {
  return idempotency?.visitor ?? (actor.kind === 'visitor' ? actor.id : null)
}

const writePart = ({ name, values, text, otherwise }: TransactionalWrite): Part => ({
  shape: `write-${name}-${otherwise ?? ''}`,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)} returning 1)`,
})

/** Columns of the answer that raise a write's `otherwise` where the write changed no row. */
const requiredRows = (writes: readonly TransactionalWrite[]): string =>
  writes
    .flatMap(({ name, otherwise }) =>
      otherwise ? [`, require_rows((select count(*) from ${name}), '${otherwise}')`] : [],
    )
    .join('')

/** Several appends as one statement, and so one transaction: all or none. Under load that costs the server far less. */
async function appendGroup(sql: ISql, inputs: readonly Append[]): Promise<Stored[]> {
  const parts = [insertEventsOfMany(inputs), ...insertKeysOfMany(inputs), ...claimMany(inputs)]
  const rows = mergeRows(inputs)
  const planned = planReadBack(rows, inputs.find(({ readBack }) => readBack)?.readBack, false)
  for (const changes of rows) parts.push(...rowParts(changes, planned?.changes === changes))
  const { text, values } = buildStatement(parts, selectAnswer(planned))
  const answer = await sql.unsafe<StatementAnswer[]>(text, values, { prepare: true })
  let next = positionIn(answer)
  return inputs.map(({ events, readBack }) => {
    const position = next
    next += events.length
    return { position, found: parseReadBack(answer, readBack) }
  })
}

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

function insertEventsOfMany(inputs: readonly Append[]): Part {
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

const insertKeysOfManyText = (lists: string[]) => `keyed as (
  insert into person_keys (subject, key)
  select subject, key from ${unnested(lists, ['text', 'bytea'])} as made(subject, key))`

function* insertKeysOfMany(inputs: readonly Append[]): Generator<Part> {
  const made = inputs.flatMap(({ newKeys }) => [...newKeys])
  if (made.length === 0) return
  const subjects = formatArray(made.map(([subject]) => subject))
  const keys = formatArray(made.map(([, key]) => `\\x${key.export().toString('hex')}`))
  yield { shape: 'keys-of-many', values: [subjects, keys], text: insertKeysOfManyText }
}

const claimManyText = (lists: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  select scope, key, fingerprint, visitor from ${unnested(lists, ['text', 'text', 'text', 'text'])}
    as made(scope, key, fingerprint, visitor))`

function* claimMany(inputs: readonly Append[]): Generator<Part> {
  const rows = inputs.flatMap((input) => {
    if (!input.idempotency) return []
    const { scope, key, fingerprint } = input.idempotency
    return [[scope, key, fingerprint, findOwner(input)]]
  })
  if (rows.length === 0) return
  const lists = [0, 1, 2, 3].map((column) => formatArray(rows.map((row) => row[column] ?? null)))
  yield { shape: 'claims-of-many', values: lists, text: claimManyText }
}

function mergeRows(inputs: readonly Append[]): RowChanges[] {
  const byModel = new Map<ReadModel, { model: ReadModel; inserts: object[]; upserts: object[]; deletes: [] }>()
  for (const { model, inserts, upserts } of inputs.flatMap(({ rows }) => rows)) {
    const merged = byModel.get(model) ?? { model, inserts: [], upserts: [], deletes: [] }
    merged.inserts.push(...inserts)
    merged.upserts.push(...upserts)
    byModel.set(model, merged)
  }
  return [...byModel.values()] as RowChanges[]
}
