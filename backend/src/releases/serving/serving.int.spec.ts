import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { builtFiles, type Entry, entryName, entryScript, partCalls } from '../parts.fixture.ts'

let dist: string
let app: Awaited<ReturnType<typeof testApp>>
let other: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof partCalls>
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'built-site-'))
  await write('shell/index.html', '<html><head></head><body><div id="root"></div></body></html>')
  await write('shell/first-answers.json', JSON.stringify(drawn))
  await writeAll('dinner', builtFiles('dinner', '1.0.0'))
  app = await testApp({}, undefined, { dist })
  other = await testApp({}, app.database, { dist })
  td = partCalls(app.origin, await app.signIn('td'))
})
afterAll(async () => {
  await other.close()
  await app.close()
  await rm(dist, { recursive: true })
})

const drawn = {
  site: 'Turkey',
  home: { title: 'Turkey', description: 'Disc', picture: '/home.png', markup: '<h1>Disc</h1>' },
  frame: '{{page}}',
  menu: '{{menu}}',
  heads: {},
  shapes: {},
  gate: { title: 'Testing Access', markup: '', files: [] },
  later: [],
  contracts: [1],
  shares: { '@ultimate/kit': '1.2.0' },
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(dist, file)), { recursive: true })
  await writeFile(join(dist, file), content)
}

async function writeAll(name: string, entries: readonly Entry[]): Promise<void> {
  for (const { name: file, content = '', type } of entries)
    if (type !== 'directory') await write(join(name, file), content)
}

interface Settings {
  readonly remotes: readonly AnnouncedPart[]
  readonly preview?: Record<string, string>
}

/** Returns the page that a browser with these cookies gets at an address. */
async function visit(path = '/', { cookie = '', origin = app.origin } = {}) {
  const answer = await fetch(origin + path, { headers: cookie ? { cookie } : {} })
  const page = await answer.text()
  const json = /<script type="application\/json" id="page-settings">(.*?)<\/script>/.exec(page)?.[1] ?? '{}'
  const { remotes, preview } = JSON.parse(json) as Settings
  return {
    headers: answer.headers,
    preview,
    cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '',
    part: (name: string) => remotes.find((one) => one.name === name),
    findVersion: (name: string) => remotes.find((one) => one.name === name)?.version,
  }
}
const liveOn = async (origin: string, name: string) => (await visit('/', { origin })).findVersion(name)

describe('Without a release', () => {
  it('pages carry what came with the site, for everybody the same', async () => {
    const page = await visit()
    expect(page.part('dinner')).toMatchObject({ version: '1.0.0', manifest: '/parts/dinner/mf-manifest.json' })
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect([page.cookie, page.headers.get('vary')]).toEqual(['', 'Accept-Encoding'])
    const [dinner] = await td.list()
    expect(dinner).toMatchObject({ name: 'dinner', live: '1.0.0', releases: [{ version: '1.0.0', by: null }] })
    expect(dinner?.releases[0]?.size).toBeGreaterThan(300)
  })
})

describe('A release that is live', () => {
  it('is what every backend sends with the next page, and its files never change', async () => {
    await td.release('dinner', '1.1.0')
    expect(await liveOn(app.origin, 'dinner')).toBe('1.0.0')
    await td.activate('dinner', '1.1.0')
    const { part } = await visit()
    const dinner = part('dinner')
    expect(dinner).toMatchObject({
      version: '1.1.0',
      manifest: '/parts/dinner/1.1.0/mf-manifest.json',
      entry: `/parts/dinner/1.1.0/${entryName}`,
      integrity: expect.stringMatching(/^sha384-/),
    })
    for (const { origin } of [app, other]) {
      await vi.waitFor(async () => expect(await liveOn(origin, 'dinner')).toBe('1.1.0'), { timeout: 20_000 })
      const file = await fetch(`${origin}${dinner?.entry}`)
      expect(await file.text()).toBe(entryScript('dinner'))
      expect(file.headers.get('cache-control')).toBe('max-age=31536000,immutable')
      expect((await fetch(`${origin}${dinner?.manifest}`)).headers.get('cache-control')).toContain('immutable')
    }
  })

  it('is named to pages that are open, by every answer of the interface', async () => {
    const { headers } = await visit()
    const answer = await fetch(`${app.origin}/api/gate`)
    expect(answer.headers.get('x-release')).toBe(headers.get('x-release'))
  })

  it('is what pages carry on with while the registry cannot be read', async () => {
    const live = (await visit()).findVersion('dinner')
    await app.sql`alter table parts rename to parts_away`
    try {
      // An append, so that what was read before counts no more.
      await td.token('dinner')
      expect((await visit()).findVersion('dinner')).toBe(live)
    } finally {
      await app.sql`alter table parts_away rename to parts`
    }
  })

  it('is taken back by the next page within 5 seconds, on every backend', async () => {
    await td.rollBack('dinner')
    for (const { origin } of [app, other])
      await vi.waitFor(async () => expect(await liveOn(origin, 'dinner')).toBe('1.0.0'), { timeout: 20_000 })
    expect((await fetch(`${app.origin}/parts/dinner/1.1.0/${entryName}`)).status).toBe(200)
  })

  it('adds a part, with its pages, to a site that has never heard of it', async () => {
    expect((await td.add('hello')).status).toBe(201)
    await td.release('hello', '1.0.0')
    expect((await visit()).part('hello')).toBeUndefined()
    await td.activate('hello', '1.0.0')
    const page = await visit('/hello')
    expect(page.part('hello')).toMatchObject({ version: '1.0.0', misfit: null, pages: [{ path: '/hello' }] })
  })

  it('may lie on another origin, from which its page alone may load, and with the entry that was released', async () => {
    const files = new Map(builtFiles('hello', '2.0.0').map(({ name, content }) => [name.replace('./', '/'), content]))
    const server = createServer((request, response) => response.end(files.get(request.url ?? '') ?? '')).listen(0)
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      const answer = await td.releaseElsewhere('hello', '2.0.0', `${elsewhere}mf-manifest.json`)
      expect(answer.status).toBe(201)
    } finally {
      server.close()
    }
    await td.activate('hello', '2.0.0')
    const page = await visit('/hello')
    expect(page.part('hello')).toMatchObject({
      entry: `${elsewhere}${entryName}`,
      integrity: expect.stringMatching(/^sha384-/),
      pages: [{ path: '/hello' }],
    })
    expect(page.headers.get('content-security-policy')).toMatch(new RegExp(`script-src 'self' '[^']+' ${elsewhere};`))
    await td.rollBack('hello')
    expect((await visit('/hello')).headers.get('content-security-policy')).not.toContain(elsewhere)
  })

  it.each([
    '/parts/dinner/1.1.0/..%2f..%2f..%2fauth-secret',
    '/parts/dinner/1.1.0/.archive',
    '/parts/dinner/9.9.9/x.js',
  ])('serves its own files alone: %s', async (path) => expect((await fetch(app.origin + path)).status).toBe(404))
})

describe('A release of which the archive cannot be unpacked', () => {
  it('is left to what came with the site, and the list of parts says why', async () => {
    await td.release('dinner', '1.3.0')
    await app.sql`
      update kept_releases set content = 'no archive' where digest = (
        select release -> 'source' ->> 'digest' from parts, jsonb_array_elements(releases) as release
        where id = 'dinner' and release ->> 'version' = '1.3.0')`
    await td.activate('dinner', '1.3.0')
    for (const _ of [1, 2]) expect((await visit()).findVersion('dinner')).toBe('1.0.0')
    const [dinner] = await td.list()
    const problems = dinner?.releases.map(({ version, problem }) => [version, problem])
    expect(problems).toContainEqual(['1.3.0', 'It is no tar.gz archive, or it is damaged.'])
    expect(problems).toContainEqual(['1.1.0', undefined])
    await td.rollBack('dinner')
  })
})

describe('A canary', () => {
  it('is the same for one visitor with every page, also on another backend, and goes with a rollback', async () => {
    await td.activate('dinner', '1.1.0', 50)
    await vi.waitFor(async () => expect((await visit('/', other)).cookie).not.toBe(''), { timeout: 20_000 })
    const seen = new Set<string | null | undefined>()
    for (let visitor = 0; visitor < 20; visitor++) {
      const first = await visit()
      expect(first.cookie).toMatch(/^canary=[\w-]{22}$/)
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      expect(first.headers.get('vary')).toBe('Cookie, Accept-Encoding')
      const { cookie } = first
      for (const { origin } of [app, other]) {
        const next = await visit('/', { cookie, origin })
        expect([next.findVersion('dinner'), next.cookie]).toEqual([first.findVersion('dinner'), ''])
      }
      const answer = await fetch(`${app.origin}/api/gate`, { headers: { cookie } })
      expect(answer.headers.get('x-release')).toBe(first.headers.get('x-release'))
      seen.add(first.findVersion('dinner'))
    }
    expect(seen).toEqual(new Set(['1.0.0', '1.1.0']))
    await td.rollBack('dinner')
    expect((await visit('/')).headers.get('cache-control')).toBe('no-cache')
  })

  it('tells a page from before it nothing of another release', async () => {
    const before = await visit()
    await td.activate('dinner', '1.1.0', 99)
    await visit()
    const answer = await fetch(`${app.origin}/api/gate`)
    expect(answer.headers.get('x-release')).toBe(before.headers.get('x-release'))
    await td.rollBack('dinner')
  })
})

describe('A preview', () => {
  const preview = async (name: string, version: string, cookie = '') => {
    const headers = cookie ? { cookie } : {}
    const answer = await td.send('POST', `/api/parts/${name}/preview`, { json: { version }, headers })
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  }

  it('shows versions to one browser alone, and says so to its pages', async () => {
    const cookie = await preview('hello', '2.0.0', await preview('dinner', '1.1.0'))
    const own = await visit('/', { cookie })
    expect([own.findVersion('dinner'), own.findVersion('hello')]).toEqual(['1.1.0', '2.0.0'])
    expect(own.preview).toEqual({ dinner: '1.1.0', hello: '2.0.0' })
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    const others = await visit()
    expect([others.findVersion('dinner'), others.preview]).toEqual(['1.0.0', undefined])
  })

  it('is left with one call, by anybody', async () => {
    const answer = await fetch(`${app.origin}/api/parts/preview`, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^part-preview=; .*Max-Age=0/),
    ])
  })

  it('cannot be made by anybody else', async () => {
    const [name, value = ''] = (await preview('dinner', '1.1.0')).split('=')
    const [, signature] = decodeURIComponent(value).split('.')
    const forged = Buffer.from(JSON.stringify({ parts: { hello: '2.0.0' }, until: Date.now() * 2 })).toString(
      'base64url',
    )
    for (const cookie of [`${forged}.${signature}`, forged, 'nonsense', '.', `${value}x`]) {
      const page = await visit('/', { cookie: `${name}=${cookie}` })
      expect([page.findVersion('dinner'), page.findVersion('hello')]).toEqual(['1.0.0', '1.0.0'])
    }
  })
})

describe('A release', () => {
  it.each([
    [
      'claims what belongs to another part',
      { paths: ['/greedy', '/dinner/extra'] },
      'The greedy pages claim /dinner/extra, which belongs to the dinner pages: one of the two has to give it up.',
    ],
    [
      'needs another kit than the shell shares',
      { shared: [{ name: '@ultimate/kit/router.ts', requiredVersion: '^1.3.0' }] },
      'The greedy pages need version ^1.3.0 of @ultimate/kit, and this site shares 1.2.0.',
    ],
  ])('that %s is refused before anybody gets it', async (_, manifest, why) => {
    await td.add('greedy')
    const { status, body } = await td.release('greedy', '1.0.0', manifest)
    expect([status, body.code, body.message]).toEqual([409, 'RELEASE_DOES_NOT_FIT', why])
    expect((await td.list()).find(({ name }) => name === 'greedy')?.releases).toEqual([])
  })
})
