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
 * Admits callers who are past the gate, whose token, if any, is valid, and whom the endpoint allows. The order of these
 * checks decides what a stranger can learn (docs/decisions/0015).
 */
export function admit(endpoint: Endpoint, { gate, authenticator }: AdmitParts): HttpMiddleware {
  const identify = endpoint.endsToken ? identifyForRepetition : identifyNow
  return (ctx, next) => {
    if (!endpoint.beforeGate) gate.require(ctx)
    const token = endpoint.ignoresToken ? null : bearerToken(ctx.headers.authorization)
    const enter = () => {
      authorize(endpoint, ctx)
      return next()
    }
    // A bad token is rejected on public calls too, so that a page notices that its session has ended.
    if (token === null) return enter()
    return identify(authenticator, token, ctx).then(() => {
      ctx.state.user = applyRestriction(ctx.state.user, endpoint)
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
 * Identifies the caller of an endpoint that ends the caller's token. If the answer with the next token was lost, the
 * call can only be repeated with the ended token. So its holder is found all the same; `state.revoked` has the error,
 * which all but repetitions get.
 */
async function identifyForRepetition(authenticator: Authenticator, token: string, ctx: HttpContext): Promise<void> {
  try {
    await identifyNow(authenticator, token, ctx)
  } catch (error) {
    const hasKey = ctx.headers['idempotency-key'] !== undefined
    if (!hasKey || !(error instanceof DomainError) || !endedByCalls.has(error.code)) throw error
    ctx.state.user = await authenticator.formerUser(token)
    ctx.state.revoked = error
  }
}

/** Finds the user who holds the token now; null without a token. */
export async function authenticate(
  authenticator: Authenticator,
  endpoint: Endpoint,
  authorization: string | undefined,
): Promise<Principal | null> {
  const token = bearerToken(authorization)
  return token === null ? null : applyRestriction(await authenticator.authenticate(token), endpoint)
}

/** Returns the user of the call. For public calls, a restricted user is a visitor, hence null. */
function applyRestriction(user: Principal | null, { allow, whileRestricted }: Endpoint): Principal | null {
  if (!user?.isRestricted || whileRestricted) return user
  return allow === 'everyone' ? null : platformErrors.fail('SECOND_FACTOR_NEEDED')
}

/** Other schemes are ignored: a proxy in front may ask for Basic. */
function bearerToken(authorization: string | undefined): string | null {
  return authorization === undefined ? null : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null)
}

/** Everyone, or the holders of one of these roles. */
type Permission = 'everyone' | readonly string[]

/** Rejects visitors and users whom the endpoint does not allow, before the body is read. */
function authorize({ allow, partParam }: Pick<Endpoint, 'allow' | 'partParam'>, ctx: HttpContext): void {
  const { user } = ctx.state
  requirePermission(allow, user)
  const namedPart = partParam === undefined ? undefined : ctx['params']?.[partParam]
  const concernsOthers = partParam !== undefined && user?.confinedTo !== undefined && namedPart !== user.confinedTo
  if (concernsOthers) platformErrors.fail('FORBIDDEN')
}

export function requirePermission(allow: Permission, user: Principal | null): void {
  if (isPermitted(allow, user)) return
  platformErrors.fail(user ? 'FORBIDDEN' : 'NO_TOKEN')
}

export function isPermitted(allow: Permission, user: Principal | null): boolean {
  if (allow === 'everyone') return user?.confinedTo === undefined
  return user !== null && allow.includes(user.role)
}
