import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ownTables, quoted } from '@ultimate/event-store/migrate.ts'
import type { BackedUp } from '@ultimate/event-store/read-model.ts'
import { copyOut } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import type { ISql } from 'postgres'
import { CannotStart, describeLack } from '../errors.ts'
import { wholeOrNothing } from '../whole-or-nothing.ts'
import { type BackedUpTable, type Manifest, manifestPath, tablePath } from './manifest.ts'

/**
 * Writes a file that its owner alone may read.
 *
 * @throws CannotStart with the reason where the disk does not take it
 */
export async function writeNew(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  try {
    await write(createWriteStream(path, { mode: 0o600, flush: true }))
  } catch (error) {
    const lack = describeLack(error, path)
    throw lack === null ? error : new CannotStart(lack, { cause: error })
  }
}

export interface BackupPlace {
  readonly folder: string
  readonly modules: readonly StoredModule[]
  /** The public key of the log. */
  readonly log: string
}

/**
 * Writes what cannot be made again: the log with its seals and what lies beside it. No read models, which hold people's
 * data in the clear and follow from the log, and no keys. `tx` sees one snapshot.
 */
export async function writeBackup(tx: ISql, { folder, modules, log }: BackupPlace): Promise<Manifest> {
  const [row] = await tx<{ at: Date }[]>`select now() as at`
  const tables: BackedUpTable[] = []
  for (const table of ownTables(modules)) if (table.backup) tables.push(await writeTable(tx, folder, table))
  const manifest: Manifest = { format: 1, at: (row?.at ?? new Date()).toISOString(), log, tables }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeNew(manifestPath(folder), (file) => pipeline([text], file))
  return manifest
}

/**
 * Lets `write` fill a folder, which is as before where that fails.
 *
 * @throws CannotStart where the folder holds anything
 */
export function intoEmptyFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return wholeOrNothing(folder, async () => {
    if ((await readdir(folder)).length > 0)
      throw new CannotStart(`${folder} is not empty. A backup needs a folder of its own.`)
    return write()
  })
}

async function writeTable(tx: ISql, folder: string, { table, backup }: BackedUp): Promise<BackedUpTable> {
  const columns = await readColumns(tx, table)
  const instead: Readonly<Record<string, string>> = typeof backup === 'object' ? backup.instead : {}
  const values = columns.map((column) => instead[column] ?? quoted(column))
  const lines = copyOut(tx, `select ${values.join(', ')} from ${quoted(table)}`)
  const hash = createHash('sha256')
  let rows = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      rows += linesIn(chunk)
      yield chunk
    }
  }
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await writeNew(tablePath(folder, table), (file) => pipeline(lines, counted, createGzip(), hashed, file))
  return { table, columns, rows, sha256: hash.digest('hex') }
}

const newline = 0x0a
/** COPY writes a line break inside a value as two characters. */
function linesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count++
  return count
}

async function readColumns(tx: ISql, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attnum`
  return rows.map(({ name }) => name)
}
