import type { ActorSubjects } from './people.ts'
import type { OwnTable, ReadModel } from './read-model.ts'

/**
 * A field of an event's data about one person. The store encrypts it with that person's own key. When the key is deleted,
 * readers get `forgotten` in its place. `subject` names the person, from the data and the stream. Without it the person
 * exists in this stream alone (`<stream>/<field>`).
 */
export interface PersonalField {
  readonly forgotten: unknown
  readonly subject?: (data: never, stream: string) => string
}

/** The stored form of an event. `upcast[n]` turns data stored as version n into version n + 1. */
export interface StoredDefinition {
  readonly version: number
  /** A schema of zod, or another that throws for data that breaks it. */
  readonly data: { parse(data: unknown): unknown }
  readonly personal?: Readonly<Record<string, PersonalField>>
  readonly upcast?: Readonly<Record<number, (data: never) => unknown>>
}

/** Events that have an index of their own, by edition or stream, and then in the log's order. */
export interface IndexedEvents {
  /** Unique among all modules. Change the name when the rest changes, because an existing index is not built anew. */
  readonly name: string
  readonly by: 'edition' | 'stream'
  readonly types: readonly string[]
  /** Only events whose data has these values, in fields that are not personal. */
  readonly data?: Readonly<Record<string, string>>
}

/** The events and tables that a module of the product stores. */
export interface StoredModule {
  readonly name: string
  /** The definitions, by type. */
  readonly events: Readonly<Record<string, StoredDefinition>>
  /** Stream categories (`team` for `team-<id>`) that belong to this module. */
  readonly categories: readonly string[]
  /** Those of the categories that events of other streams name, in a field `<category>Id`. */
  readonly referencedCategories?: readonly string[]
  /** Groups of events that are few in the log, so that an index of their own finds them. */
  readonly indexed?: readonly IndexedEvents[]
  readonly readModels: readonly ReadModel[]
  /** Tables of read models that earlier releases had: the next start drops them. */
  readonly retiredReadModels?: readonly string[]
  /** Declared where the names of actors are personal data; only one module may declare it. */
  readonly actorSubjects?: ActorSubjects
  readonly tables?: readonly OwnTable[]
}

/** The declarations of all modules, by category and by type of event. */
export interface Registry {
  readonly readModels: readonly ReadModel[]
  /** Tables of read models that earlier releases had. */
  readonly retiredReadModels: readonly string[]
  /** The definitions, by type. */
  readonly events: ReadonlyMap<string, StoredDefinition>
  readModelsOf(category: string): readonly ReadModel[]
  /** Undefined for an event in the log that no module knows any more. */
  definitionOf(type: string): StoredDefinition | undefined
  readonly actors: ActorSubjects
}

/** `team` of `team-<id>`; a stream without a dash is a category of its own. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-')
  return dash === -1 ? stream : stream.slice(0, dash)
}

const unnamedActors: ActorSubjects = { subjectOf: () => null, idOf: () => null }
const none: readonly ReadModel[] = []

export function createRegistry(modules: readonly StoredModule[]): Registry {
  const definitions = new Map<string, StoredDefinition>()
  const readModels = modules.flatMap((module) => module.readModels)
  const byCategory = Map.groupBy(readModels, (model) => model.category)
  const tables = new Set<string>()
  for (const module of modules) {
    for (const [type, definition] of Object.entries(module.events)) {
      if (definitions.has(type)) throw new Error(`Two modules declare the event ${type}`)
      definitions.set(type, definition)
    }
  }
  for (const { table, category } of readModels) {
    if (tables.has(table)) throw new Error(`Two read models share the table ${table}`)
    tables.add(table)
    if (!modules.some((module) => module.categories.includes(category)))
      throw new Error(`The read model ${table} follows "${category}", which is no module's category`)
  }
  return {
    readModels,
    retiredReadModels: modules.flatMap((module) => module.retiredReadModels ?? []),
    events: definitions,
    readModelsOf: (category) => byCategory.get(category) ?? none,
    definitionOf: (type) => definitions.get(type),
    actors: modules.find(({ actorSubjects }) => actorSubjects)?.actorSubjects ?? unnamedActors,
  }
}
