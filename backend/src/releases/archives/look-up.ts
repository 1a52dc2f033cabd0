import { createHash } from 'node:crypto'
import type { Demands } from '@ultimate/events/releases/part.ts'
import { z } from 'zod'
import { type PartManifest, readPartManifest } from '../../platform/http/site/part-manifest.ts'
import { filesIn, invalidRelease } from './tar.ts'

export interface InspectedRelease extends Demands {
  readonly version: string
  /** Paths that the part claims. */
  readonly paths: readonly string[]
  /** The versions of packages of the shell that the part can use, by package. */
  readonly shares: Readonly<Record<string, string>>
  /** Bytes of the files, without compressed forms and source maps. Of a release elsewhere: of manifest and entry. */
  readonly size: number
  readonly integrity: string
  /** The content that the site stores, with its digest: an archive, or a manifest whose files are elsewhere. */
  readonly content: Uint8Array
  readonly digest: string
}

export const manifestName = 'mf-manifest.json'
const maxManifestBytes = 1024 * 1024
const maxEntryBytes = 10 * 1024 * 1024
/** Files that do not count towards the size: compressed forms of other files, and source maps. */
const uncounted = /\.(br|gz|map)$/

/**
 * Reads an archive without unpacking it into a folder.
 *
 * @throws DomainError RELEASE_INVALID
 */
export async function inspectArchive(name: string, archive: Uint8Array): Promise<InspectedRelease> {
  let manifestText: Buffer | null = null
  let size = 0
  const entries = new Map<string, Buffer>()
  const paths = new Set<string>()
  for await (const { path, content } of filesIn(archive)) {
    if (!uncounted.test(path)) size += content.length
    paths.add(path)
    if (path === manifestName) manifestText = content
    // Scripts are collected, because the manifest, which names the entry, may come after it.
    else if (path.endsWith('.js')) entries.set(path, content)
  }
  const pathBelowFile = [...paths].find((path) => listFolders(path).some((folder) => paths.has(folder)))
  if (pathBelowFile !== undefined) throw invalidRelease('archive', `The folder of ${pathBelowFile} is a file as well.`)
  if (manifestText === null) throw invalidRelease('archive', `It has no ${manifestName} at its root.`)
  const manifest = parseManifest(name, manifestText, 'archive')
  const entry = entries.get(manifest.entry)
  if (!entry) throw invalidRelease('archive', `Its entry ${manifest.entry} is not there.`)
  return { ...describeRelease(manifest, entry, 'archive'), size, content: archive, digest: sha256(archive) }
}

/**
 * Reads the release whose manifest is at this address on another origin.
 *
 * @throws DomainError RELEASE_INVALID, also if one of the two files did not come completely within `timeoutMs`
 */
export async function inspectAddress(name: string, address: string, timeoutMs = 5_000): Promise<InspectedRelease> {
  const text = await fetchFile(address, { maxBytes: maxManifestBytes, timeoutMs })
  const manifest = parseManifest(name, text, 'manifest')
  const entry = await fetchFile(new URL(manifest.entry, address).href, { maxBytes: maxEntryBytes, timeoutMs })
  const size = text.length + entry.length
  return { ...describeRelease(manifest, entry, 'manifest'), size, content: text, digest: sha256(text) }
}

/** Lists the folders of a path: `a` and `a/b` for `a/b/c.js`. */
const listFolders = (path: string): string[] =>
  path.split('/').flatMap((_, index, names) => (index === 0 ? [] : [names.slice(0, index).join('/')]))

/** The field of the request that is at fault. */
type Field = 'archive' | 'manifest'

function parseManifest(name: string, text: Buffer, field: Field): PartManifest {
  if (text.length > maxManifestBytes) throw invalidRelease(field, `The ${manifestName} is too large.`)
  const content = parseJson(text, field)
  const declaredName = typeof content === 'object' && content !== null && 'name' in content ? content.name : undefined
  if (typeof declaredName === 'string' && declaredName !== name)
    throw invalidRelease(field, `The ${manifestName} is that of the part ${declaredName.slice(0, 60)}.`)
  try {
    return readPartManifest(name, content)
  } catch (error) {
    throw invalidRelease(field, `The ${manifestName} does not describe a part${describeFault(error)}.`)
  }
}

/** Describes the first fault in the manifest: `: paths.0 (Invalid string)`. */
function describeFault(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : []
  return issue ? `: ${issue.path.join('.') || 'its root'} (${issue.message.slice(0, 100)})` : ''
}

function parseJson(text: Buffer, field: Field): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw invalidRelease(field, `The ${manifestName} is not JSON.`)
  }
}

function describeRelease({ version, description, shares }: PartManifest, entry: Buffer, field: Field) {
  // Some servers answer with a page where a file is missing.
  if (/^\s*</.test(entry.subarray(0, 200).toString('latin1')))
    throw invalidRelease(field, 'Its entry is a page and no script.')
  const { contract, needs, paths } = description
  const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`
  return { version, contract, needs, paths, shares, integrity }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

interface Limits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

async function fetchFile(address: string, { maxBytes, timeoutMs }: Limits): Promise<Buffer> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok || !answer.body) throw new Error(`it was answered with ${answer.status}`)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body) {
      size += chunk.length
      if (size > maxBytes) throw new Error('it is too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    const reason = isLate ? `did not come whole within ${timeoutMs / 1000} seconds` : 'could not be read'
    throw invalidRelease('manifest', `${address} ${reason}.`)
  }
}
