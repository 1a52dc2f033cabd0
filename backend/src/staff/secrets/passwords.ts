import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import pLimit from 'p-limit'

/** Argon2id (the library's default variant) as OWASP recommends it: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes for strangers never take the places of those whom the site knows, and wait until these have had theirs. */
type Asker = 'known' | 'stranger'

// Hashing keeps a core and 19 MiB busy: one at a time per core, and one core always left to the site.
const limit = pLimit(Math.max(1, availableParallelism() - 1))
const longestQueue: Readonly<Record<Asker, number>> = { known: 100, stranger: 100 }
const queues: Readonly<Record<Asker, (() => Promise<void>)[]>> = { known: [], stranger: [] }
const retryAfterSeconds = 5

// Hangs in the place of an account that does not exist, so that asking for it takes as long.
const nobody = hash(randomBytes(16), cost)

function queued<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  if (queues[asker].length >= longestQueue[asker])
    return staffErrors.fail('TOO_MANY_SIGN_INS', undefined, retryAfterSeconds)
  return new Promise((resolve, reject) => {
    queues[asker].push(() => work().then(resolve, reject))
    void limit(async () => (queues.known.shift() ?? queues.stranger.shift())?.())
  })
}

// The same characters may arrive composed or decomposed, depending on the keyboard.
const sameForAllKeyboards = (password: string) => password.normalize('NFKC')

/** For people who are signed in, and for the first start. */
export function hashPassword(password: string): Promise<string> {
  return queued('known', () => hash(sameForAllKeyboards(password), cost))
}

/** False, after the same work, where there is no hash. */
export async function passwordMatches(stored: string | null, password: string, asker: Asker): Promise<boolean> {
  const against = stored ?? (await nobody)
  const matches = await queued(asker, () => verify(against, sameForAllKeyboards(password)))
  return matches && stored !== null
}

/** For passwords that are printed or mailed: 96 random bits. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url')
}
