import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { errorAnswer } from '@ultimate/events/language/error-answer.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'

/** The endpoints of one part of the app, under its name. */
export interface DocumentedPart {
  readonly name: string
  readonly endpoints: readonly Endpoint[]
}

export type OpenApiDocument = ReturnType<typeof createDocument>

const refusal = errorAnswer.meta({ id: 'DomainError', description: '`message` and `error` are the same sentence.' })

const about: Readonly<Record<string, string>> = {
  platform: 'The testing gate, the live stream and this description',
  tournament: 'Registration and teams',
  dinner: 'The dinner',
  staff: 'Signing in, users, photos and the audit',
}

/** OpenAPI 3.1, made of the schemas that validate the requests. */
export function openApiDocument(parts: readonly DocumentedPart[], registry: ErrorRegistry): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const { name, endpoints } of parts) {
    for (const endpoint of endpoints) {
      const operations = paths[endpoint.path] ?? {}
      operations[endpoint.method.toLowerCase()] = operation(name, endpoint, registry)
      paths[endpoint.path] = operations
    }
  }
  const description: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Thanksgiving Ultimate',
      version: '1.0.0',
      description: 'Everything the site can do. Whatever is refused is answered with a `DomainError`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that serves this description' }],
    tags: parts.map(({ name }) => ({ name, description: about[name] ?? name })),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token that signing in gives.' },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  }
  return createDocument(description, { override: tellLongest })
}

/** Texts are trimmed before they are measured, and of such a schema only what comes in is described otherwise. */
const tellLongest: NonNullable<NonNullable<Parameters<typeof createDocument>[1]>['override']> = ({
  jsonSchema,
  zodSchema,
  io,
}) => {
  const longest = io === 'input' && zodSchema instanceof z.ZodPipe ? longestText(zodSchema) : null
  if (longest !== null && jsonSchema.type === 'string') jsonSchema.maxLength = longest
}

function longestText(schema: unknown): number | null {
  if (schema instanceof z.ZodPipe) return longestText(schema.out) ?? longestText(schema.in)
  return schema instanceof z.ZodString ? schema.maxLength : null
}

function operation(tag: string, endpoint: Endpoint, registry: ErrorRegistry): ZodOpenApiOperationObject {
  const { allow, summary, body, params, query, method, form } = endpoint
  return {
    operationId: operationId(endpoint),
    summary,
    tags: [tag],
    security: allow === 'everyone' ? [] : [{ token: [] }],
    'x-roles': allow === 'everyone' ? ['public', ...roles] : [...allow],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(method !== 'GET' && { header: writeHeaders }),
    },
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { [form ? 'multipart/form-data' : 'application/json']: { schema: body } },
      },
    }),
    responses: { ...successes(endpoint), ...failures(endpoint, registry) },
  }
}

const writeHeaders = z.object({
  'Idempotency-Key': z.string().min(1).max(200).optional().meta({
    description: 'The same key with the same request gives the first answer again, and does nothing.',
  }),
  'If-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of what is to be changed; 412 if it has changed.' }),
})

/** `PUT /api/teams/{id}` is `putTeamsById`. */
export function operationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace('/api/', '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function successes({ answers, media = 'application/json' }: Endpoint): ZodOpenApiResponsesObject {
  const entries = Object.entries(answers).map(([status, schema]) => {
    const content = schema ?? (media === 'application/json' ? null : z.string())
    return [
      status,
      { description: titles[status] ?? 'Done', ...(content && { content: { [media]: { schema: content } } }) },
    ]
  })
  return Object.fromEntries(entries)
}

/** By status, with the codes it may carry. */
function failures(endpoint: Endpoint, registry: ErrorRegistry): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => registry[code]?.status ?? 500)
  const entries = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${registry[code]?.message}`).join('  \n'),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: { 'application/json': { schema: refusal } },
    },
  ])
  return Object.fromEntries(entries)
}

const retryAfter = z.object({ 'Retry-After': z.int().meta({ description: 'Seconds' }) })

export function codesOf(endpoint: Endpoint): string[] {
  const { allow, beforeGate, ignoresToken, method, params, query, errors = [], limit } = endpoint
  const tokens = ['INVALID_SIGNATURE', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'USER_REMOVED']
  const write = [
    'MALFORMED',
    'STALE',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'INVALID_FIELDS',
    'IDEMPOTENCY_KEY_REUSED',
  ]
  const codes = [
    ...(ignoresToken ? [] : tokens),
    ...(allow === 'everyone' ? [] : ['NO_TOKEN', 'FORBIDDEN']),
    ...(beforeGate ? [] : ['GATE_CLOSED']),
    ...(params ? ['NOT_FOUND'] : []),
    ...(method === 'GET' ? [] : write),
    ...(query ? ['INVALID_FIELDS'] : []),
    ...errors,
    ...(limit && limit !== 'in-handler' ? [limit.refusal ?? 'TOO_MANY_REQUESTS'] : []),
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes)]
}

const titles: Readonly<Record<string, string>> = { 200: 'Here it is', 201: 'Made', 204: 'Done' }
