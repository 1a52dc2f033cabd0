import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/** Challenges that were answered, stored until they expire: each is good once, on all backends together. */
export const usedChallengesTable: OwnTable = {
  table: 'used_passkey_challenges',
  rights: ['select', 'insert', 'delete'],
  backup: false,
  ddl: `
create table if not exists used_passkey_challenges (
  challenge text primary key,
  until timestamptz not null
)`,
}

/** The time that people may take to find their phone. */
export const challengeLifetimeMs = 5 * 60_000

/** The purposes that a challenge may be answered for. */
type ChallengePurpose = 'sign-in' | `add for ${string}`

const nonceBytes = 16
const untilBytes = 6
const sealBytes = 32

/** Challenges that the site recognizes without storing them, so that a flood of requests for them stores nothing. */
export interface PasskeyChallenges {
  /** Returns a challenge, as Base64url. */
  issue(purpose: ChallengePurpose, now: Date): string
  /** Returns whether it is ours, for this purpose, and not too old. The append decides if it was answered before. */
  isOpen(challenge: string, purpose: ChallengePurpose, now: Date): boolean
}

/** A challenge is random bytes, the time until which it is good, and a keyed hash of both and the purpose. */
export function passkeyChallenges(siteSecret: string): PasskeyChallenges {
  const key = Buffer.from(hkdfSync('sha256', siteSecret, '', 'passkey challenges', 32))
  const computeSeal = (content: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(content).update(purpose).digest()
  return {
    issue: (purpose, now) => {
      const until = Buffer.alloc(untilBytes)
      until.writeUIntBE(now.getTime() + challengeLifetimeMs, 0, untilBytes)
      const content = Buffer.concat([randomBytes(nonceBytes), until])
      return Buffer.concat([content, computeSeal(content, purpose)]).toString('base64url')
    },
    isOpen: (challenge, purpose, now) => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== nonceBytes + untilBytes + sealBytes) return false
      const content = bytes.subarray(0, nonceBytes + untilBytes)
      const isOurs = timingSafeEqual(bytes.subarray(nonceBytes + untilBytes), computeSeal(content, purpose))
      return isOurs && content.readUIntBE(nonceBytes, untilBytes) > now.getTime()
    },
  }
}

/** Uses up a challenge; fails for the second of two answers, on any backends. */
export const usingChallenge = (challenge: string, now: Date, otherwise: string): TransactionalWrite => ({
  name: 'used_challenge',
  // Base64 allows several spellings of the same bytes, which must count as one.
  values: [
    Buffer.from(challenge, 'base64url').toString('base64url'),
    new Date(now.getTime() + challengeLifetimeMs).toISOString(),
  ],
  text: ([used, until]) => `
    insert into used_passkey_challenges (challenge, until) values (${used}::text, ${until}::timestamptz)
    on conflict (challenge) do nothing`,
  otherwise,
})

/** Deletes the challenges that are too old by now. */
export const clearingChallenges = (now: Date): TransactionalWrite => ({
  name: 'cleared_challenges',
  values: [now.toISOString()],
  text: ([at]) => `delete from used_passkey_challenges where until <= ${at}::timestamptz`,
})

/**
 * The public key of each passkey, as Base64url, and how often the passkey reports to have signed; many always report 0.
 * These are no events: they are deleted with the passkey. Its name and uses follow from the events.
 */
export const passkeysTable: OwnTable = {
  table: 'passkeys',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null
);
create index if not exists passkeys_user on passkeys (user_id)`,
}

export interface PasskeyCredential {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/** Finds a passkey by the id that its authenticator gave it. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<PasskeyCredential | null> {
  const [row] = await sql<PasskeyCredential[]>`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter
    from passkeys where credential_id = ${credentialId}`
  return row ?? null
}

/** Reads the ids that the user's authenticators gave their passkeys. */
export async function readCredentialIds(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select credential_id as id from passkeys where user_id = ${userId} order by credential_id`
  return rows.map(({ id }) => id)
}

/** Adds a passkey; fails with PASSKEY_EXISTS if any user has added it before. */
export const addingPasskey = (added: PasskeyCredential): TransactionalWrite => ({
  name: 'added_passkey',
  values: [added.id, added.userId, added.credentialId, added.publicKey, String(added.counter)],
  text: ([id, user, credential, key, counter]) => `
    insert into passkeys (id, user_id, credential_id, public_key, counter)
    values (${id}::uuid, ${user}::uuid, ${credential}::text, ${key}::text, ${counter}::text::bigint)
    on conflict (credential_id) do nothing`,
  otherwise: 'PASSKEY_EXISTS',
})

/** Stores the counter; fails with PASSKEY_REFUSED if another sign-in has counted further meanwhile. */
export const countingPasskey = (id: string, counter: number): TransactionalWrite => ({
  name: 'counted_passkey',
  values: [id, String(counter)],
  text: ([passkey, count]) => `
    update passkeys set counter = ${count}::text::bigint
    where id = ${passkey}::uuid and (counter < ${count}::text::bigint or (counter = 0 and ${count}::text = '0'))`,
  otherwise: 'PASSKEY_REFUSED',
})

/** Removes one passkey of the user; all of them if `id` is null. */
export const removingPasskeys = (userId: string, id: string | null = null): TransactionalWrite => ({
  name: 'removed_passkeys',
  values: [userId, id],
  text: ([user, passkey]) => `
    delete from passkeys where user_id = ${user}::uuid and (${passkey}::uuid is null or id = ${passkey}::uuid)`,
})
