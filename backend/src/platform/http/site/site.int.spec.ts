import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { embeddedOrigins } from '../../../modules.ts'
import { createSite, type SiteOptions } from './site.ts'

let dist: string
let servers: Server[]

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(dist, file)), { recursive: true })
  await writeFile(join(dist, file), content)
}

const entryScript = (version: string) => `/* entry ${version} */`
const digest = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** What parts say about themselves here; the backend knows none of their pages. */
const said = {
  dinner: {
    area: 'dinner',
    contract: '^1',
    needs: { dinner: '^1.2' },
    paths: ['/dinner'],
    pages: [
      {
        path: '/dinner/info',
        label: 'Info',
        title: 'Dinner',
        admission: 'everyone',
        menu: { group: 'Supper & more', order: 2, for: 'everyone' },
        head: { heading: 'Turkey & <ham>', lead: 'For {{title}}.', feather: 'gold' },
        layout: 'cards',
        description: 'Ham',
        picture: 'previews/ham.png',
      },
    ],
  },
  staff: {
    area: 'staff',
    contract: '^1',
    needs: {},
    paths: ['/audit'],
    pages: [
      {
        path: '/audit',
        label: 'Audit',
        title: 'Audit',
        admission: ['TD'],
        menu: { group: 'Account', order: 1, for: ['TD'] },
        head: { heading: 'Audit' },
      },
    ],
  },
} as const
const interfaces = { dinner: '1.4.0' }

const manifestOf = (version: string, name: keyof typeof said = 'dinner', changes: object = {}) => ({
  name,
  version: `1.0.0-${version}`,
  ...said[name],
  shared: [
    { name: 'react/jsx-runtime', requiredVersion: '^19' },
    { name: '@ultimate/kit/state/session.ts', requiredVersion: '^1.0.0' },
  ],
  ...changes,
  metaData: { remoteEntry: { name: `js/remoteEntry.${version}.js`, path: '' } },
  exposes: [{ assets: { js: { sync: [`js/mount.${version}.js`] }, css: { sync: [`css/mount.${version}.css`] } } }],
})

/** Lays a build of a part into the folder, as if `at` seconds after the epoch. */
async function build(name: keyof typeof said, version: string, at: number, changes: object = {}): Promise<void> {
  await write(`${name}/js/remoteEntry.${version}.js`, entryScript(version))
  await write(`${name}/mf-manifest.json`, JSON.stringify(manifestOf(version, name, changes)))
  await utimes(join(dist, name, 'mf-manifest.json'), at, at)
}
const buildDinner = (version: string, at: number, changes: object = {}) => build('dinner', version, at, changes)

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const noCookie = () => undefined

async function serveSite(options: Partial<SiteOptions> = {}) {
  const site = createSite({ remotes: null, gatePassword: null, parts, interfaces, embeddedOrigins, dist, ...options })
  const served: (readonly string[])[] = []
  const app = new Koa().use(async (context) => void served.push((await site.serve(context)).styles))
  app.silent = true
  const url = await listening(app.callback())
  return { site, url, served, page: async (path = '/') => (await fetch(url + path)).text() }
}

/** Fetch cleans paths and unpacks bodies; this does neither. */
async function raw(url: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url)
  const asked = request({ hostname, port, path, headers }).end()
  const [answer] = await once(asked, 'response')
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: answer.headers, body }
}

function settingsIn(page: string) {
  const text = /<script type="application\/json" id="page-settings">(.*?)<\/script>/.exec(page)?.[1]
  return JSON.parse(text ?? 'null') as {
    gate: boolean
    mails: boolean
    remotes: { name: string; entry: string | null; misfit: string | null; paths: string[]; pages: { path: string }[] }[]
    release: Record<string, string>
    later: string[]
  }
}
const parts = ['tournament', 'dinner', 'staff']
const remoteIn = (page: string, name: string) => settingsIn(page).remotes.find((remote) => remote.name === name)

/** Where the part is, without what it says about itself. */
function addressIn(page: string, name: string) {
  const { version, manifest, entry, integrity } = remoteIn(page, name) as unknown as Record<string, unknown>
  return { name, version, manifest, entry, integrity }
}

/** What the shell draws when it is built, with slots for what the parts say. */
const drawn = {
  site: 'Turkey',
  home: {
    title: 'Turkey',
    description: 'Two "days"',
    picture: '/previews/home.png',
    markup: '<nav>{{menus}}</nav><h1>Two days of disc</h1>',
  },
  frame: '<nav>{{menus}}</nav>{{page}}',
  menu: '<i>{{menu}}</i>',
  heads: { 'regular-gold-lead': '<b>{{heading}}</b><u>{{lead}}</u>', 'desk-pumpkin': '<b>{{heading}}</b>' },
  shapes: { cards: '{{head}}<p title="{{title}}">Cards</p>', text: '{{head}}<p>Text</p>' },
  gate: '<p>Closed</p>',
  withParts: ['/parts/shell/js/parts.a.js'],
  lends: { live: ['/parts/shell/js/live.a.js', '/parts/shell/js/parts.a.js'], query: ['/parts/shell/js/parts.a.js'] },
  later: ['/parts/shell/js/7.0123456789.js'],
  contracts: [1],
  shares: { react: '19.3.1', '@ultimate/kit': '1.2.0' },
}

const sheetLink = '<link href="/parts/shell/css/main.0123456789.css" rel="stylesheet">'
const sheet = `@font-face{src:url(../assets/face.0123456789.woff2)}i::after{content:"</style>"}\n/*# sourceMappingURL=main.css.map*/`

beforeEach(async () => {
  servers = []
  dist = await mkdtemp(join(tmpdir(), 'site-'))
  await write(
    'shell/index.html',
    `<html><head><title>Site</title>${sheetLink}</head><body><div id="root"></div></body></html>`,
  )
  await write('shell/first-answers.json', JSON.stringify(drawn))
  await write('shell/css/main.0123456789.css', sheet)
  await write('shell/js/main.0123456789.js', 'plain')
  await write('shell/js/main.0123456789.js.br', brotliCompressSync('packed'))
  await write('shell/root/favicon.svg', '<svg/>')
  await write('shell/.fingerprint', 'secret')
  await buildDinner('aaaaaaaaaa', 1)
  await build('staff', 'aaaaaaaaaa', 1)
})

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await rm(dist, { recursive: true })
})

describe('the page', () => {
  it.each(['/', '/no/such/page'])('at %s comes with the home page drawn', async (path) => {
    const { page } = await serveSite()
    const menu = '<i>Supper &amp; more</i>'
    expect(await page(path)).toContain(`<div id="root"><nav>${menu}</nav><h1>Two days of disc</h1></div>`)
  })

  it("of a part comes with what stands in its place, and hints for what the part's first page loads", async () => {
    const { page } = await serveSite()
    const html = await page('/dinner/info/')
    const head = '<b>Turkey &amp; &lt;ham&gt;</b><u>For {{title}}.</u>'
    const shape = `${head}<p title="Dinner">Cards</p>`
    expect(html).toContain(`<div id="root"><nav><i>Supper &amp; more</i></nav>${shape}</div>`)
    expect(html).toContain(
      '<link rel="preload" as="fetch" href="/parts/dinner/mf-manifest.json" crossorigin="anonymous" fetchpriority="low">',
    )
    expect(html).toContain('as="script" href="/parts/dinner/js/remoteEntry.aaaaaaaaaa.js"')
    expect(html).toContain('as="script" href="/parts/dinner/js/mount.aaaaaaaaaa.js"')
    expect(html).toContain('as="style" href="/parts/dinner/css/mount.aaaaaaaaaa.css"')
  })

  it('hints at the files of the page itself, and at what the shell loads for the part, once each and in its mode', async () => {
    const hinted = async (path: string): Promise<string[]> =>
      (await page(path)).match(/<link rel="preload"[^>]*>/g) ?? []
    const { page } = await serveSite()
    const usual = await hinted('/dinner/info')
    const pageFiles = {
      '/dinner/info': { files: ['css/info.a.css', 'js/info.a.js'], shares: ['live', 'query', 'here'] },
    }
    await buildDinner('aaaaaaaaaa', 20, { pageFiles })
    const added = (await hinted('/dinner/info')).filter((hint) => !usual.includes(hint))
    expect(added).toEqual([
      '<link rel="preload" as="script" href="/parts/shell/js/live.a.js" fetchpriority="low">',
      '<link rel="preload" as="style" href="/parts/dinner/css/info.a.css" crossorigin="anonymous" fetchpriority="low">',
      '<link rel="preload" as="script" href="/parts/dinner/js/info.a.js" crossorigin="anonymous" fetchpriority="low">',
    ])
    const ofParts = '<link rel="preload" as="script" href="/parts/shell/js/parts.a.js" fetchpriority="low">'
    expect(usual.filter((hint) => hint === ofParts)).toHaveLength(1)
    expect(await hinted('/')).not.toContain(ofParts)
    await buildDinner('aaaaaaaaaa', 30, { pageFiles: 'nonsense' })
    expect(await hinted('/dinner/info')).toEqual(usual)
  })

  it('has a title, a description and a picture of its own, as whole addresses', async () => {
    const { page } = await serveSite({ siteUrl: 'https://turkey.example' })
    const html = await page('/dinner/info')
    expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Dinner · Turkey</title>'])
    expect(html).toContain('<meta name="description" content="Ham">')
    expect(html).toContain('<link rel="canonical" href="https://turkey.example/dinner/info">')
    expect(html).toContain('<meta property="og:image" content="https://turkey.example/parts/dinner/previews/ham.png">')
    expect(await page('/no/such/page')).toContain('<meta name="description" content="Two &quot;days&quot;">')
  })

  it('is not for search engines where it is for staff', async () => {
    const { page } = await serveSite()
    const html = await page('/audit')
    expect(html).toContain('<title>Audit · Turkey</title><meta name="robots" content="noindex">')
    expect(html).not.toContain('og:')
  })

  it('says whether mails leave the site, so that no page promises one in vain', async () => {
    expect(settingsIn(await (await serveSite()).page()).mails).toBe(false)
    expect(settingsIn(await (await serveSite({ smtpUrl: 'smtp://post.example' })).page()).mails).toBe(true)
  })

  it('carries its style sheet, which the policy knows by its digest, and asks for the display face at once', async () => {
    const { page, served } = await serveSite()
    const html = await page()
    const css = '@font-face{src:url(/parts/shell/assets/face.0123456789.woff2)}i::after{content:"<\\/style>"}'
    expect(html).toContain(`<style>${css}</style>`)
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('as="font" type="font/woff2" href="/parts/shell/assets/face.0123456789.woff2"')
    expect(served).toEqual([[`'sha256-${createHash('sha256').update(css).digest('base64')}'`]])
  })

  it('links to a style sheet that cannot be read', async () => {
    await rm(join(dist, 'shell/css'), { recursive: true })
    const { page, served } = await serveSite()
    expect(await page()).toContain(sheetLink)
    expect(served).toEqual([[]])
  })

  it('shows nothing of the site while the testing gate is on', async () => {
    const { page } = await serveSite({ gatePassword: 'turkey' })
    expect(settingsIn(await page()).gate).toBe(true)
    expect(await page()).toContain('<title>Site</title>')
    expect(await page()).toContain('<div id="root"><p>Closed</p></div>')
    expect(await page()).not.toContain('Two days of disc')
    expect(await page('/dinner/info')).not.toContain('as="fetch"')
  })

  it('is asked for again every time, and answered 304 where nothing changed', async () => {
    const { url } = await serveSite()
    const first = await fetch(url)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await raw(url, '/', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('is sent in the best encoding that is understood', async () => {
    const { url } = await serveSite()
    const packed = await raw(url, '/', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.body).toString()).toContain('Two days of disc')
    expect((await raw(url, '/')).headers['content-encoding']).toBeUndefined()
  })
})

describe('the release', () => {
  it('is named in the page and in every answer, and changes with what a page would load', async () => {
    const { url, site, page } = await serveSite()
    const named = (await fetch(url, { method: 'HEAD' })).headers.get('x-release')
    expect(named).toMatch(/^shell=[0-9a-f]{10},dinner=[0-9a-f]{10},staff=[0-9a-f]{10}$/)
    expect(site.release(noCookie)).toBe(named)
    expect(settingsIn(await page()).release).toEqual(
      Object.fromEntries(named?.split(',').map((one) => one.split('=')) ?? []),
    )
    await buildDinner('bbbbbbbbbb', 2)
    const next = (await fetch(url, { method: 'HEAD' })).headers.get('x-release')
    expect(next?.split(',')[0]).toBe(named?.split(',')[0])
    expect(next).not.toBe(named)
    // Else a page that has just come would learn from the next answer that it is another one.
    expect(site.release(noCookie)).toBe(next)
  })

  it('tells pages what the shell can fetch once it rests', async () => {
    const { page } = await serveSite()
    expect(settingsIn(await page()).later).toEqual(['/parts/shell/js/7.0123456789.js'])
  })
})

const mapService = 'https://www.openstreetmap.org'

describe('where the parts are', () => {
  it('stands in the page with the digest of the entry', async () => {
    const { page } = await serveSite()
    expect(addressIn(await page(), 'dinner')).toEqual({
      name: 'dinner',
      version: '1.0.0-aaaaaaaaaa',
      manifest: '/parts/dinner/mf-manifest.json',
      entry: '/parts/dinner/js/remoteEntry.aaaaaaaaaa.js',
      integrity: digest(entryScript('aaaaaaaaaa')),
    })
  })

  it('follows a part that is built anew, without a restart', async () => {
    const { page } = await serveSite()
    await page()
    await buildDinner('bbbbbbbbbb', 2)
    expect(remoteIn(await page(), 'dinner')?.entry).toBe('/parts/dinner/js/remoteEntry.bbbbbbbbbb.js')
  })

  it('is open for a part that is not built, and the page comes all the same', async () => {
    const { page } = await serveSite()
    expect(remoteIn(await page('/tournament'), 'tournament')).toMatchObject({ entry: null, integrity: null })
  })

  it('can be in a folder of another origin, which pages may then load from', async () => {
    const elsewhere = await listening((asked, answer) => {
      const isManifest = asked.url === '/dinner/mf-manifest.json'
      answer.end(isManifest ? JSON.stringify(manifestOf('cccccccccc')) : entryScript('cccccccccc'))
    })
    const manifest = `${elsewhere}/dinner/mf-manifest.json`
    const { site, page } = await serveSite({ remotes: `dinner=${manifest}` })
    const folder = `${elsewhere}/dinner/`
    expect(site.sources).toMatchObject({ scripts: [folder], styles: [folder], connections: [folder, mapService] })
    const known = {
      name: 'dinner',
      version: '1.0.0-cccccccccc',
      manifest,
      entry: `${folder}js/remoteEntry.cccccccccc.js`,
      integrity: digest(entryScript('cccccccccc')),
    }
    await vi.waitFor(async () => expect(addressIn(await page(), 'dinner')).toEqual(known), { timeout: 20_000 })
  })

  it('is taken as pinned, with what the part says about itself as soon as it was heard', async () => {
    const elsewhere = await listening((_, answer) => {
      answer.end(JSON.stringify(manifestOf('cccccccccc', 'dinner', { area: 'supper' })))
    })
    const manifest = `${elsewhere}/mf-manifest.json`
    const pin = digest('the entry')
    const { page } = await serveSite({ remotes: `dinner=${manifest}#${pin}` })
    const address = { name: 'dinner', version: null, manifest, entry: null, integrity: pin }
    expect(addressIn(await page('/dinner/info'), 'dinner')).toEqual(address)
    await vi.waitFor(async () => expect(remoteIn(await page(), 'dinner')).toMatchObject({ area: 'supper' }), {
      timeout: 20_000,
    })
    expect(addressIn(await page(), 'dinner')).toEqual({ ...address, version: '1.0.0-cccccccccc' })
    expect(await page('/dinner/info')).not.toContain('as="script"')
  })

  it('is open for a part that answers nonsense, and the page comes all the same', async () => {
    const elsewhere = await listening((_, answer) => answer.end('<h1>Not here</h1>'))
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    expect(remoteIn(await page('/dinner/info'), 'dinner')).toMatchObject({ entry: null, integrity: null })
  })

  it('is open for a part that does not answer, and no page waits for it', async () => {
    let isGivenUp = false
    const asked = Promise.withResolvers<void>()
    const elsewhere = await listening((request) => {
      asked.resolve()
      request.once('close', () => (isGivenUp = true))
    })
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    await asked.promise
    expect(remoteIn(await page('/dinner/info'), 'dinner')).toMatchObject({ entry: null, integrity: null })
    expect(isGivenUp).toBe(false)
  })
})

describe('what a part says about itself', () => {
  it('stands in the page, but for what is for search engines', async () => {
    const { page } = await serveSite()
    const { paths, pages } = remoteIn(await page(), 'dinner') ?? {}
    const { description: _, picture: __, ...info } = said.dinner.pages[0]
    expect({ paths, pages }).toEqual({ paths: ['/dinner'], pages: [{ ...info, saysAccessDenied: false }] })
  })

  it('may be more than this backend understands: it takes the rest', async () => {
    const [info] = said.dinner.pages
    const newer = { ...info, confetti: true, layout: 'carousel', head: { ...info.head, feather: 'rainbow' } }
    await buildDinner('bbbbbbbbbb', 2, { pages: [newer], colour: 'green' })
    const { page } = await serveSite()
    expect(remoteIn(await page(), 'dinner')?.pages).toMatchObject([
      { path: '/dinner/info', layout: 'text', head: { feather: 'pumpkin' } },
    ])
  })

  it('holds until the same part from another origin has said it', async () => {
    const elsewhere = await listening(() => undefined)
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    const html = await page('/dinner/info')
    expect(remoteIn(html, 'dinner')).toMatchObject({ version: null, paths: ['/dinner'] })
    expect(html).toContain('<title>Dinner · Turkey</title>')
  })

  it.each([
    [
      'contract',
      { contract: '^2' },
      /^The dinner pages need version \^2 of the shell's contract, .* has 1: please reload/,
    ],
    ['needs', { needs: { dinner: '^1.5' } }, /^The dinner pages need version \^1.5 of the dinner .* has 1.4.0: please/],
    [
      'needs',
      { needs: { wine: '^1' } },
      /^The dinner pages need version \^1 of the wine interface, .* has none: please/,
    ],
    [
      'packages',
      { shared: [{ name: '@ultimate/kit/router.ts', requiredVersion: '^1.3.0' }] },
      /^The dinner pages need version \^1.3.0 of @ultimate\/kit, and this site shares 1.2.0: please reload/,
    ],
    [
      'paths',
      { paths: ['/audit', '/dinner'] },
      /^The staff pages claim \/audit, which belongs to the dinner pages: one/,
    ],
  ])(
    'keeps what does not fit by its %s from being loaded, with a sentence that says what to do',
    async (_, changes, why) => {
      await buildDinner('bbbbbbbbbb', 2, changes)
      const { page } = await serveSite()
      const misfits = settingsIn(await page()).remotes.flatMap(({ misfit }) => (misfit === null ? [] : [misfit]))
      expect(misfits).toEqual([expect.stringMatching(why)])
    },
  )

  it.each([
    ['another part', { name: 'staff' }],
    ['a page outside its paths', { paths: ['/supper'] }],
    ['a path that is none', { paths: ['/'] }],
  ])('counts for nothing where it names %s', async (_, changes) => {
    await buildDinner('bbbbbbbbbb', 2, changes)
    const { page } = await serveSite()
    expect(remoteIn(await page(), 'dinner')).toMatchObject({ version: null, entry: null, pages: [] })
  })
})

describe('a file', () => {
  it('with a digest in its name is kept for a year, packed where it was packed', async () => {
    const { url } = await serveSite()
    const { headers, body } = await raw(url, '/parts/shell/js/main.0123456789.js', { 'accept-encoding': 'br' })
    expect(headers['cache-control']).toBe('max-age=31536000,immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect(brotliDecompressSync(body).toString()).toBe('packed')
    expect((await raw(url, '/parts/shell/js/main.0123456789.js')).body.toString()).toBe('plain')
  })

  it('that names others is asked for again every time', async () => {
    const { url } = await serveSite()
    expect((await raw(url, '/parts/dinner/mf-manifest.json')).headers['cache-control']).toBe('no-cache')
  })

  it('that names others is known by its content: a release may be older than the one before', async () => {
    const { url } = await serveSite()
    const path = '/parts/dinner/mf-manifest.json'
    const { headers } = await raw(url, path)
    const known = { 'if-none-match': String(headers.etag) }
    expect([(await raw(url, path, known)).status, headers['last-modified']]).toEqual([304, undefined])
    await buildDinner('cccccccccc', 2)
    const manifest = join(dist, 'dinner/mf-manifest.json')
    await utimes(manifest, new Date(0), new Date(0))
    expect((await raw(url, path, known)).body.toString()).toBe(await readFile(manifest, 'utf8'))
    // As a browser asks that has it from a site which told its time.
    const since = { 'if-modified-since': new Date().toUTCString() }
    expect((await raw(url, path, since)).status).toBe(200)
  })

  it('may stand at the root, as browsers expect of icons', async () => {
    const { url } = await serveSite()
    expect((await raw(url, '/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  })

  it.each([
    '/parts/shell/js/gone.0123456789.js',
    '/parts/../../package.json',
    '/parts/%2e%2e/%2e%2e/package.json',
    '/parts/shell/.fingerprint',
    '/parts/shell/%00.js',
    '/../../../../etc/passwd.txt',
  ])('%s is none', async (path) => {
    const { url } = await serveSite()
    const { status, body, headers } = await raw(url, path)
    expect(status === 404 || status === 400).toBe(true)
    expect(body.toString()).not.toMatch(/secret|workspaces|root:/)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
  })
})
