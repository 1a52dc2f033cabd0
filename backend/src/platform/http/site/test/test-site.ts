import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Koa from 'koa'
import { afterEach, beforeEach } from 'vitest'
import { embeddedOrigins } from '../../../../modules.ts'
import { readDefaultFacts } from '../../../edition.ts'
import { send } from '../../answer/reply.ts'
import { createSite, type PageExtras, type SiteOptions } from '../site.ts'

let dist: string
let servers: Server[]

/** Lays a file into the folder of the built site. */
export async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(dist, file)), { recursive: true })
  await writeFile(join(dist, file), content)
}

/** Returns the path of a file of the built site. */
export const inDist = (file: string): string => join(dist, file)

/** Takes a file or a folder out of the built site. */
export const remove = (file: string): Promise<void> => rm(inDist(file), { recursive: true })

export const entryScript = (version: string) => `/* entry ${version} */`
/** Returns the digest that browsers compare with a script of another origin. */
export const digest = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** The descriptions that parts give of themselves here; the backend knows none of their pages. */
export const descriptions = {
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

/** The manifest that the build of a part leaves. */
export const buildManifest = (version: string, name: keyof typeof descriptions = 'dinner', changes: object = {}) => ({
  name,
  version: `1.0.0-${version}`,
  ...descriptions[name],
  shared: [
    { name: 'react/jsx-runtime', requiredVersion: '^19' },
    { name: '@ultimate/kit/state/session.ts', requiredVersion: '^1.0.0' },
  ],
  ...changes,
  metaData: { remoteEntry: { name: `js/remoteEntry.${version}.js`, path: '' } },
  exposes: [{ assets: { js: { sync: [`js/mount.${version}.js`] }, css: { sync: [`css/mount.${version}.css`] } } }],
})

/** Lays a build of a part into the folder, as if `at` seconds after the epoch. */
async function build(
  name: keyof typeof descriptions,
  version: string,
  at: number,
  changes: object = {},
): Promise<void> {
  await write(`${name}/js/remoteEntry.${version}.js`, entryScript(version))
  await write(`${name}/mf-manifest.json`, JSON.stringify(buildManifest(version, name, changes)))
  await utimes(join(dist, name, 'mf-manifest.json'), at, at)
}
export const buildDinner = (version: string, at: number, changes: object = {}) => build('dinner', version, at, changes)

/** The address at which the listener answers until the end of the test. */
export async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const noCookie = () => undefined

/** A site of the built folder, and how to ask it for pages. */
export async function serveSite(options: Partial<SiteOptions> = {}) {
  const site = createSite({
    remotes: null,
    gatePassword: null,
    authSecret: 'secret',
    facts: readDefaultFacts('2025'),
    parts,
    interfaces,
    embeddedOrigins,
    dist,
    ...options,
  })
  const served: PageExtras[] = []
  const app = new Koa().use(async (context) => {
    const { extras, reply } = await site.serve(context)
    served.push(extras)
    if (reply) send(context, reply)
  })
  app.silent = true
  const url = await listening(app.callback())
  return { site, url, served, page: async (path = '/') => (await fetch(url + path)).text() }
}

/** Fetch cleans paths and unpacks bodies; this does neither. */
export async function raw(url: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url)
  const asked = request({ hostname, port, path, headers }).end()
  const [answer] = await once(asked, 'response')
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: answer.headers, body }
}

/** Returns the settings that the page passes to its own scripts. */
export function settingsIn(page: string) {
  const text = /<script type="application\/json" id="page-settings">(.*?)<\/script>/.exec(page)?.[1]
  return JSON.parse(text ?? 'null') as {
    gate: 'open' | 'closed'
    mails: boolean
    remotes: { name: string; entry: string | null; misfit: string | null; paths: string[]; pages: { path: string }[] }[]
    release: Record<string, string>
    later: string[]
  }
}
const parts = ['tournament', 'dinner', 'staff']
export const remoteIn = (page: string, name: string) => settingsIn(page).remotes.find((remote) => remote.name === name)

/** Returns where the part is, without what it declares about itself. */
export function addressIn(page: string, name: string) {
  const { version, manifest, entry, integrity } = remoteIn(page, name) as unknown as Record<string, unknown>
  return { name, version, manifest, entry, integrity }
}

/** The drawings that the shell makes when it is built, with slots for what the parts declare. */
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
  gate: {
    title: 'Testing',
    markup: '<h1>Closed</h1>',
    files: ['/parts/shell/css/gate.a.css', '/parts/shell/js/gate.a.js'],
  },
  withParts: ['/parts/shell/js/parts.a.js'],
  lends: { live: ['/parts/shell/js/live.a.js', '/parts/shell/js/parts.a.js'], query: ['/parts/shell/js/parts.a.js'] },
  later: ['/parts/shell/js/7.0123456789.js'],
  contracts: [1],
  shares: { react: '19.3.1', '@ultimate/kit': '1.2.0' },
}

/** Has the shell draw this in the place of what it draws otherwise. */
export const writeTemplates = (changes: object): Promise<void> =>
  write('shell/first-answers.json', JSON.stringify({ ...drawn, ...changes }))

export const sheetLink = '<link href="/parts/shell/css/main.0123456789.css" rel="stylesheet">'
const sheet = `@font-face{src:url(../assets/face.0123456789.woff2)}i::after{content:"</style>"}\n/*# sourceMappingURL=main.css.map*/`

/** Gives every test of a file a folder with a built shell and two parts, and closes what it serves them with. */
export function buildSiteBeforeEach(): void {
  beforeEach(async () => {
    servers = []
    dist = await mkdtemp(join(tmpdir(), 'site-'))
    await write(
      'shell/index.html',
      `<html><head><title>Site</title>${sheetLink}</head><body><div id="root"></div></body></html>`,
    )
    await writeTemplates({})
    await write('shell/css/main.0123456789.css', sheet)
    await write('shell/css/gate.a.css', 'h1{color:red}')
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
}
