/** A JSON schema, as far as our schemas use it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A schema as people who write TypeScript read it; limits follow in a comment. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map((it) => typeText(it, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((it) => typeText(it, indent)).join(' & ')
  if (schema.properties) return objectText(schema, indent)
  if (schema.items) return `${bracketed(typeText(schema.items, indent))}[]`
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${typeText(schema.additionalProperties, indent)} }`
  return [schema.type ?? 'any'].flat().join(' | ')
}

const bracketed = (text: string): string => (text.includes(' | ') ? `(${text})` : text)

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const limits = describeLimits(schema)
    const optional = required.includes(name) ? '' : '?'
    return `${inner}${name}${optional}: ${typeText(schema, inner)}${limits ? `  // ${limits}` : ''}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function describeLimits({ format, minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    // Zod writes the bounds of a safe integer down, which does not help a reader.
    const [least, most] = [from, to].map((it) => (it !== undefined && Math.abs(it) < Number.MAX_SAFE_INTEGER ? it : ''))
    return least === '' && most === '' ? '' : `${least}..${most}${unit}`
  }
  const limits = [
    format ?? '',
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
  ]
  return limits.filter((it) => it !== '').join(', ')
}
