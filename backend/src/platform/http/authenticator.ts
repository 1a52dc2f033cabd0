import type { User } from '@ultimate/events/staff/api.ts'

/** Tells whose token this is. Implemented by the staff module; asked for every call that carries a token. */
export interface Authenticator {
  /**
   * The user as he is now, not as he was when the token was signed. Throws a `DomainError` of
   * `platformErrors`: INVALID_SIGNATURE, TOKEN_EXPIRED, TOKEN_REVOKED or USER_REMOVED.
   */
  authenticate(token: string): Promise<User>
  /** The same, but also of a token that is revoked: it may only be used to answer what was done with it before. */
  formerUser(token: string): Promise<User>
}
