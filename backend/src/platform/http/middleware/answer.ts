import type { ErrorReplies } from '../answer/error-reply.ts'
import { send } from '../answer/reply.ts'
import { ClientGone } from '../request/body.ts'
import type { HttpMiddleware } from '../state.ts'

/** Sends the reply that the middleware behind it leaves in `ctx.state`, or the one that its error becomes. */
export function answer(errorReply: ErrorReplies): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.state.reply) send(ctx, ctx.state.reply, ctx.state.headers)
    } catch (error) {
      if (error instanceof ClientGone) ctx.respond = false
      else {
        for (const name of ctx.res.getHeaderNames()) ctx.res.removeHeader(name)
        send(ctx, await errorReply(error), ctx.state.headers)
      }
    }
  }
}

/** Makes an error the reply, so that what stands before this in the list can look at it or keep it. */
export function errorsAsReplies(errorReply: ErrorReplies): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.state.reply = await errorReply(error)
    }
  }
}
