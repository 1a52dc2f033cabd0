import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { eventsOfModules } from '../../events/src/all-events.ts'
import type { EventDefinition } from '../../events/src/language/event.ts'
import { root } from '../docs/declarations.ts'
import type { Accepted } from './accepted.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** An event as it would be stored, with the simplest data that its schema takes; null where the schema asks for more. */
export function buildExample(type: string, { version, data }: EventDefinition): object | null {
  const sample = buildSample(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any', reused: 'inline' }))
  return data.safeParse(sample).success ? { type, version, data: sample } : null
}

const texts: Readonly<Record<string, string>> = {
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc96401',
  'date-time': '2025-11-22T23:10:00.000Z',
  date: '2025-11-22',
  email: 'becky@example.org',
  uri: 'https://example.org/',
}

function buildSample(schema: Schema): unknown {
  const { format = '', anyOf, oneOf, properties = {}, items, minItems = 1 } = schema
  const [type] = [schema.type].flat()
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = anyOf ?? oneOf ?? []
  if (choice) return buildSample(choice as Schema)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, buildSample(field as Schema)]))
  if (schema.prefixItems) return schema.prefixItems.map((item) => buildSample(item as Schema))
  if (type === 'array') return Array.from({ length: minItems }, () => buildSample(items as Schema))
  if (type === 'string') return texts[format] ?? 'gravy'.padEnd(schema.minLength ?? 0, '!')
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  return type === 'boolean' ? true : null
}

/**
 * Writes an example of each event version that has none. A recorded example is never rewritten: it stands for what is
 * stored somewhere.
 */
export function acceptRecordedExamples(): Accepted {
  const accepted = { changes: [] as string[], problems: [] as string[] }
  for (const [module, definitions] of Object.entries(eventsOfModules))
    for (const [type, definition] of Object.entries(definitions)) {
      const file = `events/src/${module}/recorded/${type}.v${definition.version}.json`
      if (existsSync(join(root, file))) continue
      const example = buildExample(type, definition)
      if (example === null) {
        accepted.problems.push(`${file}: write this example by hand, because no simple value fits the schema.`)
        continue
      }
      writeFileSync(join(root, file), `${JSON.stringify(example, null, 2)}\n`)
      accepted.changes.push(
        `${file}: ${type} is new in version ${definition.version}. Give it realistic data, and a place in a stream of ` +
          'backend/src/across-modules/recorded-streams.fixture.ts.',
      )
    }
  return accepted
}
