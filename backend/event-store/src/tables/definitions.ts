import { createHash } from 'node:crypto'
import type { ISql } from 'postgres'
import type { ReadModel } from '../read-model.ts'
import type { Registry } from '../registry.ts'
import { quoted } from './read-model-table.ts'

/** One read model as a release defines it: the version of its rows, and a hash of its columns and constraints. */
export interface ReadModelDefinition {
  readonly version: number
  readonly shape: string
}

/**
 * The read models that a release folds from the log, and the events that it understands. Newer ones fence off older
 * releases (docs/decisions/0010).
 */
export interface Definitions {
  /** The definitions, by table. */
  readonly readModels: Readonly<Record<string, ReadModelDefinition>>
  /** Version by type. */
  readonly events: Readonly<Record<string, number>>
}

/** The version of a removed read model: above all others, so that an older release notices that it is older. */
const retired: ReadModelDefinition = { version: 2 ** 31 - 1, shape: 'retired' }

export function collectDefinitions({ readModels, retiredReadModels, events }: Registry): Definitions {
  return {
    readModels: Object.fromEntries([
      ...retiredReadModels.map((table) => [table, retired] as const),
      ...readModels.map((model) => [model.table, defineReadModel(model)] as const),
    ]),
    events: Object.fromEntries([...events].map(([type, { version }]) => [type, version])),
  }
}

export function defineReadModel({ version, category, columns, constraints = [] }: ReadModel): ReadModelDefinition {
  const text = JSON.stringify([category, columns, constraints])
  return { version, shape: createHash('sha256').update(text).digest('hex').slice(0, 16) }
}

/** The definitions of the release that wrote the read models last, and the token of its appends. */
export interface StoredDefinitions extends Definitions {
  readonly fencingToken: number
}

/** Reads all in one statement, so that the token belongs to these definitions. */
export async function readDefinitions(sql: ISql): Promise<StoredDefinitions> {
  const [stored] = await sql<StoredDefinitions[]>`
    select fencing_token as "fencingToken",
      (select coalesce(json_object_agg("table", json_build_object('version', version, 'shape', shape)), '{}')
        from read_model_definitions) as "readModels",
      (select coalesce(json_object_agg(type, version), '{}') from event_definitions) as events
    from event_log`
  if (!stored) throw new Error('The event store has not been set up')
  return stored
}

export const areSame = (one: Definitions, other: Definitions): boolean =>
  Object.keys(one.readModels).length === Object.keys(other.readModels).length &&
  outdatedTables(one, other).length === 0 &&
  areSameEvents(one.events, other.events)

function areSameEvents(one: Definitions['events'], other: Definitions['events']): boolean {
  const types = Object.keys(one)
  return types.length === Object.keys(other).length && types.every((type) => one[type] === other[type])
}

const isRetired = ({ readModels }: Definitions, table: string): boolean =>
  readModels[table]?.version === retired.version

const isSame = (one: ReadModelDefinition, other: ReadModelDefinition | undefined): boolean =>
  one.version === other?.version && one.shape === other.shape

/** The read models of `own` whose stored definition differs or is missing. */
export const outdatedTables = (stored: Definitions, own: Definitions): string[] =>
  Object.entries(own.readModels).flatMap(([table, definition]) =>
    isSame(definition, stored.readModels[table]) ? [] : [table],
  )

/** Describes what the stored definitions have beyond `own`: not empty where a newer release has run. */
export function newerThan(own: Definitions, stored: Definitions): string[] {
  const tables = Object.entries(stored.readModels).flatMap(([table, { version }]) => {
    const known = own.readModels[table]
    if (version === retired.version) return known && known.version < version ? [`no read model ${table} any more`] : []
    if (!known) return [`the read model ${table}, unknown here`]
    return version > known.version ? [`the read model ${table} in version ${version}, here ${known.version}`] : []
  })
  const events = Object.entries(stored.events).flatMap(([type, version]) => {
    const known = own.events[type]
    if (known === undefined) return [`the event ${type}, unknown here`]
    return version > known ? [`the event ${type} in version ${version}, here ${known}`] : []
  })
  return [...tables, ...events]
}

/**
 * Makes the database this release's: stores the definitions of its events and of the read models in `built`, drops the
 * tables of read models that it does not have, and fences off every backend of another release. Changes nothing where the
 * database is this release's already. Expects a lock on `events`, so that no earlier append still runs.
 */
export async function takeOver(tx: ISql, own: Definitions, built: readonly string[]): Promise<void> {
  const stored = await readDefinitions(tx)
  const unknown = Object.keys(stored.readModels).filter((table) => !(table in own.readModels))
  const changed = outdatedTables(stored, own).filter((table) => built.includes(table) || isRetired(own, table))
  if (unknown.length === 0 && changed.length === 0 && areSameEvents(stored.events, own.events)) return
  for (const table of [...unknown, ...changed.filter((table) => isRetired(own, table))])
    await tx.unsafe(`drop table if exists ${quoted(table)}`)
  await tx`delete from read_model_definitions where "table" = any(${[...unknown, ...changed]}::text[])`
  for (const table of changed) {
    const { version, shape } = own.readModels[table] as ReadModelDefinition
    await tx`
      insert into read_model_definitions ("table", version, shape) values (${table}, ${version}, ${shape})`
  }
  await tx`delete from event_definitions`
  await tx`
    insert into event_definitions (type, version)
    select key, value::int from json_each_text(${JSON.stringify(own.events)}::text::json)`
  await tx`update event_log set fencing_token = fencing_token + 1`
}
