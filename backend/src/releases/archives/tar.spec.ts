import { gzipSync } from 'node:zlib'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { maxUnpackedBytes } from '@ultimate/events/releases/part.ts'
import { describe, expect, it } from 'vitest'
import { buildArchive, buildTar, builtArchive, builtFiles, type Entry } from '../parts.fixture.ts'
import { inspectArchive } from './look-up.ts'
import { filesIn } from './tar.ts'

const pathsIn = async (archive: Uint8Array): Promise<string[]> => {
  const paths: string[] = []
  for await (const { path } of filesIn(archive)) paths.push(path)
  return paths
}

/** Returns the message of the error for an archive that is refused. */
async function catchReason(archive: Uint8Array): Promise<string> {
  const error = await inspectArchive('hello', archive).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error('it was not refused', { cause: error })
  expect(error.code).toBe('RELEASE_INVALID')
  return error.fields?.['archive'] ?? error.message
}

const good = builtFiles('hello', '1.0.0')
const withEntry = (entry: Entry) => buildArchive([...good, entry])

describe('An archive', () => {
  it('gives its files, however the folder was named', async () => {
    const files: Entry[] = [
      { name: '.', type: 'directory' },
      { name: 'js', type: 'directory' },
      { name: './js/a.js' },
      { name: 'b.css' },
    ]
    expect(await pathsIn(await buildArchive(files))).toEqual(['js/a.js', 'b.css'])
  })

  it('says what is released: version, demands, size and the digest of its entry', async () => {
    const looked = await inspectArchive('hello', await builtArchive('hello', '1.2.0', { needs: { dinner: '^1.1' } }))
    expect(looked).toMatchObject({ version: '1.2.0', contract: '1', needs: { dinner: '^1.1' } })
    expect(looked.integrity).toMatch(/^sha384-[\w+/]{64}$/)
    expect(looked.size).toBeGreaterThan(300)
  })

  it.each<[string, Entry, RegExp]>([
    ['a name that leads upwards', { name: '../evil.js' }, /leads out/],
    ['a name that leads upwards from within', { name: 'js/../../evil.js' }, /leads out/],
    ['an absolute name', { name: '/etc/evil.js' }, /leads out/],
    ['a name with backslashes', { name: 'js\\..\\evil.js' }, /not allowed/],
    ['a folder that leads upwards', { name: '../evil', type: 'directory' }, /leads out/],
    ['a symbolic link', { name: 'js/link.js', type: 'symlink', linkname: '/etc/passwd' }, /symlink/],
    ['a hard link', { name: 'js/link.js', type: 'link', linkname: 'mf-manifest.json' }, /link/],
    ['a pipe', { name: 'js/pipe', type: 'fifo' }, /fifo/],
    ['a file twice', { name: 'mf-manifest.json', content: '{}' }, /twice/],
    ['a name of more than 255 bytes', { name: `js/${'é'.repeat(128)}` }, /too long: .* 255 bytes/],
    ['a long path', { name: `${'js/'.repeat(70)}a.js` }, /too long: 200 characters/],
    ['a name that the site uses itself', { name: '.archive' }, /the site uses itself/],
    ['a folder that the site uses itself', { name: './.archive/x.js' }, /the site uses itself/],
    ['a file below a file', { name: 'mf-manifest.json/a.js' }, /is a file as well/],
  ])('is refused with %s', async (_, entry, reason) => {
    expect(await catchReason(await withEntry(entry))).toMatch(reason)
  })

  it('is refused where it is none, cut off, or damaged', async () => {
    const archive = await buildArchive(good)
    const tar = await buildTar(good)
    const damaged = Buffer.from(tar)
    damaged.fill(0x7f, 600, 700)
    for (const one of [
      Buffer.from('no archive'),
      Buffer.alloc(0),
      tar,
      archive.subarray(0, 200),
      gzipSync(tar.subarray(0, 900)),
      gzipSync(Buffer.from('no tar at all'.repeat(100))),
    ])
      expect(await catchReason(one)).toMatch(/no tar.gz|no mf-manifest/)
    expect(await catchReason(gzipSync(damaged))).not.toBe('')
  })

  it('is refused once it unpacks to more than 60 MB, and not before', async () => {
    const big = (bytes: number): Entry => ({ name: 'big.bin', content: Buffer.alloc(bytes) })
    const used = good.reduce((sum, { content = '' }) => sum + Buffer.byteLength(content), 0)
    const looked = await inspectArchive('hello', await withEntry(big(maxUnpackedBytes - used)))
    expect(looked.size).toBe(maxUnpackedBytes)
    expect(await catchReason(await withEntry(big(maxUnpackedBytes - used + 1)))).toBe(
      'Its files come to more than 60 MB.',
    )
  })

  it('is refused where headers alone unfold without end', async () => {
    const padding = Buffer.alloc(100 * 1024 * 1024)
    expect(await catchReason(gzipSync(Buffer.concat([await buildTar(good), padding]), { level: 1 }))).toMatch(/60 MB/)
  })
})

describe('What an archive says about itself', () => {
  const changed = (manifest: object) => builtArchive('hello', '1.0.0', manifest)
  const without = (name: string) => buildArchive(good.filter((entry) => !entry.name.endsWith(name)))

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['nothing', () => without('mf-manifest.json'), /no mf-manifest.json at its root/],
    ['that it is another part', () => changed({ name: 'dinner' }), /that of the part dinner/],
    ['no version', () => changed({ version: undefined }), /does not describe a part: version \(/],
    ['no contract', () => changed({ contract: undefined }), /does not describe a part: contract \(/],
    ['pages of others', () => changed({ paths: ['/elsewhere'] }), /A page lies outside the paths/],
    ['an entry that is missing', () => without('remoteEntry.0123456789.js'), /entry .* is not there/],
    [
      'an entry elsewhere',
      () => changed({ metaData: { remoteEntry: { name: 'evil.js', path: '../' } } }),
      /is not there/,
    ],
  ])('is refused where that is %s', async (_, archive, reason) => {
    expect(await catchReason(await archive())).toMatch(reason)
  })

  it('is refused where the manifest is no JSON, or the entry a page', async () => {
    const replaced = (name: string, content: string) =>
      buildArchive(good.map((entry) => (entry.name.endsWith(name) ? { ...entry, content } : entry)))
    expect(await catchReason(await replaced('mf-manifest.json', '{"name":'))).toMatch(/not JSON/)
    expect(await catchReason(await replaced('remoteEntry.0123456789.js', '<!doctype html>'))).toMatch(/no script/)
  })
})
