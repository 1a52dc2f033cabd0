import type { IndexedEvents, StoredModule } from '../registry.ts'

/** A literal of SQL. With a parameter PostgreSQL could not see, while it plans, that the index holds the events. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The field in which events of other streams name a stream of the category, as a literal: `'teamId'`. */
export const namingField = (category: string): string => literal(`${category}Id`)

/** The condition of an index, and of the queries that use it. */
export const isIndexed = ({ types, data = {} }: IndexedEvents): string =>
  [
    `type in (${types.map(literal).join(', ')})`,
    ...Object.entries(data).map(([field, value]) => `data ->> ${literal(field)} = ${literal(value)}`),
  ].join(' and ')

/**
 * Returns the statements that create indexes. A category that is named by events elsewhere has an index of these events in
 * the log's order. For every other event that is appended, the server needs about a microsecond to see that it does not
 * belong there. Indexes by type cost less, because they do not look into the data.
 */
export const eventIndexes = (modules: readonly StoredModule[]): string[] =>
  modules.flatMap(({ referencedCategories = [], indexed = [] }) => [
    ...referencedCategories.map((category) => {
      const field = namingField(category)
      return `create index if not exists "events_naming_${category}" on events ((data ->> ${field}), position)
        where data ->> ${field} is not null`
    }),
    ...indexed.map(
      (events) =>
        `create index if not exists "events_${events.name}" on events (${events.by}, position) where ${isIndexed(events)}`,
    ),
  ])
