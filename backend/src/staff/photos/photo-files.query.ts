import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import { openSession } from '@ultimate/event-store/session.ts'
import type { PhotoFile } from '@ultimate/events/staff/events.ts'
import type { Sql } from 'postgres'

/** The bytes of photos and logos by their SHA-256. They are not in the log, because a rebuild has no use for them. */
export const photoFilesTable: OwnTable = {
  table: 'photo_files',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: `
create table if not exists photo_files (
  hash text primary key,
  type text not null,
  content bytea not null,
  kept_at timestamptz not null default now()
)`,
}

/** An arbitrary number, the same in all backends. */
const filesLock = 5_312_000_102

/**
 * Runs `work`, which stores files and then the event that names them. Meanwhile no backend drops files. The lock has a
 * connection of its own, so that waiting for it takes none from the pool.
 */
export async function whileFilesStay<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const session = openSession(sql)
  try {
    return await session.steady(async (connection) => {
      await connection`select pg_advisory_lock_shared(${filesLock})`
      return work()
    })
  } finally {
    await session.close()
  }
}

/** The type of logos in this table. Photos may be WebP too, but neither is served as the other. */
const logo = 'logo'

export const storeLogo = (sql: Sql, file: { readonly hash: string; readonly content: Buffer }): Promise<void> =>
  storeFiles(sql, [{ ...file, type: logo }])

/** Reads a logo; null if there is none. Anyone with its address may read it, even before it is set. */
export async function readLogo(sql: Sql, hash: string): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from photo_files where hash = ${hash} and type = ${logo}`
  return row?.content ?? null
}

interface StoredFile {
  readonly hash: string
  readonly type: PhotoFile['type'] | typeof logo
  readonly content: Buffer
}

/** Stores the files. One with a hash that is there already is left out, because it has the same bytes. */
export async function storeFiles(sql: Sql, files: readonly StoredFile[]): Promise<void> {
  for (const { hash, type, content } of files)
    await sql`
      insert into photo_files (hash, type, content) values (${hash}, ${type}, ${content}) on conflict (hash) do nothing`
}

/** Reads a file; null unless a photo shows it. */
export async function readFile(sql: Sql, { hash, type }: Pick<PhotoFile, 'hash' | 'type'>): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from photo_files
    where hash = ${hash} and type = ${type} and ${isShownByPhoto(sql)}`
  return row?.content ?? null
}

/**
 * Drops the files that no photo and no setting names. Both rows and log are searched: rows may be damaged until a
 * replay repairs them, and the log may not show the newest events yet. A logo has a day to be set.
 */
export async function dropUnnamedFiles(sql: Sql, readNamedInLog: () => Promise<ReadonlySet<string>>): Promise<number> {
  const session = openSession(sql)
  try {
    return await session.steady(async (connection) => {
      await connection`select pg_advisory_lock(${filesLock})`
      const hashes = [...(await readNamedInLog())]
      const deleted = await connection`
        delete from photo_files where hash <> all(${hashes}::text[]) and not ${isShownByPhoto(sql)}
          and not (type = ${logo} and (kept_at > now() - interval '1 day' or ${isSetAsLogo(sql)}))`
      return deleted.count
    })
  } finally {
    await session.close()
  }
}

const isShownByPhoto = (sql: Sql) => sql`
  exists (select from photos where photos.files @> jsonb_build_array(jsonb_build_object('hash', photo_files.hash)))`

const isSetAsLogo = (sql: Sql) => sql`
  exists (select from editions where position(photo_files.hash in settings ->> 'logo') > 0)`
