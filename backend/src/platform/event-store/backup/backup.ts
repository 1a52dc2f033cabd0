import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { ISql, Sql } from 'postgres'
import { CannotStart } from '../../errors.ts'
import { copyIn } from '../rebuild/rebuild.ts'
import type { StoredModule } from '../registry.ts'
import { openSession } from '../session.ts'
import { isMigrated, makeTables } from '../set-up/set-up.ts'
import { quoted } from '../tables/read-model-table.ts'
import { ownTables } from '../tables/rights.ts'
import { loadKeysFile } from './keys-file.ts'
import { type BackedUpTable, type Manifest, tablePath } from './manifest.ts'

export { logOf, readKeysHeader, type SiteSecrets, writeKeys } from './keys-file.ts'
export { type Manifest, readManifest } from './manifest.ts'
export { writeBackup } from './write-backup.ts'

export interface BackupSource {
  readonly folder: string
  readonly manifest: Manifest
  /** Null where the keys are lost. */
  readonly keys: string | null
  readonly modules: readonly StoredModule[]
}

/**
 * Fills an empty database from a backup, in one transaction; the migration builds the read models. Without keys the
 * heads of the log are left out too: the key that signed them is among the lost ones, and a new key signs all later
 * heads.
 *
 * @throws CannotStart where the database holds events, or the backup a table that this release does not have
 */
export async function loadBackup(owner: Sql, { folder, manifest, keys, modules }: BackupSource): Promise<void> {
  const known = new Set(ownTables(modules).flatMap(({ table, backup }) => (backup ? [table] : [])))
  const unknown = manifest.tables.filter(({ table }) => !known.has(table)).map(({ table }) => table)
  if (unknown.length > 0)
    throw new CannotStart(`The backup holds ${unknown.join(', ')}, which this release does not know: take a newer one.`)
  if ((await isMigrated(owner)) && (await holdsEvents(owner)))
    throw new CannotStart('There are events in this database already. A backup is restored into an empty one.')
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
  // Some begin with a row.
  await tx.unsafe(`delete from ${name}`)
  const lines = createReadStream(tablePath(folder, table)).pipe(createGunzip())
  await copyIn(tx, { table: name, columns: `(${columns.map(quoted).join(', ')})` }, lines)
  const [row] = await tx.unsafe<{ count: string }[]>(`select count(*)::text as count from ${name}`)
  if (Number(row?.count) !== rows)
    throw new CannotStart(`The backup holds ${rows} rows of ${table}, and ${row?.count} could be read.`)
}
