import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { cleanCode } from '@ultimate/events/language/text/clean.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import pLimit from 'p-limit'

/** Argon2id (the default variant) as OWASP recommends it: 19 MiB, two passes, one lane (docs/decisions/0024). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Strangers have a queue of their own, which waits until that of people whom the site knows is empty. */
type Asker = 'known' | 'stranger'

// Hashing keeps a core and 19 MiB busy: one at a time per core, and one core always left to the site.
const limit = pLimit(Math.max(1, availableParallelism() - 1))
const maxQueued: Readonly<Record<Asker, number>> = { known: 100, stranger: 100 }
const queues: Readonly<Record<Asker, (() => Promise<void>)[]>> = { known: [], stranger: [] }
const retryAfterSeconds = 5

// A password is compared with this hash if there is no account, so that the answer takes as long.
const decoyHash = hash(randomBytes(16), cost)

/** The hash of a password that no one knows. */
export const hashOfNoPassword = (): Promise<string> => decoyHash

function enqueue<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  if (queues[asker].length >= maxQueued[asker])
    return staffErrors.fail('TOO_MANY_SIGN_INS', undefined, retryAfterSeconds)
  return new Promise((resolve, reject) => {
    queues[asker].push(() => work().then(resolve, reject))
    void limit(runNext)
  })
}

async function runNext(): Promise<void> {
  const next = queues.known.shift() ?? queues.stranger.shift()
  await next?.()
}

// The same characters may arrive composed or decomposed, depending on the keyboard.
const sameForAllKeyboards = (password: string) => password.normalize('NFKC')

/** Hashes a password for people who are signed in, and for the first start. */
export function hashPassword(password: string): Promise<string> {
  return enqueue('known', () => hash(sameForAllKeyboards(password), cost))
}

/** Reports the cost of each verification: the parameters of the hash, such as `$argon2id$v=19$m=19456,t=2,p=1`. */
export const verifications = channel('staff:password-verification')

/** Returns whether the password is right; false, after the same work, if there is no hash. */
export async function passwordMatches(storedHash: string | null, password: string, asker: Asker): Promise<boolean> {
  const comparedHash = storedHash ?? (await decoyHash)
  const isRight = (candidate: string) =>
    enqueue(asker, () => {
      verifications.publish(comparedHash.split('$').slice(0, 4).join('$'))
      return verify(comparedHash, sameForAllKeyboards(candidate))
    })
  const pasted = cleanCode(password).trim()
  const matches = (await isRight(password)) || (pasted !== password && isGenerated(pasted) && (await isRight(pasted)))
  return matches && storedHash !== null
}

/** Returns whether the site may have made a password: these are pasted from mails, with blanks around them. */
const isGenerated = (password: string): boolean => /^[\w-]{16}$/.test(password)

/** Returns a password to be printed or mailed: 96 random bits. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}

/** The list is ordered: the most common first. */
const maxCommon = 10_000
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, maxCommon).map(String))

/**
 * Rejects a new password that would be guessed first: one of the most common ones, the username, or one repeated
 * character, in any letter case.
 */
export function requireStrongPassword(newPassword: string, username: string): void {
  const { fail, registry } = staffErrors
  const guess = sameForAllKeyboards(newPassword).trim().toLowerCase()
  const reject = (code: 'COMMON_PASSWORD' | 'WEAK_PASSWORD') => fail(code, { newPassword: registry[code].message })
  if (commonPasswords.has(guess)) reject('COMMON_PASSWORD')
  if (guess === sameForAllKeyboards(username).toLowerCase() || new Set(guess).size <= 1) reject('WEAK_PASSWORD')
}

/**
 * The password that is mailed to a new user: 96 bits that follow from our secret. It is stored nowhere,
 * and a mail that has to be written again holds the same one.
 */
export function temporaryPassword(secret: string, userId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'temporary passwords', 32))
  return createHmac('sha256', key).update(userId).digest().subarray(0, 12).toString('base64url')
}

/** Returns a later temporary password, which a TD sends; `key` names it. */
export const renewedPassword = (secret: string, userId: string, key: string): string =>
  temporaryPassword(secret, `${userId} ${key}`)

const temporaryDays = 7

/** Returns when a temporary password that is made now ends, unless it is replaced by one of the user's own. */
export const temporaryUntil = (now: Date): Date => new Date(now.getTime() + temporaryDays * 24 * 60 * 60 * 1000)
