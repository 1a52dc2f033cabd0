import { randomUUID } from 'node:crypto'
import type { ISql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { CommandContext, Decider, ReadBack, TransactionalWrite } from '../commands.ts'
import {
  type AppendToStreamOptions,
  type AppendToStreamResult,
  assertExpectedVersionMatchesCurrent,
  downcastRecordedMessages,
  type Event,
  type EventStore,
  type EventStoreSessionFactory,
  type ReadEvent,
  type ReadEventMetadataWithGlobalPosition,
  type ReadStreamOptions,
  upcastRecordedMessages,
} from '../emmett.ts'
import {
  encode,
  type Keys,
  openActor,
  type PersonKeys,
  sealActor,
  subjectsToSeal,
  validated,
} from '../personal-data/event-codec.ts'
import { emptyStream, type Folding, type LoadedStream, type Reader, readStream, type StreamCache } from '../read/log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'
import type { Fence } from '../tables/fence.ts'
import { foldChanges } from '../tables/row-changes.ts'
import type { Append, Appender } from './append.ts'
import { toAppendError } from './append-errors.ts'

export interface StoreParts extends Reader {
  readonly sql: ISql
  readonly append: Appender['append']
  readonly keys: PersonKeys
  readonly streams: StreamCache
  readonly fence: Fence
  readonly clock: Clock
  /** The current edition. */
  readonly edition: () => string
  /** The domain error of a code. */
  readonly createError: (code: string) => Error
  /** Called after every append with the position of its last event, and the category of its stream. */
  readonly appended: (position: number, category: string) => void
}

/** The options of an append beyond Emmett's: who does it and why, and what else is stored with it. */
export interface CommandOptions extends Omit<CommandContext, 'now'> {
  readonly writes: readonly TransactionalWrite[]
  readonly readBack: ReadBack<unknown> | undefined
}

export interface Appended extends AppendToStreamResult {
  readonly recorded: readonly RecordedEvent[]
  /** The result of `readBack`. */
  readonly found: unknown
}

type Metadata = ReadEventMetadataWithGlobalPosition

/**
 * The store behind Emmett's interface: an append also writes the rows of read models, seals personal data and claims
 * the idempotency key. A session is one attempt at a command: what `aggregateStream` loads there, `appendToStream`
 * uses.
 *
 * Appends throw a `WriteConflict` where another attempt can succeed, `AlreadyHandled` where the idempotency key is
 * taken, a `DomainError` where rows run into a unique key, and `FencedOff`: see append-errors.ts.
 */
export interface EmmettStore extends EventStore<Metadata>, EventStoreSessionFactory<EmmettStore> {
  appendToStream<E extends Event, Payload extends Event = E>(
    stream: string,
    events: E[],
    options?: AppendToStreamOptions<bigint, E, Payload> & Partial<CommandOptions>,
  ): Promise<Appended>
  /**
   * The store for an attempt that loads nothing: it takes the stream for new, or for what is cached of it, and the append
   * fails with a `WriteConflict` where that is wrong. Undefined where nothing is cached.
   */
  assuming<State, E extends Event>(
    stream: string,
    decider: Pick<Decider<State, never, E>, 'evolve' | 'initialState'>,
    isNew: boolean,
  ): EmmettStore | undefined
}

export function emmettStore(parts: StoreParts): EmmettStore {
  const { sql, keys, fence } = parts
  const sessionAssuming =
    (assumed: Loaded | undefined): EmmettStore['withSession'] =>
    async (work) => {
      // Looked up before the load, so that the append is declined where either has changed since.
      const guard = { fencingToken: await fence.token(), forgets: keys.forgets }
      return work({ eventStore: attempt(store, parts, guard, assumed), close: async () => {} })
    }
  const store: EmmettStore = {
    aggregateStream: async (stream, { evolve, initialState, read }) => {
      const { events, currentStreamVersion, streamExists } = await store.readStream(stream, read)
      return { currentStreamVersion, state: fold(events, evolve, initialState), streamExists }
    },
    readStream: async <E extends Event, Payload extends Event = E>(
      stream: string,
      options?: ReadStreamOptions<bigint, E, Payload>,
    ) => {
      const events = await readStream(sql, parts, stream, { positions: true })
      const currentStreamVersion = BigInt(events.length)
      assertExpectedVersionMatchesCurrent(currentStreamVersion, options?.expectedStreamVersion, 0n)
      const from = Number(options?.from ?? 0n)
      const to = options?.to ?? (options?.maxCount ? BigInt(from) + options.maxCount : currentStreamVersion)
      const chosen = events.slice(from, Number(to)).map((event) => asEmmett(event) as ReadEvent<Payload, Metadata>)
      const upcast = upcastRecordedMessages<E, Payload, Metadata>(chosen, options?.schema?.versioning)
      return { currentStreamVersion, events: upcast, streamExists: events.length > 0 }
    },
    appendToStream: (stream, events, options) =>
      store.withSession(({ eventStore }) => eventStore.appendToStream(stream, events, options)),
    streamExists: async (stream) => (await readStream(sql, parts, stream)).length > 0,
    withSession: sessionAssuming(undefined),
    assuming: (stream, { evolve, initialState }, isNew) => {
      const folding = { evolve, initialState } as unknown as Folding
      const content = isNew ? emptyStream([], [folding]) : parts.streams.peek(stream, folding)
      return content && { ...store, withSession: sessionAssuming({ stream, content, isNew }) }
    },
  }
  return store
}

/** `evolve` takes plain events or recorded ones, and a recorded event is both. */
const fold = <State>(events: readonly unknown[], evolve: (state: State, event: never) => State, initial: () => State) =>
  events.reduce<State>(evolve as (state: State, event: unknown) => State, initial())

/** The append fails if the log has other values by then. */
type AppendGuard = Pick<Append, 'fencingToken' | 'forgets'>

/** A stream as it was loaded, or as an attempt assumes it to be. */
interface Loaded {
  readonly stream: string
  readonly content: LoadedStream
  /** The stream should not exist, so it was not loaded. */
  readonly isNew: boolean
}

/** The store for one attempt at a command. */
function attempt(store: EmmettStore, parts: StoreParts, guard: AppendGuard, assumed: Loaded | undefined): EmmettStore {
  // A stream that was cached before a person was forgotten may hold their data, so it is loaded.
  const isUsable = assumed?.isNew || assumed?.content.last?.forgets === guard.forgets
  const usable = isUsable ? assumed : undefined
  /** An append uses it up, so that a second one loads its stream. */
  let loaded: Loaded | undefined
  const load = async <State>(stream: string, folding?: Folding<State>): Promise<Loaded> => ({
    stream,
    content: await parts.streams.load(stream, folding),
    isNew: false,
  })
  return {
    ...store,
    aggregateStream: async (stream, { evolve, initialState, read }) => {
      const expected = read?.expectedStreamVersion
      const folding = { evolve, initialState } as Folding<ReturnType<typeof initialState>>
      loaded = usable ?? (await load(stream, folding))
      const { content } = loaded
      const currentStreamVersion = BigInt(content.version)
      assertExpectedVersionMatchesCurrent(currentStreamVersion, expected, 0n)
      return { currentStreamVersion, state: content.state(folding), streamExists: content.version > 0 }
    },
    appendToStream: async (stream, events, options = {}) => {
      const current = loaded?.stream === stream ? loaded : await load(stream)
      const { version } = current.content
      loaded = undefined
      assertExpectedVersionMatchesCurrent(BigInt(version), options.expectedStreamVersion, 0n)
      const toStore = validated(parts.registry, downcastRecordedMessages(events, options.schema?.versioning))
      try {
        const { recorded, found } = await appendTo(parts, current, toStore, { ...guard, ...options })
        const nextExpectedStreamVersion = BigInt(version + recorded.length)
        return { recorded, found, nextExpectedStreamVersion, createdNewStream: version === 0 }
      } catch (error) {
        throw await toAppendError(parts, stream, error)
      }
    },
  }
}

async function appendTo(
  parts: StoreParts,
  { stream, content, isNew }: Loaded,
  events: readonly Event[],
  options: AppendGuard & Partial<CommandOptions>,
): Promise<Pick<Appended, 'recorded' | 'found'>> {
  const { registry, clock, keys, streams } = parts
  const { forgets, fencingToken, idempotency = null, writes = [], readBack } = options
  const { version } = content
  const category = categoryOf(stream)
  const origin = completeOrigin(options)
  const edition = options.edition ?? parts.edition()
  const actorSubject = registry.actors.subjectOf(origin.actor)
  // A stream without events has no subjects of its own yet, so they have no keys to load.
  const isNewSubject = (subject: string) => isNew && subject.startsWith(`${stream}/`)
  const subjects = subjectsToSeal(registry, stream, events).filter((subject) => !isNewSubject(subject))
  const foundKeys: Keys = await keys.find(actorSubject === null ? subjects : [...subjects, actorSubject])
  const actorKey = foundKeys.get(actorSubject ?? '') ?? null
  const metadata = { ...origin, actor: openActor(origin.actor, actorSubject, actorKey), edition, at: clock.now() }
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
    metadata: { ...metadata, actor: sealActor(origin.actor, actorSubject, actorKey) },
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

type Origin = Pick<CommandContext, 'actor' | 'correlationId' | 'causationId' | 'happenedAt'>

/** Fills in what an append through Emmett's own interface leaves out. */
function completeOrigin({ actor, correlationId, causationId, happenedAt }: Partial<Origin>): Origin {
  const id = correlationId ?? randomUUID()
  return {
    actor: actor ?? { kind: 'system', id: 'emmett', name: null, role: null },
    correlationId: id,
    causationId: causationId ?? id,
    happenedAt: happenedAt ?? null,
  }
}

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
