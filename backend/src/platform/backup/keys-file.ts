import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { copyIn, copyOut } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { CannotStart, describeSystemError } from '../errors.ts'
import { logSigner } from '../store.ts'
import { writePrivateFile } from './backup.ts'

/** The secrets that decrypt and sign, which no backup contains. */
export interface SiteSecrets {
  readonly logKey: string
  readonly authSecret: string
}

/** The first line of the file. Each further line is a subject and its key, as COPY writes them. */
const headerSchema = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  logKey: z.string(),
  authSecret: z.string(),
  people: z.int().min(0),
})
type KeysHeader = z.output<typeof headerSchema>

/** Writes the keys. The file replaces an older one in one step, so that keys deleted since then are gone. */
export async function writeKeys(tx: ISql, file: string, { logKey, authSecret }: SiteSecrets): Promise<KeysHeader> {
  const [row] = await tx<{ at: Date; people: string }[]>`
    select now() as at, (select count(*) from person_keys)::text as people`
  const header = { format: 1 as const, at: (row?.at ?? new Date()).toISOString(), logKey, authSecret }
  const completeHeader: KeysHeader = { ...header, people: Number(row?.people ?? 0) }
  const draft = `${file}.partial`
  const keys = copyOut(tx, 'select subject, key from person_keys order by subject')
  try {
    await writePrivateFile(draft, (out) => pipeline(withHeader(completeHeader, keys), out))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  return completeHeader
}

async function* withHeader(header: KeysHeader, keys: AsyncIterable<Buffer>) {
  yield `${JSON.stringify(header)}\n`
  yield* keys
}

/**
 * Reads a file of keys to its end, and returns its header.
 *
 * @throws CannotStart if the file holds no keys, or ends before its last key
 */
export async function readKeys(file: string): Promise<KeysHeader> {
  let header: KeysHeader | null = null
  let keys = 0
  let lastLine = ''
  try {
    for await (const line of wholeLines(createReadStream(file, 'utf8'))) {
      if (header !== null) keys += 1
      header ??= headerSchema.parse(JSON.parse(line))
      lastLine = line
    }
  } catch (cause) {
    throw new CannotStart(describeSystemError(cause, file) ?? `${file} holds no keys that npm run backup wrote.`, {
      cause,
    })
  }
  if (header === null) throw new CannotStart(`${file} holds no keys that npm run backup wrote.`)
  if (keys !== header.people || (keys > 0 && !lineOfKey.test(lastLine)))
    throw new CannotStart(`${file} is not whole: it holds ${keys} of ${header.people} keys. Take another copy of it.`)
  return header
}

/** A subject and its key, as COPY writes them. */
const lineOfKey = /^[^\t]+\t\\\\x[\da-f]{64}$/

/** Yields the lines of a text, without an unfinished line at its end. */
async function* wholeLines(chunks: AsyncIterable<string>) {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Returns the public key of the log, whose private key the file holds. */
export const toPublicLogKey = ({ logKey }: Pick<KeysHeader, 'logKey'>): string => logSigner(logKey).verifierKey

/** Loads the keys of a file that `readKeys` has found whole. */
export async function loadKeysFile(tx: ISql, file: string): Promise<void> {
  await copyIn(tx, { table: 'person_keys', columns: '(subject, key)' }, linesAfterFirst(file))
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
