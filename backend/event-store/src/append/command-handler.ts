import type { ISql } from 'postgres'
import type { Clock } from '../clock.ts'
import type {
  CommandContext,
  CommandHandler,
  Decider,
  HandleOptions,
  HandleResult,
  ReadBack,
  TimedCommand,
  TransactionalWrite,
} from '../commands.ts'
import {
  type AppendToStreamOptions,
  type AppendToStreamResult,
  assertExpectedVersionMatchesCurrent,
  DeciderCommandHandler,
  downcastRecordedMessages,
  type Event,
  type EventStore,
  type EventStoreSessionFactory,
  ExpectedVersionConflictError,
  type ReadEventMetadataWithGlobalPosition as Metadata,
  NO_CONCURRENCY_CHECK,
} from '../emmett.ts'
import { type PersonKeys, validated } from '../personal-data/event-codec.ts'
import { emmettReads, emptyStream, type Folding, type Reader, type StreamCache } from '../read/log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import type { Fence } from '../tables/fence.ts'
import { type Appender, type AppendGuard, appendTo, type Loaded } from './append.ts'
import { AlreadyHandled, toAppendError, WriteConflict } from './append-errors.ts'

export { appender } from './append.ts'

type CommandHandlerParts = Pick<StoreParts, 'sql' | 'createError'> & { readonly store: EmmettStore }

export function commandHandler(parts: CommandHandlerParts): CommandHandler {
  const inTurn = queueByStream()
  return {
    handle: (decider, options, context) =>
      inTurn(options.stream, () => handleOrRepeat(parts, decider, options, context)),
  }
}

/** A repeated request may be rejected because of its own first run, which took a unique name or raised the version. */
async function handleOrRepeat<State, C extends TimedCommand, E extends Event, Found>(
  { sql, store, createError }: CommandHandlerParts,
  decider: Decider<State, C, E>,
  options: HandleOptions<C, Found>,
  context: CommandContext,
): Promise<HandleResult<State, E, Found>> {
  try {
    const handled = await handle(store, decider, options, context)
    if (handled.events.length > 0) context.onAppended?.(handled.events)
    return handled
  } catch (cause) {
    const error = cause instanceof ExpectedVersionConflictError ? createError('STALE') : cause
    const isRepeated = error instanceof AlreadyHandled || (isDomainError(error) && (await isClaimed(sql, context)))
    if (!isRepeated) throw error
    const { state, currentStreamVersion } = await store.aggregateStream<State, E>(options.stream, decider)
    return { state, version: Number(currentStreamVersion), events: [], outcome: 'repeated' }
  }
}

/** Compares the name, because the product has a class of its own. */
const isDomainError = (error: unknown): boolean => error instanceof Error && error.name === 'DomainError'

async function handle<State, C extends TimedCommand, E extends Event, Found>(
  store: EmmettStore,
  decider: Decider<State, C, E>,
  { stream, command, startsStream = false, expectedVersion, writes = [], readBack }: HandleOptions<C, Found>,
  context: CommandContext,
): Promise<HandleResult<State, E, Found>> {
  const handleCommand = DeciderCommandHandler<State, C, E>(decider)
  const expected = expectedVersion === undefined ? NO_CONCURRENCY_CHECK : BigInt(expectedVersion)
  const attempt = (through: EmmettStore, retry = { retries: 0 }) =>
    handleCommand(through, stream, command, { ...context, expectedStreamVersion: expected, writes, readBack, retry })
  const assuming = store.assuming(stream, decider, startsStream && !expectedVersion)
  const first = assuming && (await attempt(assuming).catch(ignoreRejection))
  // An attempt on an assumed stream counts only if it appended events, which proves the assumption.
  const isProven = first !== undefined && first.newEvents.length > 0
  const handled = isProven ? first : await attempt(store, conflictRetry)
  const isApplied = handled.newEvents.length > 0
  return {
    state: handled.newState,
    version: Number(handled.nextExpectedStreamVersion),
    events: isApplied ? (handled.recorded as unknown as readonly RecordedEvent<E>[]) : [],
    outcome: isApplied ? 'applied' : 'unchanged',
    found: isApplied ? (handled.found as Found | undefined) : undefined,
  }
}

/** Throws what another attempt would meet again. */
function ignoreRejection(error: unknown): undefined {
  const isRejection =
    error instanceof WriteConflict || error instanceof ExpectedVersionConflictError || isDomainError(error)
  if (!isRejection) throw error
}

/** More than enough: in one process the commands on a stream queue up, so only other processes cause conflicts. */
const conflictRetry = {
  retries: 58,
  minTimeout: 1,
  maxTimeout: 50,
  factor: 1.1,
  shouldRetryError: (error: unknown) => error instanceof WriteConflict,
}

async function isClaimed(sql: ISql, { idempotency }: CommandContext): Promise<boolean> {
  if (!idempotency) return false
  const { scope, key } = idempotency
  const [row] = await sql`select 1 from idempotency where scope = ${scope} and key = ${key}`
  return row !== undefined
}

/**
 * Returns a function that runs the work on one stream one after another in this process. Otherwise writers of a busy
 * stream would load and decide in vain. Against writers of other processes there is only the version check.
 */
function queueByStream(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (stream, work) => {
    const running = last.get(stream)
    const result = running ? running.then(work, work) : work()
    last.set(stream, result)
    const finished = () => {
      if (last.get(stream) === result) last.delete(stream)
    }
    result.then(finished, finished)
    return result
  }
}

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
  const { keys, fence, streams } = parts
  const sessionAssuming =
    (assumed: Loaded | undefined): EmmettStore['withSession'] =>
    async (work) => {
      // Looked up before the load, so that the append is declined where either has changed since.
      const guard = { fencingToken: await fence.token(), forgets: keys.forgets }
      return work({ eventStore: attempt(store, parts, guard, assumed), close: async () => {} })
    }
  const store: EmmettStore = {
    ...emmettReads(parts.sql, parts),
    appendToStream: (stream, events, options) =>
      store.withSession(({ eventStore }) => eventStore.appendToStream(stream, events, options)),
    withSession: sessionAssuming(undefined),
    assuming: (stream, { evolve, initialState }, isNew) => {
      const folding = { evolve, initialState } as unknown as Folding
      const content = isNew ? emptyStream([], [folding]) : streams.peek(stream, folding)
      return content && { ...store, withSession: sessionAssuming({ stream, content, isNew }) }
    },
  }
  return store
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
