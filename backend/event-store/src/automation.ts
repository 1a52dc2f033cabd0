import type { Event } from './emmett.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** Acts on each event of some types after its commit: at least once, in the log's order, on one backend at a time. */
export type Automation = ImmediateAutomation | GatheringAutomation

interface AnyAutomation {
  readonly name: string
  readonly on: readonly string[]
  /** Runs in the background at every start of a backend, for what a crash left undone before an event was stored. */
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
  /** Returns the key, which is not encrypted and so names no person. Null for an event that is not to be handled. */
  readonly keyOf: (event: RecordedEvent<Event>) => Promise<string | null>
  readonly quietMs: number
  /** Receives events in the log's order; at least once, on one backend at a time. */
  readonly handle: (events: readonly RecordedEvent<Event>[]) => Promise<void>
}

/**
 * Thrown for something that is not possible at the moment, through no fault of the event or request. `scope` is
 * `everything` where all other events would fail as well (a server is away), and `this` for one alone (a mailbox is full).
 */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  readonly scope: 'everything' | 'this'

  constructor(scope: 'everything' | 'this', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.scope = scope
  }
}

/** Thrown for what no attempt can do: an event whose handler throws this becomes a dead letter at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}
