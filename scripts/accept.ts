import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import {
  currentDigest,
  digestsFile,
  findReadModels,
  judgeReadModel,
  readDigests,
  withVersion,
} from '../backend/src/across-modules/read-model-digests.fixture.ts'
import { eventsOfModules } from '../events/src/all-events.ts'
import type { EventDefinition } from '../events/src/language/event.ts'
import { root } from './docs/commands.ts'
import { acceptGeneratedPages } from './docs/generated-pages.ts'
import { acceptEventSurface } from './surfaces/event-surface.ts'
import { acceptSurfaces } from './surfaces/recorded-surfaces.ts'

/** The changes of accepting, and the problems that it cannot solve; each a sentence with its reason. */
export interface Accepted {
  readonly changes: readonly string[]
  readonly problems: readonly string[]
}

/** Stores the digests of all read models, and raises the versions of those with other rows. */
async function acceptDigests(): Promise<Accepted> {
  const paths = globSync('backend/src/*/read/**/*.view.ts', { cwd: root })
  const files = await Promise.all(paths.map(async (path) => [path, await import(join(root, path))] as const))
  const before = readDigests()
  const changes: string[] = []
  const digests = findReadModels(Object.fromEntries(files)).map(({ path, model }) => {
    const current = currentDigest(model)
    const change = judgeReadModel(model, before[model.table])
    if (change === null) return [model.table, current] as const
    if (change.version !== current.version) {
      const file = join(root, path)
      writeFileSync(file, withVersion(readFileSync(file, 'utf8'), model.table, change.version))
      changes.push(`${path}: version ${change.version}, because ${model.table} ${change.because}`)
    } else changes.push(`${relative(root, digestsFile)}: ${model.table} ${change.because}`)
    return [model.table, { ...current, version: change.version }] as const
  })
  for (const table of Object.keys(before))
    if (digests.every(([name]) => name !== table))
      changes.push(`${relative(root, digestsFile)}: ${table} is gone. Name it in the module's retiredReadModels.`)
  const sorted = digests.toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (changes.length > 0) writeFileSync(digestsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return { changes, problems: [] }
}

type Schema = z.core.JSONSchema.BaseSchema

/** Builds an event as it would be stored, with the simplest data. Null where the event's schema rejects that data. */
export function buildExample(type: string, { version, data }: EventDefinition): object | null {
  const sample = buildSample(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any', reused: 'inline' }))
  return data.safeParse(sample).success ? { type, version, data: sample } : null
}

/** Valid texts by the format that a schema asks for. */
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
 * Writes an example of each event version that has none. A recorded example is never rewritten, because such events may
 * be stored somewhere.
 */
function acceptRecordedExamples(): Accepted {
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
        `${file}: ${type} is new in version ${definition.version}. Give it realistic data, and a stream of its own in ` +
          'backend/src/across-modules/recorded-streams.fixture.ts.',
      )
    }
  return accepted
}

/**
 * `npm run accept`: stores all that is derived from the current code, and prints why each of it changed. These are
 * recorded examples and shapes of events, digests and versions of read models, versions and surfaces of the kit and the
 * interfaces, and the generated pages. Its output belongs in the review of the change.
 */
if (import.meta.main) {
  // The examples first: the rows of read models are folded from them.
  const examples = acceptRecordedExamples()
  const accepted = [
    examples,
    await acceptDigests(),
    acceptEventSurface(),
    acceptSurfaces(),
    await acceptGeneratedPages(),
  ]
  const changes = accepted.flatMap((result) => result.changes)
  const problems = accepted.flatMap((result) => result.problems)
  console.log(changes.length > 0 ? changes.join('\n') : 'Nothing derived has changed.')
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  }
}
