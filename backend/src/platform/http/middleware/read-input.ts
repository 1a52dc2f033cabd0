import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import pLimit from 'p-limit'
import { endpointError } from '../answer/error-registry.ts'
import { parseJson, readBody } from '../request/body.ts'
import { isLenient, parseBody, parseParams, parseQuery } from '../request/fields.ts'
import { readForm } from '../request/form.ts'
import type { HttpMiddleware } from '../state.ts'

/** Reads the body in the forms that the endpoint takes; `inTurn` bounds how many forms are in hand at once. */
export function bodyReader(endpoint: Endpoint, inTurn: HttpMiddleware, registry: ErrorRegistry): HttpMiddleware {
  if (endpoint.ignoresBody) return ignoredBody
  if (!endpoint.form) return jsonBody
  const form = formBody(endpoint, registry)
  const formInTurn: HttpMiddleware = (ctx, next) => inTurn(ctx, () => form(ctx, next))
  if (!endpoint.form.orJson) return formInTurn
  return (ctx, next) => (ctx.is('multipart/*') ? formInTurn(ctx, next) : jsonBody(ctx, next))
}

/** Reads a JSON body as far as its limit; it is parsed when it is validated. */
const jsonBody: HttpMiddleware = async (ctx, next) => {
  const contents = await readBody(ctx)
  ctx.state.sent = { contents, parsed: () => parseJson(ctx.req, contents) }
  return next()
}

/** Reads a body as far as the limit of JSON, and makes nothing of it. */
const ignoredBody: HttpMiddleware = async (ctx, next) => {
  ctx.state.sent = { contents: await readBody(ctx), parsed: () => undefined }
  return next()
}

/** Reads a form, whose file may be as large as the endpoint allows. */
function formBody(endpoint: Endpoint, registry: ErrorRegistry): HttpMiddleware {
  const tooLarge = () => endpointError('TOO_LARGE', endpoint, registry)
  return async (ctx, next) => {
    const { fields, contents } = await readForm(ctx, endpoint.form?.largestFile ?? 0, tooLarge)
    ctx.state.sent = { contents, parsed: () => fields }
    return next()
  }
}

/** Forms in hand, each of which may hold a file in memory, and requests that wait with their bodies unread. */
export const formLimits = { atOnce: 4, waiting: 32 }
const retryAfterSeconds = 10

/** Bounds the memory that forms take, however many are sent at once; beyond that they are asked to come back. */
export function fewFormsAtOnce(): HttpMiddleware {
  const limit = pLimit(formLimits.atOnce)
  return async (_, next) => {
    if (limit.pendingCount >= formLimits.waiting) platformErrors.fail('TOO_MANY_REQUESTS', undefined, retryAfterSeconds)
    return limit(next)
  }
}

/** Leaves the request as the endpoint's schemas made it. What they refuse is refused before anything is looked up or stored. */
export function validate(endpoint: Endpoint, registry: ErrorRegistry): HttpMiddleware {
  const { query, method } = endpoint
  return (ctx, next) => {
    const { sent } = ctx.state
    const addLeftOutHeader = () => {
      ctx.state.headers['preference-applied'] = 'handling=lenient'
    }
    ctx.state.request = {
      params: parseParams(endpoint, ctx['params'], registry),
      query: query ? parseQuery(query, new URLSearchParams(ctx.querystring)) : undefined,
      body:
        method === 'GET'
          ? undefined
          : parseBody(endpoint, sent?.parsed(), isLenient(ctx.get('prefer')) ? addLeftOutHeader : null),
    }
    return next()
  }
}
