import type { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Next } from 'koa'
import type { Idempotency } from '../idempotency/idempotency.ts'
import type { RequestKeys } from '../idempotency/request-key.ts'
import type { Claim } from '../idempotency/rows.ts'
import { toNetwork } from '../request/caller.ts'
import { readVisitor } from '../request/context.ts'
import type { HttpContext, HttpMiddleware } from '../state.ts'

/** Reads the idempotency key. A token that is good no more serves for the repetition of what it was good for. */
export function idempotencyKey(keys: RequestKeys, idempotency: Idempotency): HttpMiddleware {
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
export function idempotent(idempotency: Idempotency): HttpMiddleware {
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
