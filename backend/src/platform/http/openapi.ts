import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { errorAnswer } from '@ultimate/events/platform/api.ts'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'

/** The endpoints of a module, or of the platform. */
interface DocumentedModule {
  readonly name: string
  readonly description?: string | undefined
  /** The version of the module's interface, for parts that declare which version they need. */
  readonly version?: string | undefined
  readonly endpoints: readonly Endpoint[]
}

export type OpenApiDocument = ReturnType<typeof createDocument>

const domainError = errorAnswer.meta({ id: 'DomainError', description: '`message` and `error` are the same sentence.' })

interface DocumentRules {
  readonly registry: ErrorRegistry
  /** The roles that an endpoint may allow. */
  readonly roles: readonly string[]
}

/** Returns the document in OpenAPI 3.1, made from the schemas that validate the requests. */
export function openApiDocument(modules: readonly DocumentedModule[], context: DocumentRules): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const { name, endpoints } of modules) {
    for (const endpoint of endpoints) {
      const operations = paths[endpoint.path] ?? {}
      operations[endpoint.method.toLowerCase()] = toOperation(name, endpoint, context)
      paths[endpoint.path] = operations
    }
  }
  const description: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'API of the site',
      version: '1.0.0',
      description: 'All calls of the site. Every error is answered with a `DomainError`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that serves this description' }],
    tags: modules.map(({ name, description = name, version }) => ({
      name,
      description,
      ...(version && { 'x-version': version }),
    })),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token in the answer to signing in.',
        },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  }
  return createDocument(description, { override: describeMaxLength })
}

/** Adds the maximum length of texts that are trimmed before they are measured, which the schema of the input lacks. */
const describeMaxLength: NonNullable<NonNullable<Parameters<typeof createDocument>[1]>['override']> = ({
  jsonSchema,
  zodSchema,
  io,
}) => {
  const maxLength = io === 'input' && zodSchema instanceof z.ZodPipe ? findMaxLength(zodSchema) : null
  if (maxLength !== null && jsonSchema.type === 'string') jsonSchema.maxLength = maxLength
}

function findMaxLength(schema: unknown): number | null {
  if (schema instanceof z.ZodPipe) return findMaxLength(schema.out) ?? findMaxLength(schema.in)
  return schema instanceof z.ZodString ? schema.maxLength : null
}

function toOperation(tag: string, endpoint: Endpoint, { registry, roles }: DocumentRules): ZodOpenApiOperationObject {
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
        content: Object.fromEntries(listMedia(form).map((media) => [media, { schema: body }])),
      },
    }),
    responses: { ...buildSuccesses(endpoint), ...buildFailures(endpoint, registry) },
  }
}

const listMedia = (form: Endpoint['form']): string[] => [
  ...(form ? ['multipart/form-data'] : []),
  ...(!form || form.orJson ? ['application/json'] : []),
]

const writeHeaders = z.object({
  'Idempotency-Key': z.string().min(1).max(200).optional().meta({
    description: 'A request that is repeated under its key gets the first answer again and changes nothing.',
  }),
  Prefer: z.string().optional().meta({
    description:
      '`handling=lenient` leaves out fields of the body that the call does not know, instead of refusing them.',
  }),
  'If-Match': z.string().optional().meta({
    description: 'The `ETag` of the version that is to be changed. If there is a newer one, the answer is 412.',
  }),
})

/** Returns `putTeamsById` for `PUT /api/teams/{id}`. */
export function operationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace('/api/', '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function buildSuccesses({ method, answers, media = 'application/json' }: Endpoint): ZodOpenApiResponsesObject {
  const entries = Object.entries(answers).map(([status, schema]) => {
    const content = schema ?? (media === 'application/json' ? null : z.string())
    return [
      status,
      { description: describeSuccess(method, status), ...(content && { content: { [media]: { schema: content } } }) },
    ]
  })
  return Object.fromEntries(entries)
}

/** Returns the failures by status, with the codes that each may carry. */
function buildFailures(endpoint: Endpoint, registry: ErrorRegistry): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(listCodes(endpoint), (code) => registry[code]?.status ?? 500)
  const entries = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${registry[code]?.message}`).join('  \n'),
      ...([425, 429, 503].includes(Number(status)) ? { headers: retryAfter } : {}),
      content: { 'application/json': { schema: domainError } },
    },
  ])
  return Object.fromEntries(entries)
}

const retryAfter = z.object({
  'Retry-After': z.int().meta({ description: 'Seconds after which a repetition may succeed.' }),
})

function listCodes(endpoint: Endpoint): string[] {
  const { allow, beforeGate, ignoresToken, method, params, query, errors = [], limit } = endpoint
  const tokens = ['INVALID_SIGNATURE', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'USER_REMOVED']
  const write = [
    'MALFORMED',
    'STALE',
    'TOO_SLOW',
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
    ...(limit && limit !== 'in-handler' ? [limit.error ?? 'TOO_MANY_REQUESTS'] : []),
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes)]
}

function describeSuccess(method: Endpoint['method'], status: string): string {
  if (status === '201') return 'The resource was created; the body shows it.'
  if (status === '204') return 'The call succeeded; there is no body.'
  return method === 'GET' ? 'The body shows the current state.' : 'The call succeeded; the body shows the result.'
}
