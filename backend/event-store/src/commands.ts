import type { Event } from './emmett.ts'
import type { ReadModel } from './read-model.ts'
import type { Actor, RecordedEvent } from './recorded-event.ts'
import { fencedOff } from './tables/schema.ts'
import type { Value } from './tables/statement.ts'

/** A command as deciders get it: time comes with it, so that `decide` stays pure. */
export interface TimedCommand {
  readonly type: string
  readonly data: Record<string, unknown>
  readonly metadata: { readonly now: Date }
}

/** The three pure functions of a stream. `decide` rejects a command by an error of the name `DomainError`. */
export interface Decider<State, Command extends TimedCommand, E extends Event> {
  readonly decide: (command: Command, state: State) => E | E[]
  readonly evolve: (state: State, event: E) => State
  readonly initialState: () => State
}

/** The data that comes with every request and is stored in the events' metadata. */
export interface CommandContext {
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId: string
  readonly now: Date
  readonly happenedAt: Date | null
  /** Present when the caller named the request by a key: the append claims the key in the same statement. */
  readonly idempotency: IdempotencyClaim | null
  /** Called with the events that a command has stored. */
  readonly onAppended?: (events: readonly RecordedEvent[]) => void
  /** The edition to which the events belong; the current one by default. */
  readonly edition?: string
}

export interface IdempotencyClaim {
  readonly key: string
  readonly scope: string
  readonly fingerprint: string
  /** The visitor who sent the request; null for one who is not known yet, and for staff, who have a scope of their own. */
  readonly visitor: string | null
}

export interface HandleResult<State, E extends Event, Found = unknown> {
  readonly state: State
  /** Version of the stream after the command; 0 for a stream that has no events. */
  readonly version: number
  /** Empty when the command changed nothing. */
  readonly events: readonly RecordedEvent<E>[]
  /** `repeated`: this idempotency key had been handled before. Nothing was appended now, and `state` is the current one. */
  readonly outcome: 'applied' | 'unchanged' | 'repeated'
  /** The result of `readBack`; undefined where nothing was appended, or where no row was found. */
  readonly found?: Found | undefined
}

export interface HandleOptions<C, Found = unknown> {
  readonly stream: string
  readonly command: C
  readonly startsStream?: boolean
  readonly expectedVersion?: number | undefined
  /** Stored in the same transaction as the events: secrets, which no event may hold. */
  readonly writes?: readonly TransactionalWrite[]
  readonly readBack?: ReadBack<Found>
}

/**
 * A row for the answer, read by the statement that stores the events, without a round trip or a query of its own. It
 * sees the rows of one read model as the statement writes them, and everything else as it was before.
 */
export interface ReadBack<Found> {
  /** Names the query: its text and values depend on nothing else, so that commands that are stored together share it. */
  readonly name: string
  readonly model: Pick<ReadModel, 'table'>
  readonly values: readonly Value[]
  /**
   * A select of rows with an `id`. It gets a query for the written rows, the placeholders of the values, and whether one
   * command wrote all of these rows.
   */
  readonly text: (written: string, placeholders: string[], isOne: boolean) => string
  /** Builds the answer from the row, whose values came as JSON. */
  readonly parse: (row: never) => Found
  /** The `id` of the command's own row. */
  readonly id: string
}

/**
 * A change in a module's own table that is stored in the transaction of a command's events: both or neither. It is not
 * made where the command appends nothing.
 */
export interface TransactionalWrite {
  /** Names the statement; its text depends on nothing else. */
  readonly name: string
  readonly values: readonly Value[]
  /** An insert, update or delete, given the placeholders of the values. */
  readonly text: (placeholders: string[]) => string
  /** Fails the command with this code where no row is changed. */
  readonly otherwise?: string
}

/** The read models belong to another release than this backend, which therefore may not write. */
export class FencedOff extends Error {
  readonly code = fencedOff
  constructor() {
    super('Another release of the backend has taken over the database')
  }
}

/**
 * Loads the stream, decides, and appends the events with their read-model rows in one statement. After a conflict with
 * another writer it loads and decides again, a bounded number of times.
 *
 * `startsStream`: the stream should not exist yet, so the first attempt skips the load.
 */
export interface CommandHandler {
  handle<State, C extends TimedCommand, E extends Event, Found = unknown>(
    decider: Decider<State, C, E>,
    options: HandleOptions<C, Found>,
    context: CommandContext,
  ): Promise<HandleResult<State, E, Found>>
}

/** The context of a command of the site itself. `name` is given where people should see who did it. */
export function bySystem(
  { id, name = null }: { readonly id: string; readonly name?: string | null },
  correlationId: string,
  now: Date,
): CommandContext {
  return {
    actor: { kind: 'system', id, name, role: null },
    correlationId,
    causationId: correlationId,
    now,
    happenedAt: null,
    idempotency: null,
  }
}

/** The context of an automation's command. The event is the cause, and its edition that of the command. */
export const causedBy = ({ metadata }: RecordedEvent, automation: string, now: Date): CommandContext => ({
  ...bySystem({ id: automation }, metadata.correlationId, now),
  causationId: `${metadata.stream}/${metadata.version}`,
  edition: metadata.edition,
})
