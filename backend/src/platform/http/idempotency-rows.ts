import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { IdempotencyClaim } from '@ultimate/event-store/commands.ts'
import { seal, unseal } from '@ultimate/event-store/personal-data/event-codec.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'
import { isStreamed, type Reply, type ReplyHeaders } from './answer/reply.ts'

export type Claim = IdempotencyClaim

export interface StoredRequest {
  readonly fingerprint: string
  /** The visitor whose cookie came with the request, or was given with its answer; null where there is neither. */
  readonly visitor: string | null
  /** Null while the request is being worked on, or was when its backend died. */
  readonly reply: Reply | null
}

export interface IdempotencyRows {
  find(claim: Claim): Promise<StoredRequest | null>
  /** False when another request holds the key: its answer counts. */
  record(claim: Claim, reply: Reply): Promise<boolean>
  purge(): Promise<number>
}

/** Answers stand beside the keys that appends claim. `headers` stays empty: an answer's headers are sealed with its body. */
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
 * The table of the event store whose appends claim keys, with the answers. They are sealed: some hold a token or
 * a cookie, and only a repetition of its request has to read them.
 */
export function idempotencyRows(sql: Sql, key: KeyObject): IdempotencyRows {
  return {
    find: async (claim) => {
      const [row] = await sql<(Omit<StoredRequest, 'reply'> & { status: number | null; body: string | null })[]>`
        select fingerprint, visitor, status, body from idempotency
        where scope = ${claim.scope} and key = ${claim.key}`
      return row ? { fingerprint: row.fingerprint, visitor: row.visitor, reply: opened(row, key) } : null
    },
    record: async ({ scope, key: name, fingerprint, visitor }, reply) => {
      if (isStreamed(reply.body)) return true
      const body = seal(JSON.stringify({ headers: reply.headers, body: toText(reply.body) }), key)
      // Events under this key mean that it was applied: an error that came about meanwhile is not its answer.
      const overClaim = reply.status < 300
      const stored = await sql`
        insert into idempotency (scope, key, fingerprint, visitor, status, body)
        values (${scope}, ${name}, ${fingerprint}, ${visitor}, ${reply.status}, ${body})
        on conflict (scope, key) do update set status = excluded.status, body = excluded.body
        where ${overClaim} and idempotency.status is null and idempotency.fingerprint = excluded.fingerprint
          and (idempotency.visitor is null or excluded.visitor is null or idempotency.visitor = excluded.visitor)
        returning 1`
      return stored.length > 0
    },
    purge: async () => {
      const gone = await sql`delete from idempotency where created_at < now() - interval '1 day'`
      return gone.count
    },
  }
}

/** The key that answers are sealed with, made from the secret of the site. */
export const answerKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'idempotent answers', 32)))

/**
 * Takes these texts out of the answers that are stored for repetitions: they stay answers, so that a repetition still acts
 * once. Returns how many held any.
 */
export async function forgetInAnswers(sql: Sql, secret: string, texts: readonly string[]): Promise<number> {
  const key = answerKey(secret)
  const needles = texts.map((text) => JSON.stringify(text).slice(1, -1))
  const rows = await sql<{ scope: string; key: string; body: string }[]>`
    select scope, key, body from idempotency where body is not null`
  let changed = 0
  for (const { scope, key: name, body } of rows) {
    const stored = unseal(body, key)
    if (!isStoredReply(stored) || stored.body === null) continue
    const clean = needles.reduce((text, needle) => text.replaceAll(needle, ''), stored.body)
    if (clean === stored.body) continue
    const resealed = seal(JSON.stringify({ ...stored, body: clean }), key)
    await sql`update idempotency set body = ${resealed} where scope = ${scope} and key = ${name} and body = ${body}`
    changed++
  }
  return changed
}

function opened({ status, body }: { status: number | null; body: string | null }, key: KeyObject): Reply | null {
  if (status === null || body === null) return null
  const stored = unseal(body, key)
  return isStoredReply(stored) ? { status, headers: stored.headers, body: stored.body } : null
}

/** Returns null for an answer that was sealed with an earlier secret. */
function isStoredReply(stored: unknown): stored is { headers: ReplyHeaders; body: string | null } {
  return typeof stored === 'object' && stored !== null && 'headers' in stored && 'body' in stored
}

function toText(body: Buffer | string | null): string | null {
  return body === null ? null : body.toString()
}
