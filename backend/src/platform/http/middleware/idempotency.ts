import type { Idempotency } from '../idempotency/idempotency.ts'
import type { RequestKeys } from '../idempotency/request-key.ts'
import { visitorOf } from '../request/context.ts'
import { networkOf } from '../request/network-of.ts'
import type { HttpMiddleware } from '../state.ts'

/** Reads the idempotency key. A token that is good no more serves for the repetition of what it was good for. */
export function idempotencyKey(keys: RequestKeys, idempotency: Idempotency): HttpMiddleware {
  return async (ctx, next) => {
    const { method, path, url, state } = ctx
    const header = ctx.headers['idempotency-key']?.toString()
    const body = state.sent?.contents ?? Buffer.alloc(0)
    if (header !== undefined)
      state.claim = keys.claim(header, { user: state.user, visitorId: visitorOf(ctx), method, path, url, body })
    if (state.revoked && !(state.claim && (await idempotency.isAccepted(state.claim)))) throw state.revoked
    return next()
  }
}

/** Answers the repetition of a request with the answer to the first. */
export function idempotent(idempotency: Idempotency): HttpMiddleware {
  return async (ctx, next) => {
    const { state } = ctx
    if (!state.claim) return next()
    const requester = { id: state.user?.id ?? networkOf(ctx.ip), onRepetition: () => state.uncount() }
    state.reply = await idempotency.once(state.claim, requester, async (repeats) => {
      state.repeats = repeats
      await next()
      if (!state.reply) throw new Error('A call under an idempotency key was left without a reply')
      return state.reply
    })
  }
}
