import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Charge, Correction, RateLimits } from '../../platform/database/rate-limits.ts'
import { toNetwork } from '../../platform/http/request/caller.ts'
import { identityKey } from '../read/users.view.ts'

const seconds = 15 * 60
/** The most failures. A known device has room for sign-ins at the same moment, which count until they succeed. */
const maxFailures = { ofNameInNetwork: 10, inNetwork: 50, onKnownDevice: 60, ofPasswordChange: 10, ofCode: 10 }
/** Beyond these limits a slow pace is still allowed, so that the owner of a name is not locked out for long. */
const slowLane = { seconds: 60, ofName: 1, inNetwork: 5 }

/** An attempt that is counted before its password is checked, so that many at once cannot exceed the limit together. */
export interface SignInAttempt {
  /** Removes the attempt from the count, because it was no failure. */
  succeeded(): Promise<void>
  /** Removes the attempt from the count, because its password was not checked. */
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
  begin(attempt: SignInTry): Promise<SignInAttempt>
  /** Begins an attempt with the current password, which a signed-in device asks for again. */
  beginPasswordChange(userId: string): Promise<SignInAttempt>
  /** Begins an attempt with a code of the second factor, by a person who knows the password. */
  beginCode(userId: string): Promise<SignInAttempt>
}

/**
 * Failures count for a name within one network, and for the network, so that attempts elsewhere lock no user out. A
 * device on which the name's owner has signed in before has a count of its own.
 */
export function signInAttempts(limits: RateLimits): SignInAttempts {
  /** Takes the charges, or in the slow lane those of the pace alone. Returns the corrections that give them back. */
  async function take({ own, shared, pace }: Charges): Promise<Correction[]> {
    // The pace counts from the first attempt, and limits only in the slow lane.
    const allCharges = [own, ...shared, ...pace.map((it) => ({ ...it, most: unlimited }))]
    const result = await limits.take(allCharges)
    if (result.wait === 0) return toCorrections(allCharges, result.takenAt)
    const slow = await limits.take(pace)
    if (slow.wait > 0) staffErrors.fail('TOO_MANY_SIGN_INS', undefined, slow.wait)
    return toCorrections(pace, slow.takenAt)
  }

  async function beginCounted(charges: Charges): Promise<SignInAttempt> {
    const corrections = await take(charges)
    return {
      succeeded: async () => {
        const others = corrections.filter(({ what }) => what !== charges.own.what)
        await Promise.all([limits.forget([charges.own]), limits.correct(others)])
      },
      dropped: () => limits.correct(corrections),
    }
  }

  return {
    begin: ({ username, address, device }) => {
      const network = toNetwork(address)
      const name = identityKey(username)
      if (device !== null)
        return beginCounted({
          own: failureCharge('sign-in on known device', `${device}\n${name}`, maxFailures.onKnownDevice),
          shared: [],
          pace: [paceCharge('sign-in on known device', `${device}\n${name}`, slowLane.ofName)],
        })
      return beginCounted({
        own: failureCharge('sign-in by name', `${network}\n${name}`, maxFailures.ofNameInNetwork),
        shared: [failureCharge('sign-in by network', network, maxFailures.inNetwork)],
        pace: [
          paceCharge('sign-in by name', `${network}\n${name}`, slowLane.ofName),
          paceCharge('sign-in by network', network, slowLane.inNetwork),
        ],
      })
    },
    beginPasswordChange: (userId) =>
      beginCounted({
        own: failureCharge('password change', userId, maxFailures.ofPasswordChange),
        shared: [],
        pace: [paceCharge('password change', userId, slowLane.ofName)],
      }),
    beginCode: (userId) =>
      beginCounted({
        own: failureCharge('second factor', userId, maxFailures.ofCode),
        shared: [],
        pace: [paceCharge('second factor', userId, slowLane.ofName)],
      }),
  }
}

interface Charges {
  /** Its count is deleted once the right password comes. */
  readonly own: Charge
  readonly shared: readonly Charge[]
  /** Also counted, and limited once the limits of the others are reached. */
  readonly pace: readonly Charge[]
}

const toCorrections = (charges: readonly Charge[], takenAt: number): Correction[] =>
  charges.map((it) => ({ ...it, points: -1, takenAt }))

/** A limit that no window reaches. */
const unlimited = 1_000_000_000

const failureCharge = (what: string, whose: string, most: number): Charge => ({ what, whose, seconds, points: 1, most })

const paceCharge = (what: string, whose: string, most: number): Charge => ({
  what: `${what}, pace`,
  whose,
  seconds: slowLane.seconds,
  points: 1,
  most,
})
