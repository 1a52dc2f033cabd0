import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { CannotStart } from '../errors.ts'

/** The content of a backup. It is written last: a folder without it is no backup, or one that was broken off. */
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

export const manifestPath = (folder: string) => join(folder, 'backup.json')
/** PostgreSQL's text format of COPY, compressed: readable without this program. */
export const tablePath = (folder: string, table: string) => join(folder, `${table}.copy.gz`)

/** @throws CannotStart where the folder holds no backup, or one whose files are not as they were written */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((cause) => {
    throw new CannotStart(`${folder} holds no backup that was finished: there is no backup.json.`, { cause })
  })
  const { data } = manifestSchema.safeParse(parsed(text))
  if (!data) throw new CannotStart(`${manifestPath(folder)} is none of this release's.`)
  for (const { table, sha256 } of data.tables)
    if ((await computeDigest(tablePath(folder, table))) !== sha256)
      throw new CannotStart(`${tablePath(folder, table)} is missing or not as it was written.`)
  return data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Null where the file cannot be read. */
async function computeDigest(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
