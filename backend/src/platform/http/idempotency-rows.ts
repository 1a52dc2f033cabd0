import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { IdempotencyClaim } from '@ultimate/event-store/commands.ts'
import { seal, unseal } from '@ultimate/event-store/personal-data/event-codec.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'
import { isStreamed, type Reply, type ReplyHeaders } from './answer/reply.ts'

export type Claim = IdempotencyClaim

export interface StoredRequest {
  readonly fingerprint: string
  /** The visitor whose cookie came with the request, or was set with its answer; null without either. */
  readonly visitor: string | null
  /** Null while the request is handled, and after its backend died meanwhile. */
  readonly reply: Reply | null
}

export interface IdempotencyRows {
  find(claim: Claim): Promise<StoredRequest | null>
  /** Stores the answer. Resolves to false if another request has the key: then that request's answer counts. */
  record(claim: Claim, reply: Reply): Promise<boolean>
  purge(): Promise<number>
}

/**
 * Adds answers to the table in which appends claim keys. The column `headers` stays empty: headers are sealed with the
 * body.
 */
export const answersTable: OwnTable = {
  table: 'idempotency',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: false,
  ddl: `
alter table idempotency add column if not exists status integer, add column if not exists headers jsonb,
  add column if not exists body text;
`,
}

/**
 * The table in which the event store's appends claim keys, with the answers. Answers are sealed, because some hold a
 * token or a cookie, and only a repetition has to read them.
 */
export function idempotencyRows(sql: Sql, sealKey: KeyObject): IdempotencyRows {
  return {
    find: async (claim) => {
      const [row] = await sql<(Omit<StoredRequest, 'reply'> & { status: number | null; body: string | null })[]>`
        select fingerprint, visitor, status, body from idempotency
        where scope = ${claim.scope} and key = ${claim.key}`
      return row ? { fingerprint: row.fingerprint, visitor: row.visitor, reply: openReply(row, sealKey) } : null
    },
    record: async ({ scope, key, fingerprint, visitor }, reply) => {
      if (isStreamed(reply.body)) return true
      const body = seal(JSON.stringify({ headers: reply.headers, body: toText(reply.body) }), sealKey)
      // If events have claimed the key, the request was applied, so an error is not its answer.
      const isApplied = reply.status < 300
      const changed = await sql`
        insert into idempotency (scope, key, fingerprint, visitor, status, body)
        values (${scope}, ${key}, ${fingerprint}, ${visitor}, ${reply.status}, ${body})
        on conflict (scope, key) do update set status = excluded.status, body = excluded.body
        where ${isApplied} and idempotency.status is null and idempotency.fingerprint = excluded.fingerprint
          and (idempotency.visitor is null or excluded.visitor is null or idempotency.visitor = excluded.visitor)
        returning 1`
      return changed.length > 0
    },
    purge: async () => {
      const deleted = await sql`delete from idempotency where created_at < now() - interval '1 day'`
      return deleted.count
    },
  }
}

/** Makes the key that seals answers from the secret of the site. */
export const deriveSealKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'idempotent answers', 32)))

/**
 * Removes these texts from the answers that are stored for repetitions; the answers stay, so that a repetition still
 * acts once. Returns the number of changed answers.
 */
export async function forgetInAnswers(sql: Sql, secret: string, texts: readonly string[]): Promise<number> {
  const sealKey = deriveSealKey(secret)
  const needles = texts.map((text) => JSON.stringify(text).slice(1, -1))
  const rows = await sql<{ scope: string; key: string; body: string }[]>`
    select scope, key, body from idempotency where body is not null`
  let changed = 0
  for (const { scope, key, body } of rows) {
    const stored = unseal(body, sealKey)
    if (!isStoredReply(stored) || stored.body === null) continue
    const cleaned = needles.reduce((text, needle) => text.replaceAll(needle, ''), stored.body)
    if (cleaned === stored.body) continue
    const resealed = seal(JSON.stringify({ ...stored, body: cleaned }), sealKey)
    await sql`update idempotency set body = ${resealed} where scope = ${scope} and key = ${key} and body = ${body}`
    changed++
  }
  return changed
}

function openReply({ status, body }: { status: number | null; body: string | null }, sealKey: KeyObject): Reply | null {
  if (status === null || body === null) return null
  const stored = unseal(body, sealKey)
  return isStoredReply(stored) ? { status, headers: stored.headers, body: stored.body } : null
}

/** Returns false for an answer that could not be opened, because it was sealed with an earlier secret. */
function isStoredReply(stored: unknown): stored is { headers: ReplyHeaders; body: string | null } {
  return typeof stored === 'object' && stored !== null && 'headers' in stored && 'body' in stored
}

function toText(body: Buffer | string | null): string | null {
  return body === null ? null : body.toString()
}
