import { setTimeout as delay } from 'node:timers/promises'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Next } from 'koa'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { RateLimits } from '../database/rate-limits.ts'
import { isStreamed, type Reply } from './answer/reply.ts'
import {
  type Claim,
  deriveSealKey,
  type IdempotencyRows,
  idempotencyRows,
  type StoredRequest,
} from './idempotency-rows.ts'
import { readVisitor, toNetwork } from './request/caller.ts'
import type { RequestKeys } from './request-keys.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'

interface Requester {
  /** A user or a network. The number of stored errors is limited for each. */
  readonly id: string
  /** Called if another backend did the work at the same moment. */
  readonly onRepetition?: () => Promise<void>
}

/** Handles the request. `repeats`: the events of an earlier request with this key are stored already. */
type Work = (repeats: boolean) => Promise<Reply>

/**
 * The first answer to a keyed request is the answer to all its repetitions. A repetition without a `visitor` cookie
 * counts as the first visitor's, whose answer was lost. A repetition with another visitor's cookie is rejected, like
 * another request under that key (docs/decisions/0016).
 */
export interface Idempotency {
  /** Runs `work` unless the request was answered before. All concurrent repetitions get the first answer. */
  once(claim: Claim, requester: Requester, work: Work): Promise<Reply>
  /** Resolves to true if this very request was accepted before. */
  isAccepted(claim: Claim): Promise<boolean>
  /** Forgets keys older than a day. */
  purge(): Promise<number>
}

/** Only errors within these limits are stored for repetitions. Repetitions of other rejected requests decide anew. */
const errorLimits = { perRequester: 1_000, seconds: 24 * 60 * 60, maxBody: 4_096 }

/** A repetition that loses the race against another backend polls for the answer of the winner. */
const winnerPolls = { attempts: 40, everyMs: 50 }

interface IdempotencyParts {
  readonly sql: Sql
  readonly secret: string
  readonly counters: Pick<RateLimits, 'take'>
  readonly logger: Logger
}

export function idempotency({ sql, secret, counters, logger }: IdempotencyParts): Idempotency {
  const rows = idempotencyRows(sql, deriveSealKey(secret))
  const running = new Map<string, Promise<unknown>>()

  /** Runs repetitions within this process one after the other, so that only the first of them works. */
  async function inTurn(name: string, task: () => Promise<Reply>): Promise<Reply> {
    const result = (running.get(name) ?? Promise.resolve()).then(task)
    const settled = result.catch(() => undefined)
    running.set(name, settled)
    try {
      return await result
    } finally {
      if (running.get(name) === settled) running.delete(name)
    }
  }

  async function mayStore({ status, body }: Reply, requester: Requester): Promise<boolean> {
    if (status < 400) return true
    if (isStreamed(body) || Buffer.byteLength(body ?? '') > errorLimits.maxBody) return false
    const { perRequester: limit, seconds } = errorLimits
    const { wait } = await counters.take([
      { what: 'errors kept', whose: requester.id, seconds, most: limit, points: 1 },
    ])
    return wait === 0
  }

  async function attempt(claim: Claim, requester: Requester, work: Work): Promise<Reply> {
    const earlier = await findEarlier(rows, claim)
    if (earlier?.reply) return earlier.reply
    const reply = await work(earlier !== null)
    if (!isFinal(reply)) return reply
    try {
      const isStorable = await mayStore(reply, requester)
      const isFirst = isStorable ? await rows.record(claim, reply) : (await rows.find(claim)) === null
      if (isFirst) return reply
      const first = await awaitFirstAnswer(rows, claim)
      await requester.onRepetition?.()
      return first ?? reply
    } catch (error) {
      if (error instanceof DomainError) throw error
      // The events hold the key already: a repetition will find the work done, even without this row.
      logger.warn({ err: error }, 'an answer could not be stored for repetitions of its request')
      return reply
    }
  }

  return {
    once: (claim, requester, work) => inTurn(`${claim.scope}\n${claim.key}`, () => attempt(claim, requester, work)),
    isAccepted: async (claim) => {
      const row = await rows.find(claim)
      return row !== null && isSameRequest(row, claim) && (row.reply === null || row.reply.status < 400)
    },
    purge: () => rows.purge(),
  }
}

/** Finds the earlier request; rejects if the key belongs to another request, or to another visitor. */
async function findEarlier(rows: IdempotencyRows, claim: Claim): Promise<{ readonly reply: Reply | null } | null> {
  const row = await rows.find(claim)
  if (!row) return null
  if (!isSameRequest(row, claim)) platformErrors.fail('IDEMPOTENCY_KEY_REUSED')
  const { reply } = row
  return { reply: reply && { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } } }
}

/** Returns whether both are one request. Visitors cannot be distinguished unless both requests have a cookie. */
function isSameRequest(row: StoredRequest, { fingerprint, visitor }: Claim): boolean {
  return row.fingerprint === fingerprint && (row.visitor === null || visitor === null || row.visitor === visitor)
}

async function awaitFirstAnswer(rows: IdempotencyRows, claim: Claim): Promise<Reply | null> {
  for (let attempt = 0; attempt < winnerPolls.attempts; attempt++) {
    const earlier = await findEarlier(rows, claim)
    if (earlier?.reply) return earlier.reply
    await delay(winnerPolls.everyMs)
  }
  return null
}

/** Returns whether repetitions get this answer. Permissions and rate limits are checked anew for a repetition. */
function isFinal({ status }: Reply): boolean {
  return status < 500 && ![401, 403, 429].includes(status)
}

/** Reads the idempotency key. With a revoked token, only repetitions of accepted requests go on. */
export function readIdempotencyKey(keys: RequestKeys, idempotency: Idempotency): HttpMiddleware {
  return (ctx, next) => {
    const { method, path, url, state } = ctx
    const header = ctx.headers['idempotency-key']?.toString()
    if (header !== undefined) {
      const body = state.sent?.contents ?? Buffer.alloc(0)
      state.claim = keys.claim(header, { user: state.user, visitorId: readVisitor(ctx), method, path, url, body })
    }
    return state.revoked ? requireAccepted(state.revoked, state.claim).then(next) : next()
  }

  async function requireAccepted(revoked: DomainError, claim: Claim | null): Promise<void> {
    if (claim === null || !(await idempotency.isAccepted(claim))) throw revoked
  }
}

/** Answers the repetition of a request with the answer to the first. */
export function answerRepetitions(idempotency: Idempotency): HttpMiddleware {
  return (ctx, next) => (ctx.state.claim ? once(ctx, ctx.state.claim, next) : next())

  async function once({ state, ip }: HttpContext, claim: Claim, next: Next): Promise<void> {
    const requester = { id: state.user?.id ?? toNetwork(ip), onRepetition: () => state.uncount() }
    state.reply = await idempotency.once(claim, requester, async (repeats) => {
      state.repeats = repeats
      await next()
      if (!state.reply) throw new Error('A call under an idempotency key was left without a reply')
      return state.reply
    })
  }
}
