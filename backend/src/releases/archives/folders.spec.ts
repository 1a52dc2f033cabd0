import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtArchive } from '../parts.fixture.ts'
import { rehearseUnpacking, releaseFolders } from './folders.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'release-folders-'))
})
afterEach(() => rm(dir, { recursive: true }))

const release = { name: 'hello', version: '1.0.0', digest: 'abc' }

describe('The folder of a release', () => {
  it('is made once, and holds the files of its archive', async () => {
    let reads = 0
    const archive = await builtArchive('hello', '1.0.0')
    const folders = releaseFolders(dir, async () => {
      reads += 1
      return archive
    })
    const made = await Promise.all([folders.findFolder(release), folders.findFolder(release)])
    expect([made, reads, folders.findProblem('abc')]).toEqual([Array(2).fill(join(dir, 'hello/1.0.0')), 1, null])
    expect(await readFile(join(dir, 'hello/1.0.0/js/mfe.0123456789.js'), 'utf8')).toContain('hello 1.0.0')
  })

  it('that cannot be made is not tried again for everyone who asks, but later, in the background', async () => {
    let now = 0
    const reads: (() => void)[] = []
    const good = await builtArchive('hello', '1.0.0')
    let archive: Buffer | null = Buffer.from('no archive')
    const folders = releaseFolders(
      dir,
      () => new Promise((resolve) => reads.push(() => resolve(archive))),
      () => now,
    )
    const first = folders.findFolder(release)
    await expect.poll(() => reads.length).toBe(1)
    reads[0]?.()
    expect([await first, await folders.findFolder(release), reads.length]).toEqual([null, null, 1])
    expect(folders.findProblem('abc')).toBe('It is no tar.gz archive, or it is damaged.')

    now = 5_000
    archive = null
    // Answered although the second try has not ended.
    expect(await folders.findFolder(release)).toBeNull()
    await expect.poll(() => reads.length).toBe(2)
    reads[1]?.()
    await expect.poll(() => folders.findProblem('abc')).toBe('Its archive is not in the database any more.')

    now = 24_999
    expect([await folders.findFolder(release), reads.length]).toEqual([null, 2])
    now = 25_000
    archive = good
    await folders.findFolder(release)
    await expect.poll(() => reads.length).toBe(3)
    reads[2]?.()
    await expect.poll(() => folders.findProblem('abc')).toBeNull()
    expect(await folders.findFolder(release)).toBe(join(dir, 'hello/1.0.0'))
  })
})

describe('The rehearsal of a release', () => {
  it('leaves nothing behind, and refuses with the reason what cannot be unpacked here', async () => {
    await rehearseUnpacking(join(dir, 'parts'), await builtArchive('hello', '1.0.0'))
    expect(await readdir(join(dir, 'parts'))).toEqual([])
    await writeFile(join(dir, 'file'), '')
    await expect(rehearseUnpacking(join(dir, 'file'), await builtArchive('hello', '1.0.0'))).rejects.toMatchObject({
      code: 'RELEASE_INVALID',
      fields: { archive: 'It cannot be unpacked (EEXIST).' },
    })
  })
})
