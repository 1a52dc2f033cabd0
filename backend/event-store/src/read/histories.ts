import type { ISql } from 'postgres'
import { type HistoryRange, maxHistory, type PastEvent } from '../event-log.ts'
import { decodeLazily, type Keys, subjectsToUnseal } from '../personal-data/event-codec.ts'
import type { Registry } from '../registry.ts'
import type { Reader, StoredRow } from './read-stream.ts'

const aboveAllVersions = 2 ** 31 - 1

/** The first event of each stream and, without these types, its last ones, in order; decrypted once they are looked at. */
export async function readHistories(
  sql: ISql,
  { registry, keys }: Reader,
  ranges: readonly HistoryRange[],
  withoutTypes: readonly string[],
): Promise<PastEvent[]> {
  if (ranges.length === 0) return []
  const columns = `position, stream, version, type, schema_version, data::text as data`
  const text = `select stream, version, type, schema_version as "schemaVersion", data,
      (select forgets from event_log) as forgets
    from unnest($1::text[], $2::text[]::int[]) as wanted(name, below)
    cross join lateral (
      (select ${columns} from events where stream = wanted.name and version = 1)
      union all
      (select ${columns} from events where stream = wanted.name and version > 1 and version < wanted.below
        and type <> all($3::text[]) order by version desc limit ${maxHistory})
    ) as history
    order by stream, version`
  const streams = ranges.map(({ stream }) => stream)
  const below = ranges.map(({ before }) => String(before ?? aboveAllVersions))
  const rows = await sql.unsafe<PastRow[]>(text, [streams, below, [...withoutTypes]], { prepare: true })
  const past = rows.map((row) => new LazyEvent(registry, row))
  const sealed = past.flatMap((event) => {
    const subjects = event.subjects()
    return subjects.length > 0 ? [{ event, subjects }] : []
  })
  if (sealed.length === 0) return past
  const found = await keys.find([...new Set(sealed.flatMap(({ subjects }) => subjects))], rows[0]?.forgets)
  // An event gets only its own keys, because it may stay in memory for longer than the others.
  for (const { event, subjects } of sealed) event.keys = pickKeys(found, subjects)
  return past
}

function pickKeys(found: Keys, subjects: readonly string[]): Keys {
  const picked = subjects.flatMap((subject) => {
    const key = found.get(subject)
    return key ? [[subject, key] as const] : []
  })
  return new Map(picked)
}

const noKeys: Keys = new Map()

interface PastRow extends Pick<StoredRow, 'stream' | 'version' | 'type' | 'schemaVersion' | 'forgets'> {
  readonly data: string
}

/** Parses and decrypts its data at the first look. Of most events only the type is read: to parse all takes ten times as long. */
class LazyEvent implements PastEvent {
  readonly stream: string
  readonly version: number
  readonly type: string
  keys: Keys = noKeys
  readonly #registry: Registry
  readonly #schemaVersion: number
  #data: string | Record<string, unknown>
  #isDecoded = false

  constructor(registry: Registry, { stream, version, type, schemaVersion, data }: PastRow) {
    this.stream = stream
    this.version = version
    this.type = type
    this.#registry = registry
    this.#schemaVersion = schemaVersion
    this.#data = data
  }

  #parsed(): Record<string, unknown> {
    if (typeof this.#data === 'string') this.#data = JSON.parse(this.#data) as Record<string, unknown>
    return this.#data
  }

  /** Returns the subjects whose keys are needed to read this. */
  subjects(): readonly string[] {
    if (!this.#registry.definitionOf(this.type)?.personal) return []
    const { stream, type } = this
    return subjectsToUnseal(this.#registry, [
      { stream, type, schemaVersion: this.#schemaVersion, data: this.#parsed() },
    ])
  }

  get data(): Readonly<Record<string, unknown>> {
    const { stream, type, keys } = this
    const data = this.#parsed()
    if (this.#isDecoded) return data
    this.#isDecoded = true
    this.#data = decodeLazily(this.#registry, { stream, type, schemaVersion: this.#schemaVersion, data }, keys)
    return this.#data
  }
}
