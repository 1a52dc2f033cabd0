import { createHash, randomBytes } from 'node:crypto'
import { releaseRole } from '@ultimate/events/language/roles.ts'
import { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { Sql } from 'postgres'
import type { Authenticator, Principal } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'

/** Makes a token whose form people, and programs that look for leaked secrets, can recognize. */
export const newToken = (part: string): string => `release_${part}_${randomBytes(32).toString('base64url')}`

const tokenPattern = /^release_[a-z\d]{1,40}_[\w-]{43}$/

/** No slow hash is needed: 256 random bits cannot be guessed. */
export const computeHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Adds release tokens, which act for the team of their part, to those that `others` authenticates. They are looked up
 * at every call, because another backend may just have ended them.
 */
export function withReleaseTokens({ sql }: Pick<Platform, 'sql'>, others: Authenticator): Authenticator {
  const findHolder = async (token: string) =>
    buildPrincipal((await readPart(sql, computeHash(token))) ?? fail('RELEASE_TOKEN_ENDED'))
  return {
    authenticate: (token) => (tokenPattern.test(token) ? findHolder(token) : others.authenticate(token)),
    formerUser: (token) => (tokenPattern.test(token) ? findHolder(token) : others.formerUser(token)),
    topic: others.topic,
  }
}

const { fail } = releasesErrors

const buildPrincipal = (part: string): Principal => ({
  id: `team-${part}`,
  full_name: `Team ${part}`,
  role: releaseRole,
  confinedTo: part,
})

async function readPart(sql: Sql, hash: string): Promise<string | null> {
  const [row] = await sql<{ part: string }[]>`select part from release_tokens where id = ${hash}`
  return row?.part ?? null
}
