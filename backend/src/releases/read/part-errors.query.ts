import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'
import type { Frame } from './stack-trace.ts'

/** The number of errors that pages of visitors reported. They are not events, as a client can report any number. */
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

/** The last distinct errors of each version. Errors in previews are counted only here. */
export const reportedErrorsTable: OwnTable = {
  table: 'reported_errors',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists reported_errors (
  part text not null,
  version text not null,
  message text not null,
  stack jsonb not null,
  count bigint not null,
  previews bigint not null,
  last_at timestamptz not null,
  primary key (part, version, message)
)`,
}

const maxPerVersion = 20

export interface ErrorReport {
  readonly part: string
  readonly version: string
  readonly message: string
  readonly frames: readonly Frame[]
  readonly isPreview: boolean
  readonly at: Date
}

/** Stores an error, and deletes all but the last twenty of its version, so that no client can fill the database. */
export async function storeError(sql: Sql, report: ErrorReport): Promise<void> {
  const { part, version, message, frames, isPreview, at } = report
  const [count, preview] = isPreview ? [0, 1] : [1, 0]
  await sql`
    insert into reported_errors (part, version, message, stack, count, previews, last_at)
      values (${part}, ${version}, ${message}, ${JSON.stringify(frames)}::text::jsonb, ${count}, ${preview}, ${at})
    on conflict (part, version, message) do update set stack = excluded.stack, last_at = excluded.last_at,
      count = reported_errors.count + excluded.count, previews = reported_errors.previews + excluded.previews`
  await sql`
    delete from reported_errors where part = ${part} and version = ${version} and message in (
      select message from reported_errors where part = ${part} and version = ${version}
        order by last_at desc, message offset ${maxPerVersion})`
}

export interface StoredError {
  readonly version: string
  readonly message: string
  readonly stack: readonly Frame[]
  readonly count: string
  readonly previews: string
  readonly last_at: Date
}

/** Returns the stored errors, newest first. */
export const readErrors = (sql: Sql, part: string): Promise<StoredError[]> =>
  sql<StoredError[]>`
    select version, message, stack, count::text, previews::text, last_at from reported_errors
      where part = ${part} order by last_at desc, message`

export interface CountedErrors {
  readonly part: string
  readonly version: string
  readonly count: string
}

/** Reads the counts of all backends together, most frequent first. */
export const readErrorCounts = (sql: Sql): Promise<CountedErrors[]> =>
  sql<CountedErrors[]>`select part, version, count::text from part_errors order by part_errors.count desc, version`

export async function countError(sql: Sql, part: string, version: string): Promise<void> {
  await sql`
    insert into part_errors (part, version, count) values (${part}, ${version}, 1)
    on conflict (part, version) do update set count = part_errors.count + 1`
}
