import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { CannotStart } from '../../errors.ts'
import { copyIn, copyOut } from '../rebuild/rebuild.ts'
import { noteSigner } from '../transparency/transparency-log.ts'
import { newFile } from './write-backup.ts'

/** What opens and signs, and so lies in no backup. */
export interface SiteSecrets {
  readonly logKey: string
  readonly authSecret: string
}

/** The first line. Each further one is a subject and its key, as COPY writes them. */
const headerSchema = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  logKey: z.string(),
  authSecret: z.string(),
  people: z.int().min(0),
})
export type KeysHeader = z.output<typeof headerSchema>

/** Takes the place of an older file at once, so that a key which was deleted since is in none of them. */
export async function writeKeys(tx: ISql, file: string, { logKey, authSecret }: SiteSecrets): Promise<KeysHeader> {
  const [row] = await tx<{ at: Date; people: string }[]>`
    select now() as at, (select count(*) from person_keys)::text as people`
  const header = { format: 1 as const, at: (row?.at ?? new Date()).toISOString(), logKey, authSecret }
  const whole: KeysHeader = { ...header, people: Number(row?.people ?? 0) }
  const draft = `${file}.partial`
  const keys = copyOut(tx, 'select subject, key from person_keys order by subject')
  await pipeline(withHeader(whole, keys), newFile(draft))
  await rename(draft, file)
  return whole
}

async function* withHeader(header: KeysHeader, keys: AsyncIterable<Buffer>) {
  yield `${JSON.stringify(header)}\n`
  yield* keys
}

/** @throws CannotStart where it is no file of keys */
export async function readKeysHeader(file: string): Promise<KeysHeader> {
  const lines = createInterface({ input: createReadStream(file) })
  try {
    for await (const line of lines) return headerSchema.parse(JSON.parse(line))
    throw new Error('it is empty')
  } catch (cause) {
    throw new CannotStart(`${file} holds no keys that npm run backup wrote.`, { cause })
  } finally {
    lines.close()
  }
}

export const logOf = ({ logKey }: Pick<KeysHeader, 'logKey'>): string => noteSigner(logKey).verifierKey

/** @throws CannotStart where the file ends before its last key */
export async function loadKeysFile(tx: ISql, file: string): Promise<void> {
  const { people } = await readKeysHeader(file)
  await copyIn(tx, { table: 'person_keys', columns: '(subject, key)' }, linesAfterFirst(file))
  const [row] = await tx<{ count: string }[]>`select count(*)::text as count from person_keys`
  if (Number(row?.count) !== people)
    throw new CannotStart(`${file} is not whole: it holds ${row?.count} of ${people} keys.`)
}

async function* linesAfterFirst(file: string) {
  let isFirst = true
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer
    if (!isFirst) yield bytes
    else if (bytes.includes('\n')) {
      isFirst = false
      const rest = bytes.subarray(bytes.indexOf('\n') + 1)
      if (rest.length > 0) yield rest
    }
  }
}
