import type { Layer } from '@koa/router'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { platformReply } from '../answer/error-reply.ts'
import type { HttpMiddleware } from '../state.ts'

/** Says what a path of ours takes: 204 to OPTIONS, 405 to any other method that it has no route for. */
export const otherMethods: HttpMiddleware = (ctx, next) => {
  const layers: readonly Layer[] = ctx.matched ?? []
  if (layers.length === 0) return next()
  const known = layers.flatMap(({ methods }) => (methods.includes('GET') ? ['GET', 'HEAD'] : methods))
  const allow = [...known, 'OPTIONS'].join(', ')
  ctx.state.reply =
    ctx.method === 'OPTIONS'
      ? { status: 204, headers: { allow, 'cache-control': 'no-store' }, body: null }
      : platformReply('METHOD_NOT_ALLOWED', { allow })
}

export const notFound: HttpMiddleware = () => platformErrors.fail('NOT_FOUND')
