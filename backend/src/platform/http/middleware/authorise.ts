import type { Actor } from '@ultimate/event-store/recorded-event.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Principal } from '../principal.ts'
import type { HttpContext } from '../state.ts'

/** Everyone, or the holders of one of these roles. */
type Permission = 'everyone' | readonly string[]

/** Refuses visitors and users that the endpoint does not allow, before the body is read. */
export function authorise({ allow, own }: Pick<Endpoint, 'allow' | 'own'>, ctx: HttpContext): void {
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

export function buildActor(user: Principal | null, visitorId: string | null): Actor {
  return user
    ? { kind: 'staff', id: user.id, name: user.full_name, role: user.role }
    : { kind: 'visitor', id: visitorId, name: null, role: null }
}
