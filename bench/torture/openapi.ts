import type { Role } from '@ultimate/events/language/roles.ts'

/** As much of a JSON schema as the description of the API uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
}

interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly schema: JsonSchema
}

/** One call, as `/api/openapi.json` describes it. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly callers: readonly Caller[]
  readonly parameters: readonly Parameter[]
  readonly body: { readonly media: string; readonly schema: JsonSchema } | null
}
export type Caller = 'public' | Role

interface DescribedOperation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly 'x-roles': readonly Caller[]
}

/** Every call that the server at `origin` says it answers. */
export async function operationsAt(origin: string): Promise<Operation[]> {
  const answer = await fetch(`${origin}/api/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, DescribedOperation>> }
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([verb, { parameters = [], requestBody, 'x-roles': callers }]) => {
      const method = verb.toUpperCase()
      const [content] = Object.entries(requestBody?.content ?? {})
      const body = content ? { media: content[0], schema: content[1].schema } : null
      return { name: `${method} ${path}`, method, path, callers, parameters, body }
    }),
  )
}

/** What stands at the end of a path of keys in a body: `['pools', 0, 'name']`. */
export type FieldPath = readonly (string | number)[]

/** Every place in a body of this schema where a text may stand. */
export function listTextFields(schema: JsonSchema, path: FieldPath = []): FieldPath[] {
  const { properties = {}, items, anyOf = [], type, format } = schema
  const own = [type ?? []].flat().includes('string') && format !== 'binary' ? [path] : []
  const found = [
    ...own,
    ...Object.entries(properties).flatMap(([name, one]) => listTextFields(one, [...path, name])),
    ...(items ? listTextFields(items, [...path, 0]) : []),
    ...anyOf.flatMap((one) => listTextFields(one, path)),
  ]
  return [...new Map(found.map((field) => [field.join('.'), field])).values()]
}

/** A value that the schema takes; `id` stands for every id. */
export function buildSample(schema: JsonSchema, name: string, id: string): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return buildAnySample(schema.anyOf, name, id)
  const type = [schema.type ?? 'string'].flat()[0] ?? 'string'
  return byType[type]?.(schema, name, id) ?? null
}

function buildAnySample(schemas: readonly JsonSchema[], name: string, id: string): unknown {
  return schemas.some(({ type }) => type === 'null') ? null : buildSample(schemas.at(-1) ?? {}, name, id)
}

const buildNumber = ({ minimum = 1 }: JsonSchema, name: string) => (name === 'size' ? 2 : Math.max(1, minimum))

const byType: Readonly<Record<string, (schema: JsonSchema, name: string, id: string) => unknown>> = {
  object: ({ properties = {} }, _, id) =>
    Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, buildSample(one, key, id)])),
  array: ({ items = {} }, name, id) => [buildSample(items, name, id), ...(name === 'teams' ? [null] : [])],
  integer: buildNumber,
  number: buildNumber,
  boolean: () => true,
  string: sampleText,
}

const texts: readonly (readonly [fits: RegExp, text: string])[] = [
  [/email/i, 'becky@example.org'],
  [/phone/i, '256-555-0142'],
  [/topics/, 'teams'],
  [/password/i, 'turkey and gravy'],
]

function sampleText({ format, pattern = '' }: JsonSchema, name: string, id: string): string {
  if (format === 'uuid' || name === 'teams') return id
  if (format === 'date-time') return '2025-11-22T18:00:00Z'
  if (pattern.includes('[0-5]')) return '18:00'
  if (pattern.includes('\\d{1')) return '1'
  if (pattern.includes('avif')) return `${'0'.repeat(64)}.jpg`
  return texts.find(([fits]) => fits.test(name))?.[1] ?? 'Huck Finns'
}

/** A copy of `sample` with another value at the end of the path; what is missing on the way is made. */
export function withField(sample: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') return [withField((sample as unknown[] | null)?.[key], rest, value)]
  const fields = (sample ?? {}) as Record<string, unknown>
  return { ...fields, [key]: withField(fields[key], rest, value) }
}
