import type { EventDefinition } from '@ultimate/events/language/event.ts'
import { Refusal, type RefusalKind } from '@ultimate/events/language/refusal.ts'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { Module } from '../module.ts'
import type { ReadModel } from './read-model.ts'

/** The part of a module that concerns the store. */
export type StoredModule = Pick<Module, 'name' | 'events' | 'categories' | 'refusals' | 'readModels'> &
  Pick<Module, 'tables' | 'retiredReadModels'>

/** What the modules declare, by the names under which the store meets it. */
export interface Catalogue {
  readonly readModels: readonly ReadModel[]
  /** Tables of read models that earlier releases had. */
  readonly retiredReadModels: readonly string[]
  /** By type. */
  readonly events: ReadonlyMap<string, EventDefinition>
  readModelsOf(category: string): readonly ReadModel[]
  /** Undefined for an event in the log that no module knows any more. */
  definitionOf(type: string): EventDefinition | undefined
  refusalOf(code: string): Refusal
}

/** `team` of `team-<id>`; a stream without a dash is a category of its own. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-')
  return dash === -1 ? stream : stream.slice(0, dash)
}

const none: readonly ReadModel[] = []

export function catalogueOf(modules: readonly StoredModule[]): Catalogue {
  const definitions = new Map<string, EventDefinition>()
  const refusals = new Map<string, RefusalKind>(Object.entries(platformRefusals.catalogue))
  const readModels = modules.flatMap((module) => module.readModels)
  const byCategory = Map.groupBy(readModels, (model) => model.category)
  const tables = new Set<string>()
  for (const module of modules) {
    for (const [type, definition] of Object.entries(module.events)) {
      if (definitions.has(type)) throw new Error(`Two modules declare the event ${type}`)
      definitions.set(type, definition)
    }
    for (const [code, kind] of Object.entries(module.refusals)) refusals.set(code, kind)
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
    refusalOf: (code) => new Refusal(code, refusals.get(code)?.message ?? code),
  }
}
