import { randomUUID } from 'node:crypto'
import postgres, { type ISql, type Sql } from 'postgres'
import type { CommandContext, ReadBack, TransactionalWrite } from '../commands.ts'
import type { Event } from '../emmett.ts'
import {
  type EncodedEvent,
  encode,
  type Keys,
  openActor,
  sealActor,
  subjectsToSeal,
} from '../personal-data/event-codec.ts'
import type { LoadedStream } from '../read/log.ts'
import type { EventMetadata, RecordedEvent } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import { foldChanges, mergeRows, type RowChanges, rowParts } from '../tables/row-changes.ts'
import { maxAppend } from '../tables/schema.ts'
import { buildStatement, type Part } from '../tables/statement.ts'
import { parseReadBack, planReadBack, positionIn, type StatementAnswer, selectAnswer } from './append-answer.ts'
import type { Appended, CommandOptions, StoreParts } from './command-handler.ts'
import { insertEvents, insertEventsOfMany } from './insert-events.ts'
import { findOwner, insertClaim, insertClaimsOfMany, insertKeys, insertKeysOfMany } from './insert-keys.ts'

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

/** The append fails if the log has other values by then. */
export type AppendGuard = Pick<Append, 'fencingToken' | 'forgets'>

/** A stream as it was loaded, or as an attempt assumes it to be. */
export interface Loaded {
  readonly stream: string
  readonly content: LoadedStream
  /** The stream should not exist, so it was not loaded. */
  readonly isNew: boolean
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

const emmettActor = { kind: 'system', id: 'emmett', name: null, role: null } as const

/** Appends events to a stream, with the rows of read models that follow from them. */
export async function appendTo(
  parts: StoreParts,
  { stream, content, isNew }: Loaded,
  events: readonly Event[],
  options: AppendGuard & Partial<CommandOptions>,
): Promise<Pick<Appended, 'recorded' | 'found'>> {
  const { registry, clock, keys, streams } = parts
  const { forgets, fencingToken, idempotency = null, writes = [], readBack } = options
  // Emmett's own interface gives no origin.
  const { actor = emmettActor, correlationId = randomUUID(), causationId = correlationId, happenedAt = null } = options
  const { version } = content
  const category = categoryOf(stream)
  const edition = options.edition ?? parts.edition()
  const actorSubject = registry.actors.subjectOf(actor)
  // A stream without events has no subjects of its own yet, so they have no keys to load.
  const isNewSubject = (subject: string) => isNew && subject.startsWith(`${stream}/`)
  const subjects = subjectsToSeal(registry, stream, events).filter((subject) => !isNewSubject(subject))
  const foundKeys: Keys = await keys.find(actorSubject === null ? subjects : [...subjects, actorSubject])
  const actorKey = foundKeys.get(actorSubject ?? '') ?? null
  const origin = { correlationId, causationId, happenedAt, edition, at: clock.now() }
  const metadata = { ...origin, actor: openActor(actor, actorSubject, actorKey) }
  const { encoded, created } = encode(registry, stream, events, foundKeys)
  const record = (positionAt: (index: number) => number): RecordedEvent[] =>
    encoded.map(({ type, data }, index) => ({
      type,
      data,
      metadata: { ...metadata, stream, version: version + index + 1, position: positionAt(index) },
    }))
  // Rows do not depend on positions, which the database gives with this append.
  const added = record(() => 0)
  const rows = registry.readModelsOf(category).map((model) => foldChanges(content.rows(model), added))
  const { position, found } = await parts.append({
    stream,
    version,
    lastPosition: content.last?.position ?? null,
    events: encoded,
    metadata: { ...origin, actor: sealActor(actor, actorSubject, actorKey) },
    rows,
    newKeys: created,
    forgets,
    fencingToken,
    idempotency,
    writes,
    readBack,
  })
  const lastPosition = position + encoded.length - 1
  keys.remember(created)
  streams.noteAppended(content, added, lastPosition)
  parts.appended(lastPosition, category)
  return { recorded: record((index) => position + index), found }
}

/**
 * Statements run one at a time: appends that wait join the next one, which costs the server less than statements side by
 * side. A statement that takes longer than this (it waits for a lock, or a slow disk) is overtaken.
 */
const slowAfterMs = 10
const maxInFlight = 3

interface WaitingAppend {
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
  // The driver takes options that it has parsed before, which its types do not know.
  const own = postgres({ ...pool.options, max: 1 } as unknown as postgres.Options<Record<string, never>>) as Sql
  const waiting: WaitingAppend[] = []
  /** True while no append uses the connection of the appender's own, and it is open. */
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
async function appendAll(sql: ISql, group: readonly WaitingAppend[]): Promise<void> {
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
function takeGroup(waiting: WaitingAppend[]): WaitingAppend[] {
  const [first] = waiting
  if (!first) return []
  const group = [first]
  const streams = new Set([first.input.stream])
  let events = first.input.events.length
  let readBackName = first.input.readBack?.name
  for (const next of isGroupable(first.input) ? waiting.slice(1, maxGroup) : []) {
    const { input } = next
    events += input.events.length
    const name = input.readBack?.name ?? readBackName
    const readsTheSame = readBackName === undefined || name === readBackName
    const isNewStream = !streams.has(input.stream)
    const fits = isGroupable(input) && events <= maxAppend && knowsTheSame(input, first.input)
    if (!fits || !readsTheSame || !isNewStream) break
    group.push(next)
    streams.add(input.stream)
    readBackName = name
  }
  waiting.splice(0, group.length)
  return group
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
  if (input.idempotency) parts.push(insertClaim(input.idempotency, findOwner(input)))
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

const writePart = ({ name, values, text, otherwise }: TransactionalWrite): Part => ({
  shape: `write-${name}-${otherwise ?? ''}`,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)} returning 1)`,
})

/** Several appends as one statement, and so one transaction: all or none. Under load that costs the server far less. */
async function appendGroup(sql: ISql, inputs: readonly Append[]): Promise<Stored[]> {
  const parts = [insertEventsOfMany(inputs), ...insertKeysOfMany(inputs), ...insertClaimsOfMany(inputs)]
  const rows = mergeRows(inputs.flatMap((input) => input.rows))
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
