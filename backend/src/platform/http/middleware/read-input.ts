import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import pLimit from 'p-limit'
import { z } from 'zod'
import { endpointError } from '../answer/error-reply.ts'
import { readForm } from '../request/form-body.ts'
import { parseJson, readBody } from '../request/json-body.ts'
import type { HttpMiddleware } from '../state.ts'

/** Reads the body in the media types that the endpoint takes. `formLimit` limits the forms that are read at once. */
export function bodyReader(endpoint: Endpoint, formLimit: HttpMiddleware, registry: ErrorRegistry): HttpMiddleware {
  if (endpoint.ignoresBody) return ignoredBody
  if (!endpoint.form) return jsonBody
  const form = formBody(endpoint, registry)
  const limitedForm: HttpMiddleware = (ctx, next) => formLimit(ctx, () => form(ctx, next))
  if (!endpoint.form.orJson) return limitedForm
  return (ctx, next) => (ctx.is('multipart/*') ? limitedForm(ctx, next) : jsonBody(ctx, next))
}

/** Reads a JSON body up to its limit. It is parsed when it is validated. */
const jsonBody: HttpMiddleware = async (ctx, next) => {
  const contents = await readBody(ctx)
  ctx.state.sent = { contents, parsed: () => parseJson(ctx.req, contents) }
  return next()
}

/** Reads a body up to the limit of JSON, for its idempotency key alone. */
const ignoredBody: HttpMiddleware = async (ctx, next) => {
  ctx.state.sent = { contents: await readBody(ctx), parsed: () => undefined }
  return next()
}

/** Reads a form, whose file may be as large as the endpoint allows. */
function formBody(endpoint: Endpoint, registry: ErrorRegistry): HttpMiddleware {
  const tooLarge = () => endpointError('TOO_LARGE', endpoint, registry)
  return async (ctx, next) => {
    const { fields, contents } = await readForm(ctx, endpoint.form?.maxFile ?? 0, tooLarge)
    ctx.state.sent = { contents, parsed: () => fields }
    return next()
  }
}

/** Forms that are read at once, each perhaps with a file in memory, and requests that wait with unread bodies. */
export const formLimits = { atOnce: 4, waiting: 32 }
const retryAfterSeconds = 10

/** Limits the memory that forms take, however many are sent at once. Further clients are asked to come back. */
export function limitForms(): HttpMiddleware {
  const limit = pLimit(formLimits.atOnce)
  return async (_, next) => {
    if (limit.pendingCount >= formLimits.waiting) platformErrors.fail('TOO_MANY_REQUESTS', undefined, retryAfterSeconds)
    return limit(next)
  }
}

/** Puts the validated request into the state. Invalid requests are rejected before anything is read or stored. */
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

const nothing = z.strictObject({})

/** Returns the validated query, or fails with a sentence for each wrong field. */
function parseQuery(query: z.ZodObject, search: URLSearchParams): unknown {
  return parseValid(query, Object.fromEntries(search))
}

/** True if the header `Prefer` asks to leave out fields that the call does not know, not to refuse them (RFC 7240). */
const isLenient = (prefer: string): boolean => /(^|[,;\s])handling\s*=\s*"?lenient"?($|[,;\s])/i.test(prefer)

/**
 * Returns the validated body. A call without a body takes an empty body or `{}`. `onLeftOut` is given for a lenient
 * request: unknown fields of its JSON body are left out, and then `onLeftOut` is called.
 */
function parseBody(endpoint: Endpoint, sent: unknown, onLeftOut: (() => void) | null = null): unknown {
  const { body, form } = endpoint
  if (!body) {
    parseValid(nothing, sent ?? {})
    return undefined
  }
  if (sent === undefined && !body.safeParse(undefined).success) platformErrors.fail('MALFORMED')
  return parseValid(body, onLeftOut && !form ? withoutUnknownFields(body, sent, onLeftOut) : sent)
}

/** Returns what was sent, without unknown fields. All other faults stay. */
function withoutUnknownFields(schema: z.ZodType, sent: unknown, onLeftOut: () => void): unknown {
  const { error } = schema.safeParse(sent)
  const unknown = error?.issues.filter((issue) => issue.code === 'unrecognized_keys') ?? []
  if (unknown.length === 0) return sent
  onLeftOut()
  const known: unknown = structuredClone(sent)
  for (const { path, keys } of unknown) {
    const holder = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], known)
    for (const key of keys) delete (holder as Record<string, unknown>)[key]
  }
  return known
}

/** Returns the validated parameters. An impossible id gets the same 404 as an id that does not exist. */
function parseParams(endpoint: Endpoint, values: Readonly<Record<string, string>>, registry: ErrorRegistry): unknown {
  const { params } = endpoint
  if (!params) return undefined
  const parsed = params.safeParse(values)
  if (parsed.success) return parsed.data
  throw endpointError('NOT_FOUND', endpoint, registry)
}

function parseValid(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: describeIssue })
  return parsed.success ? parsed.data : platformErrors.fail('INVALID_FIELDS', collectFieldErrors(parsed.error.issues))
}

/** No form has as many fields. A client that sends thousands gets no answer about each. */
const maxFields = 50
const maxNameLength = 100

/** Returns the first sentence for each field, by its path (`pools.0.name`). */
function collectFieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>()
  const addError = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.').slice(0, maxNameLength) || 'body'
    if (!fields.has(name) && fields.size < maxFields) fields.set(name, message)
  }
  for (const issue of issues.slice(0, maxFields)) {
    if (issue.code !== 'unrecognized_keys') addError(issue.path, issue.message)
    else for (const key of issue.keys.slice(0, maxFields)) addError([...issue.path, key], 'Unknown field.')
  }
  return Object.fromEntries(fields)
}

/** Returns the message for an issue whose schema has none. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'This is required.'
  switch (issue.code) {
    case 'invalid_type':
      return wrongType[issue.expected] ?? 'This is not what is expected here.'
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return `Please use at most ${issue.maximum}${units[issue.origin] ?? ''}.`
    case 'too_small':
      return `Please use at least ${issue.minimum}${units[issue.origin] ?? ''}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'This does not have the right form.'
    default:
      return 'This is not what is expected here.'
  }
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const wrongType: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object with fields.',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'This is not an id.',
  email: 'Please enter a valid email address.',
  datetime: 'Please give a date and time such as 2025-11-22T18:00:00Z.',
}
