/**
 * Not possible at the moment, and no fault of the event or request. `scope` says whether the same is to be expected for
 * everything else (a server is away), or only for this one (a mailbox is full).
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

/** A reason not to start that a person can do something about: shown as its message alone, without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
