import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Context } from 'koa'
import type { Authenticator } from './authenticator.ts'
import { bearerToken } from './identity.ts'

interface Identified {
  readonly user: User | null
  /** The token is good no more: whatever is not a repetition is refused with this. */
  readonly revoked: DomainError | null
}

/**
 * A call that ends the token it comes with cannot be repeated with a good one when its answer, which held the next
 * token, was lost. So there the user whose token it was is told, with the refusal that stands otherwise.
 */
export async function currentOrFormerUser(
  identify: () => Promise<User | null>,
  authenticator: Authenticator,
  { headers }: Context,
  { endsToken }: Endpoint,
): Promise<Identified> {
  try {
    return { user: await identify(), revoked: null }
  } catch (error) {
    const token = bearerToken(headers.authorization)
    const mayRepeat = endsToken && token !== null && headers['idempotency-key'] !== undefined
    if (!mayRepeat || !(error instanceof DomainError) || error.code !== 'TOKEN_REVOKED') throw error
    return { user: await authenticator.formerUser(token), revoked: error }
  }
}
