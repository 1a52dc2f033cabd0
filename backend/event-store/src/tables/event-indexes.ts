import type { IndexedEvents, StoredModule } from '../registry.ts'

/** A literal of SQL: only by literals PostgreSQL sees before it plans that an index holds what is asked for. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The field in which events of other streams name a subject. */
export const namingField = (category: string): string => literal(`${category}Id`)

/** Returns the condition, which is the same in the index and in a query. */
export const isIndexed = ({ types, data = {} }: IndexedEvents): string =>
  [
    `type in (${types.map(literal).join(', ')})`,
    ...Object.entries(data).map(([field, value]) => `data ->> ${literal(field)} = ${literal(value)}`),
  ].join(' and ')

/**
 * Returns the statements that create indexes. Each category whose subjects are named by events elsewhere has an index
 * of these events in the log's order. Events that name none are not in it; to see that takes the server about a
 * microsecond for each event that is appended. What modules look for by type costs less, because a type is compared
 * without a look into the data.
 */
export const eventIndexes = (modules: readonly StoredModule[]): string[] =>
  modules.flatMap(({ namedElsewhere = [], indexed = [] }) => [
    ...namedElsewhere.map((category) => {
      const field = namingField(category)
      return `create index if not exists "events_naming_${category}" on events ((data ->> ${field}), position)
        where data ->> ${field} is not null`
    }),
    ...indexed.map(
      (events) =>
        `create index if not exists "events_${events.name}" on events (${events.by}, position) where ${isIndexed(events)}`,
    ),
  ])
