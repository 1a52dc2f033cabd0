import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/** The days (UTC) whose head was mailed. A table, because several backends look. */
export const mailedHeadsTable: OwnTable = {
  table: 'mailed_heads',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: 'create table if not exists mailed_heads (day date primary key, size bigint not null);',
}

/** Returns true to the one backend that mails the head of the day; to none if this head was mailed before. */
export async function claimDay(sql: Sql, day: string, size: number): Promise<boolean> {
  const claimed = await sql`
    insert into mailed_heads (day, size) select ${day}::date, ${size}
    where not exists (select from mailed_heads where size >= ${size}) on conflict do nothing`
  return claimed.count > 0
}

export async function giveDayBack(sql: Sql, day: string): Promise<void> {
  await sql`delete from mailed_heads where day = ${day}::date`
}
