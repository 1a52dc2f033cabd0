import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/** The ids of mails that have left: one announcement is many mails, and a retry goes on after the last one. */
export const announcementMailsTable: OwnTable = {
  table: 'announcement_mails',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: 'create table if not exists announcement_mails (id text primary key, at timestamptz not null);',
}

/** Those whose ids begin like this. */
export async function readSent(sql: Sql, prefix: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select id from announcement_mails where starts_with(id, ${prefix})`
  return new Set(rows.map(({ id }) => id))
}

export async function noteSent(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`insert into announcement_mails (id, at) values (${id}, ${at}) on conflict do nothing`
}

export async function dropSentBefore(sql: Sql, moment: Date): Promise<void> {
  await sql`delete from announcement_mails where at < ${moment}`
}
