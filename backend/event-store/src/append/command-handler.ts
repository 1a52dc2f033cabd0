import type { ISql } from 'postgres'
import type { CommandContext, CommandHandler, Decider, HandleOptions, HandleResult, TimedCommand } from '../commands.ts'
import { DeciderCommandHandler, type Event, ExpectedVersionConflictError, NO_CONCURRENCY_CHECK } from '../emmett.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { AlreadyHandled, WriteConflict } from './append-errors.ts'
import type { EmmettStore } from './emmett-store.ts'

export { appender } from './append.ts'
export { type EmmettStore, emmettStore } from './emmett-store.ts'

export interface CommandHandlerParts {
  readonly sql: ISql
  readonly store: EmmettStore
  /** The domain error of a code. */
  readonly createError: (code: string) => Error
}

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
  { actor, correlationId, causationId, happenedAt, idempotency, edition }: CommandContext,
): Promise<HandleResult<State, E, Found>> {
  const handleCommand = DeciderCommandHandler<State, C, E>(decider)
  const expected = expectedVersion === undefined ? NO_CONCURRENCY_CHECK : BigInt(expectedVersion)
  const attempt = (through: EmmettStore, retry = noRetry) =>
    handleCommand(through, stream, command, {
      expectedStreamVersion: expected,
      actor,
      correlationId,
      causationId,
      happenedAt,
      idempotency,
      ...(edition !== undefined && { edition }),
      writes,
      readBack,
      retry,
    })
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

const noRetry = { retries: 0 }

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
