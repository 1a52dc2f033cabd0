import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ownTables, quoted } from '@ultimate/event-store/migrate.ts'
import type { BackedUp } from '@ultimate/event-store/read-model.ts'
import { copyOut } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { wholeOrNothing } from '../database/unfinished-restore.ts'
import { CannotStart, describeSystemError } from '../errors.ts'

/**
 * Writes a file that its owner alone may read.
 *
 * @throws CannotStart with the reason if the disk does not take the file
 */
export async function writePrivateFile(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  try {
    await write(createWriteStream(path, { mode: 0o600, flush: true }))
  } catch (error) {
    const reason = describeSystemError(error, path)
    throw reason === null ? error : new CannotStart(reason, { cause: error })
  }
}

interface BackupTarget {
  readonly folder: string
  readonly modules: readonly StoredModule[]
  /** The public key of the log. */
  readonly log: string
}

/**
 * Writes what cannot be made again: the log with its seals and the modules' own tables. Read models are left out,
 * because they follow from the log, and show people's data in clear text. The keys are left out too: they have a file
 * of their own. All queries of `tx` have to see one snapshot.
 */
export async function writeBackup(tx: ISql, { folder, modules, log }: BackupTarget): Promise<Manifest> {
  const [row] = await tx<{ at: Date }[]>`select now() as at`
  const tables: BackedUpTable[] = []
  for (const table of ownTables(modules)) if (table.backup) tables.push(await writeTable(tx, folder, table))
  const manifest: Manifest = { format: 1, at: (row?.at ?? new Date()).toISOString(), log, tables }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writePrivateFile(manifestPath(folder), (file) => pipeline([text], file))
  return manifest
}

/**
 * Lets `write` fill a folder, and empties the folder again if `write` fails.
 *
 * @throws CannotStart if the folder was not empty
 */
export function fillEmptyFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return wholeOrNothing(folder, async () => {
    if ((await readdir(folder)).length > 0)
      throw new CannotStart(`${folder} is not empty. A backup needs a folder of its own.`)
    return write()
  })
}

async function writeTable(tx: ISql, folder: string, { table, backup }: BackedUp): Promise<BackedUpTable> {
  const columns = await readColumns(tx, table)
  const replacements: Readonly<Record<string, string>> = typeof backup === 'object' ? backup.instead : {}
  const sqlValues = columns.map((column) => replacements[column] ?? quoted(column))
  const lines = copyOut(tx, `select ${sqlValues.join(', ')} from ${quoted(table)}`)
  const hash = createHash('sha256')
  let rows = 0
  const countRows = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      rows += countLines(chunk)
      yield chunk
    }
  }
  const updateHash = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await writePrivateFile(tablePath(folder, table), (file) => pipeline(lines, countRows, createGzip(), updateHash, file))
  return { table, columns, rows, sha256: hash.digest('hex') }
}

const newline = 0x0a
/** Counts line breaks. Each ends a row: COPY writes a line break inside a value as the two characters `\n`. */
function countLines(chunk: Buffer): number {
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

/** The content of a backup. It is written last, so a folder without it holds no backup, or an unfinished one. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** The moment of the snapshot. */
  at: z.iso.datetime(),
  /** The public key of the log. */
  log: z.string(),
  tables: z.array(
    z.strictObject({
      table: z.string().regex(/^\w+$/),
      columns: z.array(z.string().regex(/^\w+$/)).min(1),
      rows: z.int().min(0),
      /** The hash of the file, in hexadecimal. */
      sha256: z.string(),
    }),
  ),
})
export type Manifest = z.output<typeof manifestSchema>
export type BackedUpTable = Manifest['tables'][number]

const manifestPath = (folder: string) => join(folder, 'backup.json')
/** The file of a table, in PostgreSQL's text format of COPY, compressed: readable without this program. */
export const tablePath = (folder: string, table: string) => join(folder, `${table}.copy.gz`)

/** @throws CannotStart if the folder holds no finished backup, or a file of the backup was changed */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((cause) => {
    throw new CannotStart(`${folder} holds no backup that was finished: there is no backup.json.`, { cause })
  })
  const { data } = manifestSchema.safeParse(parseJson(text))
  if (!data) throw new CannotStart(`${manifestPath(folder)} is not in the format that this release reads.`)
  for (const { table, sha256 } of data.tables)
    if ((await computeDigest(tablePath(folder, table))) !== sha256)
      throw new CannotStart(`${tablePath(folder, table)} is missing or not as it was written.`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the SHA-256 of a file; null if it cannot be read. */
async function computeDigest(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
