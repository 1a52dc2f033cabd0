import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Charge, Correction, RateLimits } from '../../platform/database/rate-limits.ts'
import { toNetwork } from '../../platform/http/request/caller.ts'
import { identityKey } from '../read/users.view.ts'

const seconds = 15 * 60
/** A known device has room for sign-ins at the same moment, which count until they have succeeded. */
const failures = { ofNameInNetwork: 10, inNetwork: 50, onKnownDevice: 60, ofPasswordChange: 10, ofCode: 10 }
/** Once all failures are used up, attempts go on one by one, so that the owner of a name is not shut out for long. */
const slowLane = { seconds: 60, ofName: 1, inNetwork: 5 }

/** An attempt that is counted before its password is checked, so that many at once cannot exceed the limit together. */
export interface Attempt {
  /** Takes the attempt out of the count: it was no failure. */
  succeeded(): Promise<void>
  /** Its password was not checked. */
  dropped(): Promise<void>
}

/** A try to sign in: the name that was typed, its address, and the device, if the name's owner has used it before. */
export interface SignInTry {
  readonly username: string
  readonly address: string
  /** Id of the known device. */
  readonly device: string | null
}

/** Counts failures for all backends together. Fails with TOO_MANY_SIGN_INS where they are used up. */
export interface SignInAttempts {
  begin(attempt: SignInTry): Promise<Attempt>
  /** The current password, asked for again on a device that is signed in. */
  beginPasswordChange(userId: string): Promise<Attempt>
  /** A code of the second factor, by someone who knows the password. */
  beginCode(userId: string): Promise<Attempt>
}

/**
 * Failures count for a name within one network, and for the network: attempts elsewhere keep no user out.
 * A device on which the name's owner has signed in before counts for itself alone.
 */
export function signInAttempts(limits: RateLimits): SignInAttempts {
  /** Takes the charges, and returns what gives them back: all charges, or in the slow lane its pace alone. */
  async function take({ own, shared, pace }: Charges): Promise<Correction[]> {
    const all = [own, ...shared, ...pace.map((it) => ({ ...it, most: unlimited }))]
    const normal = await limits.take(all)
    if (normal.wait === 0) return back(all, normal.takenAt)
    const slow = await limits.take(pace)
    if (slow.wait > 0) staffErrors.fail('TOO_MANY_SIGN_INS', undefined, slow.wait)
    return back(pace, slow.takenAt)
  }

  async function counted(charges: Charges): Promise<Attempt> {
    const taken = await take(charges)
    return {
      succeeded: async () => {
        const others = taken.filter(({ what }) => what !== charges.own.what)
        await Promise.all([limits.forget([charges.own]), limits.correct(others)])
      },
      dropped: () => limits.correct(taken),
    }
  }

  return {
    begin: ({ username, address, device }) => {
      const network = toNetwork(address)
      const name = identityKey(username)
      if (device !== null)
        return counted({
          own: failure('sign-in on known device', `${device}\n${name}`, failures.onKnownDevice),
          shared: [],
          pace: [buildCharge('sign-in on known device', `${device}\n${name}`, slowLane.ofName)],
        })
      return counted({
        own: failure('sign-in by name', `${network}\n${name}`, failures.ofNameInNetwork),
        shared: [failure('sign-in by network', network, failures.inNetwork)],
        pace: [
          buildCharge('sign-in by name', `${network}\n${name}`, slowLane.ofName),
          buildCharge('sign-in by network', network, slowLane.inNetwork),
        ],
      })
    },
    beginPasswordChange: (userId) =>
      counted({
        own: failure('password change', userId, failures.ofPasswordChange),
        shared: [],
        pace: [buildCharge('password change', userId, slowLane.ofName)],
      }),
    beginCode: (userId) =>
      counted({
        own: failure('second factor', userId, failures.ofCode),
        shared: [],
        pace: [buildCharge('second factor', userId, slowLane.ofName)],
      }),
  }
}

interface Charges {
  /** Forgotten once the right password comes. */
  readonly own: Charge
  readonly shared: readonly Charge[]
  /** Counted as well, and checked when the others are used up. */
  readonly pace: readonly Charge[]
}

const back = (charges: readonly Charge[], takenAt: number): Correction[] =>
  charges.map((it) => ({ ...it, points: -1, takenAt }))

/** More than any window can hold. */
const unlimited = 1_000_000_000

const failure = (what: string, whose: string, most: number): Charge => ({ what, whose, seconds, points: 1, most })

const buildCharge = (what: string, whose: string, most: number): Charge => ({
  what: `${what}, pace`,
  whose,
  seconds: slowLane.seconds,
  points: 1,
  most,
})
