import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import {
  isMigrated,
  listRights,
  makeTables,
  migrate,
  ownTables,
  quoted,
  tablesToBuild,
} from '@ultimate/event-store/migrate.ts'
import { copyIn } from '@ultimate/event-store/rebuild/rebuild.ts'
import { createRegistry, type StoredModule } from '@ultimate/event-store/registry.ts'
import { openSession } from '@ultimate/event-store/session.ts'
import type { ISql, Sql } from 'postgres'
import { CannotStart, describeSystemError, isCannotStart } from '../errors.ts'
import { type BackedUpTable, type Manifest, tablePath } from './backup.ts'
import { loadKeysFile } from './keys-file.ts'

interface BackupSource {
  readonly folder: string
  readonly manifest: Manifest
  /** The path of the file of keys; null if the keys are lost. */
  readonly keys: string | null
  readonly modules: readonly StoredModule[]
}

/**
 * Fills an empty database from a backup, in one transaction, and builds the read models. If either fails, no table is
 * left. Without the keys, the heads of the log are left out too: the key that signed them is lost, and a new key signs
 * all later heads.
 *
 * @throws CannotStart if the database holds events, or the backup holds a table that this release does not have
 */
export async function loadBackup(owner: Sql, source: BackupSource, servingRole: string | null): Promise<void> {
  await requireRestorable(owner, source)
  try {
    await loadTables(owner, source)
    await migrate(owner, source.modules, servingRole)
  } catch (error) {
    const tables = listRights(source.modules).map(({ table }) => quoted(table))
    await owner.unsafe(`drop table if exists ${tables.join(', ')} cascade`).catch(() => {})
    if (isCannotStart(error) || describeSystemError(error) !== null) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`The backup in ${source.folder} could not be loaded: ${reason}`, { cause: error })
  }
}

async function requireRestorable(owner: Sql, { manifest, modules }: BackupSource): Promise<void> {
  const tablesOfRelease = new Set(ownTables(modules).flatMap(({ table, backup }) => (backup ? [table] : [])))
  const unknownTables = manifest.tables.filter(({ table }) => !tablesOfRelease.has(table)).map(({ table }) => table)
  if (unknownTables.length > 0)
    throw new CannotStart(
      `The backup holds ${unknownTables.join(', ')}, which this release does not know: take a newer one.`,
    )
  if (!(await isMigrated(owner)) || !(await holdsEvents(owner))) return
  const unbuilt = await tablesToBuild(owner, createRegistry(modules))
  throw new CannotStart(
    unbuilt.length > 0
      ? 'The database was left by a restore that did not finish. Restore into a new, empty one.'
      : 'There are events in this database already. A backup is restored into an empty one.',
  )
}

async function loadTables(owner: Sql, { folder, manifest, keys, modules }: BackupSource): Promise<void> {
  await makeTables(owner, modules)
  const session = openSession(owner)
  try {
    await session.transaction('begin', async (tx) => {
      for (const table of manifest.tables)
        if (keys !== null || table.table !== 'tree_heads') await loadTable(tx, folder, table)
      if (keys !== null) await loadKeysFile(tx, keys)
    })
  } finally {
    await session.close()
  }
}

async function holdsEvents(sql: ISql): Promise<boolean> {
  return (await sql`select from events limit 1`).length > 0
}

async function loadTable(tx: ISql, folder: string, { table, columns, rows }: BackedUpTable): Promise<void> {
  const name = quoted(table)
  // Some tables have a row from the moment that they are made.
  await tx.unsafe(`delete from ${name}`)
  const lines = createReadStream(tablePath(folder, table)).pipe(createGunzip())
  await copyIn(tx, { table: name, columns: `(${columns.map(quoted).join(', ')})` }, lines)
  const [row] = await tx.unsafe<{ count: string }[]>(`select count(*)::text as count from ${name}`)
  if (Number(row?.count) !== rows)
    throw new CannotStart(`The backup holds ${rows} rows of ${table}, and ${row?.count} could be read.`)
}
