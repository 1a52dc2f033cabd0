import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import { Secret, TOTP } from 'otpauth'
import type { Sql } from 'postgres'

/**
 * The second factors of users. They are no events: they are deleted with the user. A secret follows from `key` and a
 * secret of the site, so that the table alone is worth nothing (docs/decisions/0025). `last_step` is the time step of
 * the last code, so that each code is good once.
 */
export const secondFactorsTable: OwnTable = {
  table: 'second_factors',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists second_factors (
  user_id uuid primary key,
  key uuid not null,
  confirmed boolean not null default false,
  last_step bigint not null default 0
)`,
}

/** Keeps the hash of each code that stands in for a lost device, until it is used. */
export const recoveryCodesTable: OwnTable = {
  table: 'recovery_codes',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: `
create table if not exists recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  primary key (user_id, code_hash)
)`,
}

const stepSeconds = 30
const codesAtOnce = 10

/** The secrets of one set-up, always the same for its key. */
export interface SetUp {
  /** Base32, for those who type it. */
  readonly secret: string
  /** Returns the URI for an authenticator app, which lists it under the issuer's name. */
  uriFrom(issuer: string): string
  readonly recoveryCodes: readonly string[]
  /** Returns the time step of a code of the app: that of now, the one before or the one after. Null for other codes. */
  findStep(code: string, now: Date): number | null
}

export type DeriveSetUp = (userId: string, key: string, label: string) => SetUp

/** Returns how to derive a set-up from the secret of the site. */
export function setUpDeriver(siteSecret: string): DeriveSetUp {
  const root = Buffer.from(hkdfSync('sha256', siteSecret, '', 'second factors', 32))
  const derive = (...parts: string[]) => createHmac('sha256', root).update(parts.join('\n')).digest()
  return (userId, key, label) => {
    const base32 = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32
    const secret = base32(derive(userId, key, 'totp').subarray(0, 20))
    const settings = { label, secret, period: stepSeconds }
    const totp = new TOTP(settings)
    const codes = Array.from({ length: codesAtOnce }, (_, index) =>
      base32(derive(userId, key, `recovery ${index}`).subarray(0, 10)).toLowerCase(),
    )
    return {
      secret,
      uriFrom: (issuer) => new TOTP({ ...settings, issuer }).toString(),
      recoveryCodes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
      findStep: (code, now) => {
        const offset = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
        return offset === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + offset
      },
    }
  }
}

const computeHash = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest('base64url')

export interface StoredFactor {
  readonly key: string
  readonly confirmed: boolean
}

export async function findSecondFactor(sql: Sql, userId: string): Promise<StoredFactor | null> {
  const [row] = await sql<StoredFactor[]>`select key, confirmed from second_factors where user_id = ${userId}`
  return row ?? null
}

export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${userId}`
  return row?.count ?? 0
}

/**
 * Begins a set-up in place of an earlier one; false where a second factor is in use. Only its confirmation is an event.
 */
export async function beginSecondFactor(sql: Sql, userId: string, key: string): Promise<boolean> {
  const result = await sql`
    insert into second_factors (user_id, key) values (${userId}, ${key})
    on conflict (user_id) do update set key = excluded.key where not second_factors.confirmed`
  return result.count > 0
}

/** Confirms the set-up and uses up the code of this step. */
export const confirmingSecondFactor = (userId: string, key: string, step: number): TransactionalWrite => ({
  name: 'confirmed_second_factor',
  values: [userId, key, String(step)],
  text: ([user, setUpKey, used]) => `
    update second_factors set confirmed = true, last_step = ${used}::text::bigint
    where user_id = ${user}::uuid and key = ${setUpKey}::uuid and not confirmed`,
  otherwise: 'SECOND_FACTOR_NOT_BEGUN',
})

export const addingRecoveryCodes = (userId: string, codes: readonly string[]): TransactionalWrite => ({
  name: 'added_recovery_codes',
  values: [userId, JSON.stringify(codes.map(computeHash))],
  text: ([user, hashes]) => `
    insert into recovery_codes (user_id, code_hash)
    select ${user}::uuid, hash from json_array_elements_text(${hashes}::text::json) as hash
    on conflict do nothing`,
})

/** Uses up the code of a step; fails for the second of two uses, on any backends. */
export const usingStep = (userId: string, step: number): TransactionalWrite => ({
  name: 'used_step',
  values: [userId, String(step)],
  text: ([user, used]) => `
    update second_factors set last_step = ${used}::text::bigint
    where user_id = ${user}::uuid and confirmed and last_step < ${used}::text::bigint`,
  otherwise: 'SECOND_FACTOR_WRONG',
})

export const usingRecoveryCode = (userId: string, code: string): TransactionalWrite => ({
  name: 'used_recovery_code',
  values: [userId, computeHash(code)],
  text: ([user, hash]) => `delete from recovery_codes where user_id = ${user}::uuid and code_hash = ${hash}::text`,
  otherwise: 'SECOND_FACTOR_WRONG',
})

/** Deletes the secret and all recovery codes, where there are any. */
export const removingSecondFactor = (userId: string): TransactionalWrite[] => [
  {
    name: 'removed_second_factor',
    values: [userId],
    text: ([user]) => `delete from second_factors where user_id = ${user}::uuid`,
  },
  removingRecoveryCodes(userId),
]

export const removingRecoveryCodes = (userId: string): TransactionalWrite => ({
  name: 'removed_recovery_codes',
  values: [userId],
  text: ([user]) => `delete from recovery_codes where user_id = ${user}::uuid`,
})
