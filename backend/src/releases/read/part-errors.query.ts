import type { Sql } from 'postgres'
import type { OwnTable } from '../../platform/event-store/read-model.ts'

/** How many errors pages have reported. These are no events, because any client can report any number. */
export const partErrorsTable: OwnTable = {
  table: 'part_errors',
  rights: ['select', 'insert', 'update'],
  backup: true,
  ddl: `
create table if not exists part_errors (
  part text not null,
  version text not null,
  count bigint not null default 0,
  primary key (part, version)
)`,
}

export interface CountedErrors {
  readonly part: string
  readonly version: string
  readonly count: string
}

/** The errors of all backends together, most frequent first. */
export const countedErrors = (sql: Sql): Promise<CountedErrors[]> =>
  sql<CountedErrors[]>`select part, version, count::text from part_errors order by part_errors.count desc, version`

export async function countError(sql: Sql, part: string, version: string): Promise<void> {
  await sql`
    insert into part_errors (part, version, count) values (${part}, ${version}, 1)
    on conflict (part, version) do update set count = part_errors.count + 1`
}
