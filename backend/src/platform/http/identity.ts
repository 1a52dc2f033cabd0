import { isAllowed, type Permission } from '@ultimate/events/language/roles.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import type { Actor } from '../event-store/recorded-event.ts'

/** Other schemes are not ours to judge: a proxy in front may ask for Basic. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null
}

export function requirePermission(allow: Permission, user: User | null): void {
  if (isAllowed(allow, user?.role ?? null)) return
  platformErrors.fail(user ? 'FORBIDDEN' : 'NO_TOKEN')
}

export function actorOf(user: User | null, visitorId: string | null): Actor {
  return user
    ? { kind: 'staff', id: user.id, name: user.full_name, role: user.role }
    : { kind: 'visitor', id: visitorId, name: null, role: null }
}
