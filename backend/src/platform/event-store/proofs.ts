/** A signed head, as it leaves the machine. */
export interface SignedHead {
  /** How many events it speaks of. */
  readonly size: number
  /** The root of the Merkle tree of these events. */
  readonly root: Buffer
  /** A checkpoint of C2SP. */
  readonly text: string
  readonly at: Date
}

/** That an event is in the log which a head speaks of. */
export interface Inclusion {
  readonly position: number
  /** Its place among all events, from 0. */
  readonly index: number
  /** The size of the tree. */
  readonly size: number
  /** The event's canonical bytes, as they are now. */
  readonly leaf: Buffer
  /** Siblings from the leaf upwards (RFC 6962). */
  readonly proof: readonly Buffer[]
  readonly head: string
}

/** The Merkle tree over the log, and its signed heads. */
export interface TransparencyLog {
  /** The key that verifies the heads, in C2SP's form. */
  readonly key: string
  /** Newest first: all of today and yesterday, and the last of each day before. */
  heads(): Promise<readonly SignedHead[]>
  newest(): Promise<SignedHead | null>
  /** `unknown`: no event was sealed there; `unsealed`: not yet, which takes a second or two. */
  prove(position: number): Promise<Inclusion | 'unknown' | 'unsealed'>
}
