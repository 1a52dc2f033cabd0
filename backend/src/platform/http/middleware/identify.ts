import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Authenticator, Principal } from '../http-route.ts'
import type { HttpContext, HttpMiddleware } from '../state.ts'
import type { Gate } from './gate.ts'

interface AdmitParts {
  readonly gate: Gate
  readonly authenticator: Authenticator
}

/**
 * Lets in who may call the endpoint: past the gate, with a good token if any, and as one whom it allows. The order decides
 * what a stranger can learn (docs/decisions/0015).
 */
export function admit(endpoint: Endpoint, { gate, authenticator }: AdmitParts): HttpMiddleware {
  const find = endpoint.endsToken ? identifyOnceMore : identifyNow
  return (ctx, next) => {
    if (!endpoint.beforeGate) gate.require(ctx)
    const token = endpoint.ignoresToken ? null : bearerToken(ctx.headers.authorization)
    const enter = () => {
      authorise(endpoint, ctx)
      return next()
    }
    // A bad token is refused on public calls too, so that a page notices that its session has ended.
    if (token === null) return enter()
    return find(authenticator, token, ctx).then(() => {
      ctx.state.user = admitted(ctx.state.user, endpoint)
      return enter()
    })
  }
}

/** The errors of a token that the call itself may have ended. */
const endedByCalls: ReadonlySet<string> = new Set(['TOKEN_REVOKED', 'SIGNED_OUT'])

async function identifyNow(authenticator: Authenticator, token: string, { state }: HttpContext): Promise<void> {
  state.user = await authenticator.authenticate(token)
}

/**
 * A call that ends the token it comes with cannot be repeated with a good one when its answer, which held the next
 * token, was lost. So the user whose token it was is found all the same, with the error that stands otherwise.
 */
async function identifyOnceMore(authenticator: Authenticator, token: string, ctx: HttpContext): Promise<void> {
  try {
    await identifyNow(authenticator, token, ctx)
  } catch (error) {
    const hasKey = ctx.headers['idempotency-key'] !== undefined
    if (!hasKey || !(error instanceof DomainError) || !endedByCalls.has(error.code)) throw error
    ctx.state.user = await authenticator.formerUser(token)
    ctx.state.revoked = error
  }
}

/** The user who owns the token now; null without one. */
export async function authenticated(
  authenticator: Authenticator,
  endpoint: Endpoint,
  authorization: string | undefined,
): Promise<Principal | null> {
  const token = bearerToken(authorization)
  return token === null ? null : admitted(await authenticator.authenticate(token), endpoint)
}

/** The principal of the call: null, a visitor's, for restricted users at an endpoint that is open to everyone. */
function admitted(user: Principal | null, { allow, whileRestricted }: Endpoint): Principal | null {
  if (!user?.isRestricted || whileRestricted) return user
  return allow === 'everyone' ? null : platformErrors.fail('SECOND_FACTOR_NEEDED')
}

/** Other schemes are ignored: a proxy in front may ask for Basic. */
function bearerToken(authorization: string | undefined): string | null {
  return authorization === undefined ? null : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null)
}

/** Everyone, or the holders of one of these roles. */
type Permission = 'everyone' | readonly string[]

/** Refuses visitors and users that the endpoint does not allow, before the body is read. */
function authorise({ allow, own }: Pick<Endpoint, 'allow' | 'own'>, ctx: HttpContext): void {
  const { user } = ctx.state
  requirePermission(allow, user)
  const isOthers = own !== undefined && user?.confinedTo !== undefined && ctx['params']?.[own] !== user.confinedTo
  if (isOthers) platformErrors.fail('FORBIDDEN')
}

export function requirePermission(allow: Permission, user: Principal | null): void {
  if (isPermitted(allow, user)) return
  platformErrors.fail(user ? 'FORBIDDEN' : 'NO_TOKEN')
}

export function isPermitted(allow: Permission, user: Principal | null): boolean {
  if (allow === 'everyone') return user?.confinedTo === undefined
  return user !== null && allow.includes(user.role)
}
