import type { StoredModule } from '../registry.ts'

/** The field in which events of other streams name a subject, as a literal of SQL. */
export const namingField = (category: string): string => `'${category.replaceAll("'", "''")}Id'`

/**
 * For each category whose subjects are named by events elsewhere, an index of these events in the log's order. Events
 * that name none are not in it; to see that takes the server about a microsecond for each event that is appended.
 */
export const namingIndexes = (modules: readonly StoredModule[]): string[] =>
  modules
    .flatMap(({ namedElsewhere = [] }) => namedElsewhere)
    .map((category) => {
      const field = namingField(category)
      return `create index if not exists "events_naming_${category}" on events ((data ->> ${field}), position)
        where data ->> ${field} is not null`
    })
