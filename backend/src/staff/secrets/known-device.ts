import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RequestContext } from '../../platform/http/http-route.ts'

const cookieName = 'device'
/** The longest time that browsers store a cookie. */
const lifetimeSeconds = 400 * 24 * 60 * 60
/** The number of people that a shared computer remembers: the last ones. */
const maxPeople = 8

/** A user who has signed in on a device. A new password begins a generation for which no device is known yet. */
export interface KnownPerson {
  readonly userId: string
  readonly generation: number
}

export interface KnownDevices {
  /** Returns the device's id if this person has signed in on it before; null otherwise. */
  find(context: RequestContext, person: KnownPerson): string | null
  /** Lets this device be known from now on. */
  remember(context: RequestContext, person: KnownPerson): void
}

const cookieShape = /^[\w-]{22}(\.[\w-]{22}){0,8}$/

/**
 * A long-lived cookie: a random id of the device, and one seal for each person who has signed in on it. A seal is a
 * keyed hash of the device, the person and their generation, so that it names no person, fits no other device, and ends
 * with the password.
 */
export function knownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'known devices', 32))
  const computeSeal = (device: string, { userId, generation }: KnownPerson) =>
    createHmac('sha256', key)
      .update(`${device}\n${userId}\n${generation}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  const readCookie = ({ cookie }: RequestContext): [device: string, ...seals: string[]] | null => {
    const value = cookie(cookieName)
    return value !== undefined && cookieShape.test(value) ? (value.split('.') as [string, ...string[]]) : null
  }
  return {
    find: (context, person) => {
      const [device, ...seals] = readCookie(context) ?? []
      if (device === undefined) return null
      const seal = computeSeal(device, person)
      return seals.some((it) => timingSafeEqual(Buffer.from(it), Buffer.from(seal))) ? device : null
    },
    remember: (context, person) => {
      const [device = randomBytes(16).toString('base64url'), ...seals] = readCookie(context) ?? []
      const seal = computeSeal(device, person)
      const newestSeals = [seal, ...seals.filter((it) => it !== seal)].slice(0, maxPeople)
      context.setCookie(cookieName, [device, ...newestSeals].join('.'), { maxAgeSeconds: lifetimeSeconds })
    },
  }
}
