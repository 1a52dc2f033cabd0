import { DomainError, type ErrorDefinition } from '@ultimate/events/language/domain-error.ts'
import type { EventDefinition } from '@ultimate/events/language/event.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Module } from '../module.ts'
import type { ActorSubjects } from './people.ts'
import type { ReadModel } from './read-model.ts'

/** The part of a module that concerns the store. */
export type StoredModule = Pick<Module, 'name' | 'events' | 'categories' | 'errors' | 'readModels'> &
  Pick<Module, 'tables' | 'retiredReadModels' | 'actorSubjects'>

/** What the modules declare, by the names under which the store meets it. */
export interface Registry {
  readonly readModels: readonly ReadModel[]
  /** Tables of read models that earlier releases had. */
  readonly retiredReadModels: readonly string[]
  /** By type. */
  readonly events: ReadonlyMap<string, EventDefinition>
  readModelsOf(category: string): readonly ReadModel[]
  /** Undefined for an event in the log that no module knows any more. */
  definitionOf(type: string): EventDefinition | undefined
  errorOf(code: string): DomainError
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
  const definitions = new Map<string, EventDefinition>()
  const errors = new Map<string, ErrorDefinition>(Object.entries(platformErrors.registry))
  const readModels = modules.flatMap((module) => module.readModels)
  const byCategory = Map.groupBy(readModels, (model) => model.category)
  const tables = new Set<string>()
  for (const module of modules) {
    for (const [type, definition] of Object.entries(module.events)) {
      if (definitions.has(type)) throw new Error(`Two modules declare the event ${type}`)
      definitions.set(type, definition)
    }
    for (const [code, kind] of Object.entries(module.errors)) errors.set(code, kind)
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
    errorOf: (code) => new DomainError(code, errors.get(code)?.message ?? code),
  }
}
