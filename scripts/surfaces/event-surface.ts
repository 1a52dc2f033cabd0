import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { allEvents } from '../../events/src/all-events.ts'
import type { EventDefinitions } from '../../events/src/language/event.ts'
import type { Accepted } from '../accept.ts'
import { root } from '../docs/commands.ts'
import { listFields, type Schema } from './interface-surface.ts'
import { describeChange, findChanges, type Surface, type SurfaceChange } from './surface.ts'

const file = join(import.meta.dirname, 'recorded', 'events.json')
const shownFile = relative(root, file)

export const readRecordedEvents = (): Surface => JSON.parse(readFileSync(file, 'utf8'))
export const currentEvents = (): Surface => buildEventSurface(allEvents)

/** Lists each field of the data that events store: `{ 'JarOpened.v2.lid': 'required string' }`. */
export function buildEventSurface(events: EventDefinitions): Surface {
  const pieces = Object.entries(events).flatMap(([type, { version, data }]) =>
    listFields(`${type}.v${version}`, z.toJSONSchema(data, { unrepresentable: 'any', override: moveNested }) as Schema),
  )
  return Object.fromEntries(pieces.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Moves the values of records and the choices of discriminated unions to where `listFields` finds them. */
function moveNested({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { additionalProperties, oneOf } = jsonSchema
  if (typeof additionalProperties === 'object') jsonSchema.properties = { '*': additionalProperties }
  if (oneOf) jsonSchema.anyOf = oneOf
  delete jsonSchema.oneOf
  // A type of TypeScript alone: the stored data is the same.
  delete jsonSchema.readOnly
}

/** Returns a sentence for each event whose shape has changed while its version stayed the same. */
export function listReshaped(current: Surface, recorded: Surface): string[] {
  const changes = findChanges(recorded, current).filter(
    (change) => versionOf(change) in current && versionOf(change) in recorded,
  )
  return [...Map.groupBy(changes, versionOf)].map(
    ([version, ofIt]) =>
      `${version} was recorded with another shape (${ofIt.map(describeChange).join('; ')}): raise its version and add ` +
      `an upcaster, or delete its lines in ${shownFile} if no site has stored it yet.`,
  )
}

/** `JarOpened.v2.lid` is a field of `JarOpened.v2`. */
const versionOf = ({ name }: Pick<SurfaceChange, 'name'>): string => name.split('.', 2).join('.')

/** Records the shapes of all events, unless one changed without a new version: stored data could not be read as it. */
export function acceptEventSurface(): Accepted {
  const [current, recorded] = [currentEvents(), readRecordedEvents()]
  const problems = listReshaped(current, recorded)
  if (problems.length > 0) return { changes: [], problems }
  writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`)
  const versions = Object.keys(current).filter((name) => versionOf({ name }) === name && !(name in recorded))
  return { changes: versions.map((version) => `${shownFile}: ${version} is new`), problems }
}
