import type { Topic } from '@ultimate/events/platform/api.ts'

/** The holder of a token, as far as the platform has to know them. */
export interface Principal {
  readonly id: string
  readonly full_name: string
  /** Compared with the roles that an endpoint allows; the platform knows none of them by name. */
  readonly role: string
  /**
   * Present for a token that may do nothing but what names its role, not even what is open to everyone, and where a call
   * is about one thing of several, with this one alone.
   */
  readonly confinedTo?: string
  /** Present while the user may only make the calls that lift the restriction; for all others they are a visitor. */
  readonly isRestricted?: true
  /** Names the session that the token belongs to, where it names one. */
  readonly session?: string
}

/** Finds the principal whose token this is; asked for every call that carries a token. */
export interface Authenticator {
  /**
   * The principal as they are now, not as they were when the token was signed. Throws a `DomainError` with status 401,
   * such as INVALID_SIGNATURE, TOKEN_EXPIRED, TOKEN_REVOKED, SIGNED_OUT or USER_REMOVED.
   */
  authenticate(token: string): Promise<Principal>
  /** The same, but also of a token that is revoked: it may only be used to answer what was done with it before. */
  formerUser(token: string): Promise<Principal>
  /** The live topic of changes after which a token may have stopped being good. */
  readonly topic: Topic
}
