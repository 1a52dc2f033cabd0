import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { RequestContext } from '../http-route.ts'
import type { Claim } from '../idempotency/rows.ts'
import { buildActor } from '../middleware/authorise.ts'
import type { Principal } from '../principal.ts'
import type { HttpContext } from '../state.ts'
import { computeVisitorId } from './caller.ts'

/** The facts that are known of a request before its handler runs. */
export interface CheckedRequest {
  readonly user: Principal | null
  readonly reauthenticate: () => Promise<Principal | null>
  readonly correlationId: string
  readonly causationId: string
  readonly now: Date
  readonly expectedVersion: number | undefined
  readonly claim: Claim | null
  readonly repeats: boolean
  readonly newId: () => string
  readonly onAppended: NonNullable<CommandContext['onAppended']>
  /** Cookies are for https alone. */
  readonly https: boolean
}

const opaqueId = /^[\w-]{1,64}$/

/** Null for a browser without a `visitor` cookie, and for one whose cookie cannot be ours. */
export function readVisitor(context: HttpContext): string | null {
  const visitor = context.headers.cookie ? context.cookies.get('visitor') : undefined
  return visitor !== undefined && opaqueId.test(visitor) ? computeVisitorId(visitor) : null
}

/** `cookies` collects the `Set-Cookie` lines of the answer. */
export function requestContext(context: HttpContext, known: CheckedRequest, cookies: string[]): RequestContext {
  const cookie = (name: string) => (context.headers.cookie ? context.cookies.get(name) : undefined)
  const visitorId = readVisitor(context)
  const lastEventId = context.headers['last-event-id']
  return {
    user: known.user,
    reauthenticate: known.reauthenticate,
    // This is no getter: an object literal with one is of a new kind each time, which took a hundred megabytes here.
    address: context.ip,
    userAgent: context.headers['user-agent'] ?? '',
    host: context.host,
    visitorId,
    repeats: known.repeats,
    expectedVersion: known.expectedVersion,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    command: {
      actor: buildActor(known.user, visitorId),
      correlationId: known.correlationId,
      causationId: known.causationId,
      now: known.now,
      happenedAt: null,
      idempotency: known.claim,
      onAppended: known.onAppended,
    },
    newId: known.newId,
    setCookie: (name, value, { maxAgeSeconds, sameSite = 'Lax' }) => {
      const lifetime = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
      const secure = known.https ? '; Secure' : ''
      cookies.push(`${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=${sameSite}${lifetime}${secure}`)
    },
    cookie,
  }
}
