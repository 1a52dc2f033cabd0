import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtFiles, smallSite, teamToken } from '@ultimate/backend/releases/parts.fixture.ts'
import { testApp } from '@ultimate/backend/test/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOfBuild } from './archive.ts'
import { describeErrors, describePart, runParts } from './parts.ts'

let app: Awaited<ReturnType<typeof testApp>>
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  app = await testApp({ gatePassword: 'gobble' }, undefined, { host: smallSite })
  folder = await mkdtemp(join(tmpdir(), 'built-part-'))
  env = {
    SITE_URL: app.origin,
    GATE_PASSWORD: 'gobble',
    RELEASE_TOKEN: await teamToken(app.origin, 'dinner', 'gobble'),
  }
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

async function build(version: string): Promise<void> {
  for (const { name, content, type } of builtFiles('dinner', version)) {
    if (type === 'directory') continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content ?? '')
  }
  // Counts for nothing: no visitor loads it.
  await writeFile(join(folder, 'js/mfe.0123456789.js.map'), '-'.repeat(50_000))
}

const run = (line: string) => runParts(line.split(' '), env)

describe('npm run parts', () => {
  it('takes a part from its built folder to all visitors and back', async () => {
    await build('1.1.0')
    expect(await run(`release dinner ${folder}`)).toMatch(/^Released dinner@1\.1\.0 \(1 KB\)\. No one gets it yet/)
    expect(await run('canary dinner@1.1.0 10')).toBe('dinner: 1.0.0 live; canary 1.1.0 for 10 % of the visitors')
    expect(await run('activate dinner@1.1.0')).toMatch(
      /^dinner: 1\.1\.0 live since \d{4}-\d\d-\d\d \d\d:\d\d by Team dinner; before: 1\.0\.0$/,
    )
    expect(await run('rollback dinner')).toMatch(/^dinner: 1\.0\.0 live since .* by Team dinner$/)
    expect(await run('list')).toMatch(
      /^dinner: 1\.0\.0 live.*\n {2}1\.1\.0 .*Team dinner {2}1 KB {2}contract 1\n {2}1\.0\.0 .*came with the site {2}1 KB/,
    )
  })

  it('says what the site says where it refuses', async () => {
    await expect(run(`release dinner ${folder}`)).rejects.toThrow(/There is a release of this version already/)
    await expect(run('activate dinner@9.9.9')).rejects.toThrow('There is no release of this version.')
    await expect(run('activate tournament@1.0.0')).rejects.toThrow('Your role does not allow this.')
    await expect(runParts(['list'], { ...env, GATE_PASSWORD: undefined })).rejects.toThrow(/GATE_PASSWORD/)
    await expect(runParts(['list'], { ...env, SITE_URL: 'http://localhost:1' })).rejects.toThrow(/SITE_URL/)
  })

  it('says what is wrong with a command', async () => {
    for (const line of ['', 'list all', 'release dinner', 'remove dinner'])
      await expect(run(line)).rejects.toThrow(/^npm run parts -- <command>/)
    await expect(run('activate dinner')).rejects.toThrow('dinner should look like dinner@1.4.0.')
    await expect(run('canary dinner@1.1.0 100')).rejects.toThrow('from 1 to 99')
    await expect(run(`release dinner ${join(folder, 'js')}`)).rejects.toThrow('build the part first')
    await expect(runParts(['list'], { ...env, RELEASE_TOKEN: '' })).rejects.toThrow('RELEASE_TOKEN is not set')
  })

  it('issues a token for a TD, who signs in with their password', async () => {
    const { RELEASE_TOKEN: _, ...others } = env
    const td = { ...others, TD_USERNAME: 'td', TD_PASSWORD: 'first-td-password' }
    const token = await runParts(['token', 'dinner'], td)
    expect(token).toMatch(/^release_dinner_/)
    expect(await runParts(['list'], { ...others, RELEASE_TOKEN: token })).toMatch(/^dinner: /)
    await expect(run('token dinner')).rejects.toThrow('Your role does not allow this.')
  })

  it('says in the list that an earlier release stays live over what came with a new site', () => {
    const release = { contract: '1', needs: {}, size: 1 }
    const released = { ...release, version: '1.1.0', at: '2025-11-01T12:00:00.000Z', by: 'Team dinner' }
    const ofSite = { ...release, version: '1.2.0', at: '2025-11-20T12:00:00.000Z', by: null }
    const state = { name: 'dinner', live: '1.1.0', since: released.at, by: 'Team dinner', canary: null, errors: [] }
    const listed = (isHeldBack: boolean) =>
      describePart({ ...state, previous: '1.2.0', releases: [{ ...ofSite, isHeldBack }, released] })
    expect(listed(true)).toContain('not live: 1.1.0 stays live until you activate this one')
    expect(listed(false)).not.toContain('stays live')
  })

  it('lists the last errors of a part', async () => {
    expect(await run('errors dinner')).toBe('No page has reported an error of dinner.')
    const errors = [
      { version: '1.1.0', message: 'boom', stack: ['eat mfe-dinner/src/pie.tsx:3:5'], count: 2, previews: 1 },
      { version: '1.0.0', message: 'bang', stack: [], count: 0, previews: 1 },
    ].map((one) => ({ ...one, lastAt: '2025-11-22T18:30:00.000Z' }))
    expect(describeErrors('dinner', errors)).toBe(
      `dinner@1.1.0  2025-11-22 18:30  2 by visitors, 1 in previews
  boom
    at eat mfe-dinner/src/pie.tsx:3:5

dinner@1.0.0  2025-11-22 18:30  1 in previews
  bang`,
    )
  })

  it.each([
    ['a folder that is not there', 'release dinner /no/such/folder', 'There is no folder /no/such/folder'],
    ['an address without an answer', 'release dinner http://localhost:1/mf-manifest.json', 'There is no manifest at'],
  ])('names %s in one sentence', async (_, line, sentence) => {
    await expect(run(line)).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(sentence) }),
    )
  })

  it('names a broken manifest, a wrong token and a wrong address in one sentence', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'broken-part-'))
    await writeFile(join(broken, 'mf-manifest.json'), '{')
    await expect(run(`release dinner ${broken}`)).rejects.toThrow(/is not JSON: please build the part again\.$/)
    await writeFile(join(broken, 'mf-manifest.json'), '{}')
    await expect(run(`release dinner ${broken}`)).rejects.toThrow(/names no version/)
    await rm(broken, { recursive: true })
    for (const RELEASE_TOKEN of ['nonsense', 'release_dinner_nonsense'])
      await expect(runParts(['list'], { ...env, RELEASE_TOKEN })).rejects.toThrow(/token.*a TD/i)
    await expect(runParts(['list'], { ...env, SITE_URL: 'turkey' })).rejects.toThrow('SITE_URL is turkey')
  })

  it('leaves out what a build keeps for itself, and files of earlier builds', async () => {
    await writeFile(join(folder, 'js/old.0123456789.js'), '')
    await writeFile(join(folder, 'js/old.0123456789.js.br'), '')
    const newest = ['mf-manifest.json', 'js/remoteEntry.0123456789.js', 'js/mfe.0123456789.js']
    await writeFile(join(folder, '.builds.json'), JSON.stringify([newest, ['js/old.0123456789.js']]))
    expect(filesOfBuild(folder)).toEqual(newest.toSorted())
  })
})
