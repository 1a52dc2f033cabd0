import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * The contents of releases by their SHA-256. They are beside the log, because a rebuild has no use for them, and in the
 * database, because each backend unpacks them into a folder of its own.
 */
export const releaseArchivesTable: OwnTable = {
  table: 'kept_releases',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: `
create table if not exists kept_releases (
  digest text primary key,
  content bytea not null,
  kept_at timestamptz not null default now()
)`,
}

interface Archive {
  readonly digest: string
  readonly content: Uint8Array
}

export async function keep(sql: Sql, { digest, content }: Archive): Promise<void> {
  await sql`
    insert into kept_releases (digest, content) values (${digest}, ${Buffer.from(content)}) on conflict (digest) do nothing`
}

/**
 * Drops contents that no release names. Of two equal archives at once, the rejected one leaves the other's contents.
 */
export async function dropUnlessReleased(sql: Sql, name: string, { digest }: Archive): Promise<void> {
  const naming = JSON.stringify([{ source: { digest } }])
  await sql`
    delete from kept_releases where digest = ${digest}
      and not exists (select from parts where id = ${name} and releases @> ${naming}::text::jsonb)`
}

export async function readArchive(sql: Sql, digest: string): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`select content from kept_releases where digest = ${digest}`
  return row?.content ?? null
}
