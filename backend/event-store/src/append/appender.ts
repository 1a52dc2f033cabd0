import postgres, { type ISql, type Sql } from 'postgres'
import type { ReadModel } from '../read-model.ts'
import { categoryOf } from '../registry.ts'
import { type RowChanges, rowParts } from '../tables/row-changes.ts'
import { maxAppend } from '../tables/schema.ts'
import { buildStatement, formatArray, type Part, unnested, type Value } from '../tables/statement.ts'
import {
  type Append,
  append,
  confirmation,
  findIn,
  findOwner,
  firstPosition,
  firstVersion,
  planReadBack,
  positionIn,
  type StatementAnswer,
  type Stored,
} from './append.ts'

export interface Appender {
  readonly append: (input: Append) => Promise<Stored>
  /** Appends that come later go through the pool. */
  close(): Promise<void>
}

/**
 * One statement at a time, because each that is under way costs the server more than what joins it. Where one takes long
 * (it waits for a lock, or for a slow disk), others pass it.
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
 * Appends have a connection of their own: its server process keeps their plans and tables at hand. Appends that pass one
 * that takes long use the pool.
 */
export function appender(pool: Sql): Appender {
  const own = postgres({ ...pool.options, max: 1 } as unknown as postgres.Options<Record<string, never>>) as Sql
  const waiting: Waiting[] = []
  let isOwnFree = true
  let isClosed = false
  let inFlight = 0
  let began = 0
  let timer: NodeJS.Timeout | undefined
  const flushNext = () => {
    const usesOwn = isOwnFree
    if (usesOwn) isOwnFree = false
    inFlight++
    began = performance.now()
    void flush(usesOwn ? own : pool, takeGroup(waiting)).finally(() => {
      if (usesOwn) isOwnFree = !isClosed
      inFlight--
      flushWaiting()
    })
  }
  const flushWaiting = () => {
    while (inFlight < maxInFlight && waiting.length > 0) {
      const waitMs = inFlight === 0 ? 0 : began + slowAfterMs - performance.now()
      if (waitMs > 0) {
        if (!timer) timer = setTimeout(overtake, waitMs)
        return
      }
      flushNext()
    }
  }
  const overtake = () => {
    timer = undefined
    flushWaiting()
  }
  return {
    append: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        flushWaiting()
      }),
    close: async () => {
      isClosed = true
      isOwnFree = false
      await own.end({ timeout: closeSeconds })
    },
  }
}

const closeSeconds = 5

/** Never rejects: the promise of each append settles on its own. */
async function flush(sql: ISql, group: readonly Waiting[]): Promise<void> {
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

/** More than that would make the first of them wait for the last without saving much. */
const maxGroup = 64

/**
 * Takes from the front of `waiting` what one statement can append: one append, or several of different streams that
 * delete no rows (deletions order the parts of a statement), carry no writes of their own, carry the same count of
 * forgotten people and the same fencing token, and read back the same or nothing.
 */
function takeGroup<Waiting extends { readonly input: Append }>(waiting: Waiting[]): Waiting[] {
  const [first] = waiting
  if (!first) return []
  const streams = new Set<string>()
  let events = 0
  let reads: string | undefined
  const rest = waiting.findIndex(({ input }, index) => {
    events += input.events.length
    const fits = index === 0 || (isGroupable(first.input) && isGroupable(input) && events <= maxAppend)
    const name = input.readBack?.name ?? reads
    const readsTheSame = reads === undefined || name === reads
    const isNew = !streams.has(input.stream)
    const goesAlong = fits && index < maxGroup && readsTheSame && expectsTheSame(input, first.input) && isNew
    streams.add(input.stream)
    reads = name
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
 * a statement costs beside its rows.
 */
async function appendGroup(sql: ISql, inputs: readonly Append[]): Promise<Stored[]> {
  const parts = [insertEvents(inputs), ...insertKeys(inputs), ...claim(inputs)]
  const rows = merged(inputs)
  const reading = planReadBack(rows, inputs.find(({ readBack }) => readBack)?.readBack, false)
  for (const changes of rows) parts.push(...rowParts(changes, reading?.changes === changes))
  const { text, values } = buildStatement(parts, confirmation(reading))
  const answer = await sql.unsafe<StatementAnswer[]>(text, values, { prepare: true })
  let next = positionIn(answer)
  return inputs.map(({ events, readBack }) => {
    const position = next
    next += events.length
    return { position, found: findIn(answer, readBack) }
  })
}

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
/** That of an event beside its columns: the position of the one before it, where that has to be checked. */
const types = [...Object.values(columns), 'bigint']
const selected = names.map((name) =>
  name === 'version' ? firstVersion('event.stream', '(event.version - 1)', 'after') : name,
)

const insertEventsText = ([forgets, token, ...lists]: string[]) => `appended as (
  insert into events (position, ${names.join(', ')})
  select ${firstPosition(forgets, token)} + n - 1, ${selected.join(', ')}
  from ${unnested(lists, types)} with ordinality as event(${names.join(', ')}, after, n)
  returning position)`

function insertEvents(inputs: readonly Append[]): Part {
  const rows = inputs.flatMap(eventRows)
  const lists = types.map((_, column) => formatArray(rows.map((row) => row[column] ?? null)))
  return {
    shape: 'events-of-many',
    values: [inputs[0]?.forgets ?? 0, inputs[0]?.fencingToken ?? 0, ...lists],
    text: insertEventsText,
  }
}

/** The values of each event, in the order of `columns`. */
function eventRows({ stream, version, lastPosition, events, metadata }: Append): Value[][] {
  const { actor, correlationId, causationId, edition } = metadata
  const category = categoryOf(stream)
  const who = [actor.kind, actor.id, actor.name, actor.role, correlationId, causationId, edition]
  const when = [metadata.at.toISOString(), metadata.happenedAt?.toISOString() ?? null]
  return events.map(({ type, schemaVersion, stored }, index) => [
    ...[stream, version + index + 1, category, type, schemaVersion, stored],
    ...who,
    ...when,
    index === 0 ? lastPosition : null,
  ])
}

const insertKeysText = (lists: string[]) => `keyed as (
  insert into person_keys (subject, key)
  select subject, key from ${unnested(lists, ['text', 'bytea'])} as made(subject, key))`

function* insertKeys(inputs: readonly Append[]): Generator<Part> {
  const made = inputs.flatMap(({ newKeys }) => [...newKeys])
  if (made.length === 0) return
  const subjects = formatArray(made.map(([subject]) => subject))
  const keys = formatArray(made.map(([, key]) => `\\x${key.export().toString('hex')}`))
  yield { shape: 'keys-of-many', values: [subjects, keys], text: insertKeysText }
}

const claimText = (lists: string[]) => `claimed as (
  insert into idempotency (scope, key, fingerprint, visitor)
  select scope, key, fingerprint, visitor from ${unnested(lists, ['text', 'text', 'text', 'text'])}
    as made(scope, key, fingerprint, visitor))`

function* claim(inputs: readonly Append[]): Generator<Part> {
  const rows = inputs.flatMap((input) => {
    if (!input.idempotency) return []
    const { scope, key, fingerprint } = input.idempotency
    return [[scope, key, fingerprint, findOwner(input)]]
  })
  if (rows.length === 0) return
  const lists = [0, 1, 2, 3].map((column) => formatArray(rows.map((row) => row[column] ?? null)))
  yield { shape: 'claims-of-many', values: lists, text: claimText }
}

function merged(inputs: readonly Append[]): RowChanges[] {
  const byModel = new Map<ReadModel, { model: ReadModel; inserts: object[]; upserts: object[]; deletes: [] }>()
  for (const { model, inserts, upserts } of inputs.flatMap(({ rows }) => rows)) {
    const all = byModel.get(model) ?? { model, inserts: [], upserts: [], deletes: [] }
    all.inserts.push(...inserts)
    all.upserts.push(...upserts)
    byModel.set(model, all)
  }
  return [...byModel.values()] as RowChanges[]
}
