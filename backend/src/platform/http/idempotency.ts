import { createSecretKey, hkdfSync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '@ultimate/events/language/refusal.ts'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import { type Claim, type IdempotencyRows, idempotencyRows } from './idempotency-rows.ts'
import type { Reply } from './reply.ts'

/** The first answer to a keyed request is the answer to all its repetitions. */
export interface Idempotency {
  /** Runs `work` unless it was answered before; of concurrent repetitions all get the first answer. */
  once(claim: Claim, work: () => Promise<Reply>): Promise<Reply>
  /** Forgets keys older than a day. */
  purge(): Promise<number>
}

/** How long a repetition that lost the race waits for the winner on another backend to write its answer down. */
const patience = { attempts: 40, everyMs: 50 }

export function idempotency({ sql, secret, logger }: { sql: Sql; secret: string; logger: Logger }): Idempotency {
  const rows = idempotencyRows(
    sql,
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'idempotent answers', 32))),
  )
  const running = new Map<string, Promise<unknown>>()

  /** Repetitions within this process wait in line, so that only the first of them works. */
  async function inTurn(name: string, task: () => Promise<Reply>): Promise<Reply> {
    const turn = (running.get(name) ?? Promise.resolve()).then(task)
    const settled = turn.catch(() => undefined)
    running.set(name, settled)
    try {
      return await turn
    } finally {
      if (running.get(name) === settled) running.delete(name)
    }
  }

  async function attempt(claim: Claim, work: () => Promise<Reply>): Promise<Reply> {
    const earlier = await answered(rows, claim)
    if (earlier) return earlier
    const reply = await work()
    if (!isFinal(reply)) return reply
    try {
      return (await rows.record(claim, reply)) ? reply : ((await firstAnswer(rows, claim)) ?? reply)
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The events hold the key already: a repetition will find the work done, even without this row.
      logger.warn({ err: error }, 'an answer could not be kept for repetitions of its request')
      return reply
    }
  }

  return {
    once: (claim, work) => inTurn(`${claim.scope}\n${claim.key}`, () => attempt(claim, work)),
    purge: () => rows.purge(),
  }
}

/** The earlier answer, if there is one; refuses when the key belongs to another request. */
async function answered(rows: IdempotencyRows, claim: Claim): Promise<Reply | null> {
  const row = await rows.find(claim)
  if (row && row.fingerprint !== claim.fingerprint) platformRefusals.refuse('IDEMPOTENCY_KEY_REUSED')
  return row?.reply ? { ...row.reply, headers: { ...row.reply.headers, 'idempotency-replayed': 'true' } } : null
}

async function firstAnswer(rows: IdempotencyRows, claim: Claim): Promise<Reply | null> {
  for (let attempt = 0; attempt < patience.attempts; attempt++) {
    const reply = await answered(rows, claim)
    if (reply) return reply
    await delay(patience.everyMs)
  }
  return null
}

/** Answers that a repetition would get again anyway; who may call, and how often, is looked at afresh. */
function isFinal({ status }: Reply): boolean {
  return status < 500 && ![401, 403, 429].includes(status)
}
