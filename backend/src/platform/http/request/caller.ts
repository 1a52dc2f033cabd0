import { createHash } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { Actor } from '@ultimate/event-store/recorded-event.ts'
import type { Principal, RequestContext } from '../http-route.ts'
import type { ReadCookie } from '../site/part-releases.ts'
import type { HttpContext } from '../state.ts'

/**
 * Returns what counts as one network: an IPv4 address, or the /64 of an IPv6 address, because providers give a whole
 * /64 to each customer. IPv4 written as IPv6 counts as IPv4. The port that some proxies append does not count.
 */
export function toNetwork(address: string): string {
  const bare = withoutPort(address)
  if (!isIPv6(bare)) return bare
  const groups = parseGroups(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

function withoutPort(address: string): string {
  if (isIP(address) > 0) return address
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of an address, of which the last two may be written like IPv4. */
function parseGroups(address: string): number[] {
  const [plain = ''] = address.split('%', 1)
  const hex = plain.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) => {
    const [high, low] = [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
    return `${high.toString(16)}:${low.toString(16)}`
  })
  const [head = '', tail = ''] = hex.split('::')
  const leading = head.split(':').filter(Boolean)
  const trailing = tail.split(':').filter(Boolean)
  const middle = Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0')
  return [...leading, ...middle, ...trailing].map((group) => Number.parseInt(group, 16))
}

/** Returns the id of the cookie's holder for events. Readers of the log or the audit cannot make the cookie from it. */
function computeVisitorId(cookie: string): string {
  return createHash('sha256').update(`visitor ${cookie}`).digest('base64url').slice(0, 22)
}

const opaqueId = /^[\w-]{1,64}$/

/** Returns the visitor's id; null without a `visitor` cookie, or if this site cannot have set the cookie. */
export function readVisitor(context: HttpContext): string | null {
  const visitor = context.headers.cookie ? context.cookies.get('visitor') : undefined
  return visitor !== undefined && opaqueId.test(visitor) ? computeVisitorId(visitor) : null
}

/** Reads the cookies of this request. */
export const createCookieReader =
  ({ headers, cookies }: Pick<HttpContext, 'headers' | 'cookies'>): ReadCookie =>
  (name) =>
    headers.cookie ? cookies.get(name) : undefined

/** The longest time for which browsers store a cookie. It is longer than from a first visit to the weekend. */
const lifetimeSeconds = 400 * 24 * 60 * 60

/** The phone or computer of a visitor, who has no account. */
export interface Device {
  readonly visitorId: string
  /** The context of commands, which names this device even if it had no cookie yet. */
  readonly commandContext: CommandContext
}

/** Sets a `visitor` cookie with the answer, unless the device has one. */
export function rememberDevice(context: RequestContext): Device {
  const { visitorId, commandContext } = context
  if (visitorId !== null) return { visitorId, commandContext }
  const cookie = context.newId()
  context.setCookie('visitor', cookie, { maxAgeSeconds: lifetimeSeconds })
  const id = computeVisitorId(cookie)
  const actor = commandContext.actor.kind === 'visitor' ? { ...commandContext.actor, id } : commandContext.actor
  return { visitorId: id, commandContext: { ...commandContext, actor } }
}

/** Returns the caller as events name them. */
export function buildActor(user: Principal | null, visitorId: string | null): Actor {
  return user
    ? { kind: 'staff', id: user.id, name: user.full_name, role: user.role }
    : { kind: 'visitor', id: visitorId, name: null, role: null }
}
