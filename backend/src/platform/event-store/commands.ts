import type { Alongside } from './alongside.ts'
import type { Command, Event } from './emmett.ts'
import type { Actor, RecordedEvent } from './recorded-event.ts'

/** What comes with every request and ends up in the events' metadata. */
export interface CommandContext {
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId: string
  readonly now: Date
  readonly happenedAt: Date | null
  /** Present when the caller sent `Idempotency-Key`: the append claims the key in the same statement. */
  readonly idempotency: IdempotencyClaim | null
}

export interface IdempotencyClaim {
  readonly key: string
  readonly scope: string
  readonly fingerprint: string
  /** Whose cookie came with the request; null without one, and for staff, whose scope is their own. */
  readonly visitor: string | null
}

/** A command as deciders get it: time comes with it, so that `decide` stays pure. */
export type TimedCommand<
  Type extends string = string,
  Data extends Record<string, unknown> = Record<string, unknown>,
> = Command<Type, Data, { now: Date }>

/** The three pure functions of a stream; `decide` may refuse by throwing a `DomainError`. */
export interface StreamDecider<State, C extends Command, E extends Event> {
  readonly decide: (command: C, state: State) => E | E[]
  readonly evolve: (state: State, event: E) => State
  readonly initialState: () => State
}

export interface Handled<State, E extends Event> {
  readonly state: State
  /** Version of the stream after the command; 0 for a stream that has no events. */
  readonly version: number
  /** Empty when the command changed nothing. */
  readonly events: readonly RecordedEvent<E>[]
  /** `repeated`: this idempotency key had been handled before; nothing was appended now, `state` is today's. */
  readonly outcome: 'applied' | 'unchanged' | 'repeated'
}

export interface Handling<C> {
  readonly stream: string
  readonly command: C
  readonly startsStream?: boolean
  readonly expectedVersion?: number | undefined
  /** What is stored with the events: secrets that are no facts. */
  readonly alongside?: readonly Alongside[]
}

/**
 * Loads the stream, decides, appends events with their read-model rows in one statement. A concurrent writer is
 * answered by loading again and deciding again, a bounded number of times.
 *
 * `startsStream` says that the stream should not exist yet: the load is skipped on the first try.
 */
export interface CommandBus {
  handle<State, C extends Command, E extends Event>(
    decider: StreamDecider<State, C, E>,
    command: Handling<C>,
    context: CommandContext,
  ): Promise<Handled<State, E>>
}
