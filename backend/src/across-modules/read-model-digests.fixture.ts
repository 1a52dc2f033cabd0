import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadModel } from '@ultimate/event-store/read-model.ts'
import { foldEvent, startFold } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { defineReadModel } from '@ultimate/event-store/tables/definitions.ts'
import { buildEvent, nameOf, recordedFiles, recordedStreams } from './recorded-streams.fixture.ts'

/** The stored digests of a read model: of its shape, of the events that it was folded from, and of its rows. */
export interface Digest {
  readonly version: number
  readonly shape: string
  /** The names of the recorded streams that the rows are folded from, with a space between them. */
  readonly streams: string
  readonly events: string
  readonly rows: string
}

export const digestsFile = join(import.meta.dirname, 'read-model-digests.json')

/** Reads the stored digests by table. */
export const readDigests = (): Readonly<Record<string, Digest>> => JSON.parse(readFileSync(digestsFile, 'utf8'))

export interface FoundReadModel {
  readonly path: string
  readonly model: ReadModel
}

const isReadModel = (value: unknown): value is ReadModel =>
  typeof value === 'object' && value !== null && 'table' in value && 'evolve' in value

/** The read models among what files export, by path. */
export const findReadModels = (exportsOf: Readonly<Record<string, object>>): FoundReadModel[] =>
  Object.entries(exportsOf).flatMap(([path, exported]) =>
    Object.values(exported)
      .filter(isReadModel)
      .map((model) => ({ path, model })),
  )

type Streams = readonly (readonly [string, (typeof recordedStreams)[string]])[]

/** All events of the streams twice: as they were recorded, and after all people in them were forgotten. */
function buildHistories(streams: Streams): RecordedEvent[][] {
  return [false, true].map((isForgotten) =>
    streams.flatMap(([stream, steps]) => steps.map((step, index) => buildEvent(stream, step, index, isForgotten))),
  )
}

function buildRows(model: ReadModel, streams: Streams): object[][] {
  return buildHistories(streams).map((events) => {
    const fold = startFold(model)
    for (const event of events) foldEvent(fold, event)
    return [...fold.rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  })
}

const inOrderOfKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
const computeDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, inOrderOfKeys)).digest('hex').slice(0, 16)

/** Lists the events as they are stored, before upcasters: like the rows, upcast events depend on code. */
const listStoredEvents = (streams: Streams): object[] =>
  streams.map(([stream, steps]) => [stream, steps.map((step) => [step, recordedFiles.get(nameOf(step))])])

/** Computes the digest of a read model as it is now; from these recorded streams alone, if they are given. */
export function currentDigest(model: ReadModel, only?: readonly string[]): Digest {
  const { version, shape } = defineReadModel(model)
  const streams = Object.entries(recordedStreams).filter(
    ([stream]) => categoryOf(stream) === model.category && (only?.includes(stream) ?? true),
  )
  return {
    version,
    shape,
    streams: streams.map(([stream]) => stream).join(' '),
    events: computeDigest(listStoredEvents(streams)),
    rows: computeDigest(buildRows(model, streams)),
  }
}

/** Explains a digest that differs from the stored one of its read model; null for the same one. */
export function judgeReadModel(model: ReadModel, before: Digest | undefined): ReturnType<typeof judgeDigest> {
  return judgeDigest(currentDigest(model), before, before && currentDigest(model, before.streams.split(' ')))
}

/**
 * Explains a digest that differs, with the version that leaves no stale rows after a deploy; null for the same one.
 * `again` is folded now from the streams of the digest before, because streams that were only added change no old row.
 */
export function judgeDigest(
  now: Digest,
  before: Digest | undefined,
  again: Digest = now,
): { because: string; version: number } | null {
  if (before === undefined || now.version > before.version)
    return { because: `is new in version ${now.version}`, version: now.version }
  const raised = before.version + 1
  if (now.shape !== before.shape)
    return { because: `has other columns or constraints than version ${before.version}`, version: raised }
  if (again.rows !== before.rows) {
    const cause = again.events === before.events ? '' : ', maybe only because it is folded from other events,'
    return { because: `has other rows${cause} than version ${before.version}`, version: raised }
  }
  if (now.events !== before.events)
    return { because: 'has the same rows, folded from other events', version: before.version }
  if (now.version < before.version)
    return { because: `was in version ${before.version} already`, version: before.version }
  return null
}

/** The source of a read model with another version. */
export const withVersion = (source: string, table: string, version: number): string =>
  source.replace(new RegExp(`(table: '${table}',\\s+version: )\\d+`), `$1${version}`)
