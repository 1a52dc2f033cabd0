import type { Event } from './emmett.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** "When X then Y": runs after X is committed, at least once, in log order, on one backend at a time. */
export type Automation = ImmediateAutomation | GatheringAutomation

interface AnyAutomation {
  readonly name: string
  readonly on: readonly string[]
  /** Runs in the background at every start of a backend, for what a crash left undone before X was stored. */
  readonly atStart?: () => Promise<void>
}

/** Acts on each event in its turn. */
export interface ImmediateAutomation extends AnyAutomation {
  readonly handle: (event: RecordedEvent<Event>) => Promise<void>
}

/** Acts on several events together. */
export interface GatheringAutomation extends AnyAutomation {
  readonly gather: Gathering
}

/** Events with the same key wait, in the database, until none has come for a quiet time; then they are handled together. */
export interface Gathering {
  /** Stored as it is, so it may name no person. Null for an event that is not to be handled. */
  readonly keyOf: (event: RecordedEvent<Event>) => Promise<string | null>
  readonly quietMs: number
  /** Receives events in the log's order; at least once, on one backend at a time. */
  readonly handle: (events: readonly RecordedEvent<Event>[]) => Promise<void>
}

/**
 * Thrown for something that is not possible at the moment, through no fault of the event or request. `scope` is
 * `everything` where the same is to be expected for all else (a server is away), and `this` for this one alone (a
 * mailbox is full).
 */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  readonly scope: 'everything' | 'this'

  constructor(scope: 'everything' | 'this', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.scope = scope
  }
}

/** Will not be possible on any attempt: an event whose handler throws this becomes a dead letter at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}
