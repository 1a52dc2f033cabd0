import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { staffRefusals } from '@ultimate/events/staff/api.ts'
import pLimit from 'p-limit'

/** Argon2id (the library's default variant) as OWASP recommends it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Hashing keeps a core and 19 MiB busy: one at a time per core, and one core always left to the site.
const limit = pLimit(Math.max(1, availableParallelism() - 1))
const longestQueue = 100
const retryAfterSeconds = 5

// Hangs in the place of an account that does not exist, so that asking for it takes as long.
const nobody = hash(randomBytes(16), cost)

function queued<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= longestQueue) return staffRefusals.refuse('TOO_MANY_SIGN_INS', undefined, retryAfterSeconds)
  return limit(work)
}

// The same characters may arrive composed or decomposed, depending on the keyboard.
const sameForAllKeyboards = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(sameForAllKeyboards(password), cost))
}

/** False, after the same work, where there is no hash. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobody)
  const matches = await queued(() => verify(against, sameForAllKeyboards(password)))
  return matches && stored !== null
}

/** For passwords that are printed or mailed: 96 random bits. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}
