import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { bodyOf, paramsOf, queryOf } from '../request/fields.ts'
import type { HttpMiddleware } from '../state.ts'

/** Leaves the request as the endpoint's schemas made it. What they refuse is refused before anything is looked up or kept. */
export function validate(endpoint: Endpoint, registry: ErrorRegistry): HttpMiddleware {
  const { query, method } = endpoint
  return (ctx, next) => {
    const { sent } = ctx.state
    ctx.state.request = {
      params: paramsOf(endpoint, ctx['params'], registry),
      query: query ? queryOf(query, new URLSearchParams(ctx.querystring)) : undefined,
      body: method === 'GET' ? undefined : bodyOf(endpoint, sent?.parsed()),
    }
    return next()
  }
}
