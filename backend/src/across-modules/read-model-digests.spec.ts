/// <reference types="vite/types/importMeta.d.ts" />
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReadModel } from '../platform/event-store/read-model.ts'
import { foldEvent, startFold } from '../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../platform/event-store/recorded-event.ts'
import { categoryOf } from '../platform/event-store/registry.ts'
import { definitionOf } from '../platform/event-store/tables/definitions.ts'
import digests from './read-model-digests.json' with { type: 'json' }
import { eventOf, nameOf, recordedFiles, recordedStreams } from './recorded-streams.fixture.ts'

/** What is stored of a read model: the digests of its shape, of the events that it was folded from, and of the rows. */
interface Digest {
  readonly version: number
  readonly shape: string
  readonly events: string
  readonly rows: string
}
const stored: Readonly<Record<string, Digest>> = digests
const file = 'backend/src/across-modules/read-model-digests.json'

const isReadModel = (value: unknown): value is ReadModel =>
  typeof value === 'object' && value !== null && 'table' in value && 'evolve' in value

/** Found on disk, so that none can be forgotten here; imported, so that who asks for the tests of one finds this file. */
const readModels = Object.entries(
  import.meta.glob<Readonly<Record<string, unknown>>>('../*/read/**/*.view.ts', { eager: true }),
).flatMap(([path, exported]) =>
  Object.values(exported).flatMap((value) =>
    isReadModel(value) ? [{ path: join('backend/src/across-modules', path), value }] : [],
  ),
)

const streamsOf = (category: string) =>
  Object.entries(recordedStreams).filter(([stream]) => categoryOf(stream) === category)

/** Everything of a category twice: as it was recorded, and after all people in it were forgotten. */
function historiesOf(category: string): RecordedEvent[][] {
  return [false, true].map((isForgotten) =>
    streamsOf(category).flatMap(([stream, steps]) =>
      steps.map((step, index) => eventOf(stream, step, index, isForgotten)),
    ),
  )
}

function rowsOf(model: ReadModel): object[][] {
  return historiesOf(model.category).map((events) => {
    const fold = startFold(model)
    for (const event of events) foldEvent(fold, event)
    return [...fold.rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  })
}

const inOrderOfKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, inOrderOfKeys)).digest('hex').slice(0, 16)

/** As they are stored: what upcasters make of them is the work of code, as the rows are. */
const storedEventsOf = (category: string): object[] =>
  streamsOf(category).map(([stream, steps]) => [stream, steps.map((step) => [step, recordedFiles.get(nameOf(step))])])

function currentOf(model: ReadModel): Digest {
  const { version, shape } = definitionOf(model)
  return { version, shape, events: digestOf(storedEventsOf(model.category)), rows: digestOf(rowsOf(model)) }
}

const entry = (table: string, digest: Digest): string => `\n\n  "${table}": ${JSON.stringify(digest)}\n`

/** What has to be done so that a deploy does not leave stale rows; null where all is well. */
function complaint(table: string, path: string, now: Digest, before: Digest | undefined): string | null {
  if (before === undefined || now.version > before.version)
    return `${table} is new in version ${now.version}. Store its digest in ${file}:${entry(table, now)}`
  if (now.version < before.version)
    return `${table} was in version ${before.version} already. Raise the version in ${path}.`
  const isOtherwise = now.shape !== before.shape || (now.rows !== before.rows && now.events === before.events)
  const raised = { ...now, version: now.version + 1 }
  if (isOtherwise)
    return (
      `${table} has other ${now.shape === before.shape ? 'rows' : 'columns or constraints'} under the same version: ` +
      `databases that have it would keep the old ones. Raise its version in ${path} to ${raised.version}, and store the ` +
      `new digest in ${file}:${entry(table, raised)}`
    )
  if (now.events === before.events) return null
  return (
    `${table} is folded from other events than those whose digest is stored. Where its projection has changed as well, ` +
    `or folds a new event, raise its version in ${path}. Store the new digest in ${file}:${entry(table, now)}`
  )
}

describe('the rows of a read model', () => {
  it.each(readModels.map(({ path, value }) => ({ path, model: value, table: value.table })))(
    'are those of its version: $table',
    ({ path, model, table }) => {
      const now = currentOf(model)
      const problem = complaint(table, path, now, stored[table])
      if (problem !== null) expect.fail(problem)
    },
  )

  it('have a digest only where there is a read model', () => {
    expect(Object.keys(stored)).toEqual(readModels.map(({ value }) => value.table).toSorted())
  })

  it('come from every event ever recorded', () => {
    const used = new Set(Object.values(recordedStreams).flat().map(nameOf))
    const missing = [...recordedFiles.keys()].filter((name) => !used.has(name))
    expect(missing, 'Put them into a stream of backend/src/across-modules/recorded-streams.fixture.ts').toEqual([])
  })
})

describe('a digest', () => {
  const before: Digest = { version: 1, shape: 'shape', events: 'events', rows: 'rows' }
  const said = (now: Partial<Digest>) => complaint('teams', 'teams.view.ts', { ...before, ...now }, before)

  it('is content with what is stored', () => expect(said({})).toBeNull())
  it.each<[string, Partial<Digest>, RegExp]>([
    ['other rows', { rows: 'other' }, /other rows under the same version.*view\.ts to 2/s],
    ['another shape', { shape: 'other' }, /other columns or constraints.*view\.ts to 2/s],
    ['a raised version without its digest', { version: 2 }, /new in version 2. Store its digest/],
    ['a lowered version', { version: 0 }, /was in version 1 already/],
    ['other events', { events: 'other', rows: 'other' }, /folded from other events/],
  ])('complains of %s', (_, now, words) => expect(said(now)).toMatch(words))
})
