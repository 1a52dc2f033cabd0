/**
 * Not possible at the moment, and no fault of what was asked for. `scope` tells whether the same can be expected of
 * everything else (a server that is away), or only of this (a mailbox that is full).
 */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  readonly scope: 'everything' | 'this'

  constructor(scope: 'everything' | 'this', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.scope = scope
  }
}
