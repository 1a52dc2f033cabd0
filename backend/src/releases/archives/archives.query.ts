import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * The contents of releases by their SHA-256. They are not in the log, because no rebuild needs them. They are in the
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

/** The stored content of a release: an archive, or the manifest of a release whose files are elsewhere. */
interface Archive {
  readonly digest: string
  readonly content: Uint8Array
}

export async function storeArchive(sql: Sql, { digest, content }: Archive): Promise<void> {
  await sql`
    insert into kept_releases (digest, content) values (${digest}, ${Buffer.from(content)}) on conflict (digest) do nothing`
}

/**
 * Deletes a content unless a release names it: after a rejected upload, another release may have the same content.
 */
export async function dropUnlessReleased(sql: Sql, name: string, { digest }: Archive): Promise<void> {
  const releaseOfArchive = JSON.stringify([{ source: { digest } }])
  await sql`
    delete from kept_releases where digest = ${digest}
      and not exists (select from parts where id = ${name} and releases @> ${releaseOfArchive}::text::jsonb)`
}

export async function readArchive(sql: Sql, digest: string): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`select content from kept_releases where digest = ${digest}`
  return row?.content ?? null
}
