import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { ListedPart, PartError, Release } from '@ultimate/events/releases/api.ts'
import { pack } from 'tar-stream'
import type { BuiltInPart, PartHost } from '../platform/http/site/part-releases.ts'

/** One entry of an archive as a test writes it: a file, or another type of entry that tar knows. */
export interface Entry {
  readonly name: string
  readonly content?: string | Buffer
  readonly type?: 'file' | 'directory' | 'symlink' | 'link' | 'fifo'
  readonly linkname?: string
}

export async function buildTar(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack()
  for (const { content = '', ...header } of entries) tar.entry(header, content)
  tar.finalize()
  return buffer(tar as AsyncIterable<Uint8Array>)
}

export const buildArchive = async (entries: readonly Entry[]): Promise<Buffer> =>
  gzipSync(await buildTar(entries), { level: 1 })

export const entryName = 'js/remoteEntry.0123456789.js'
export const entryScript = (name: string): string => `var ${name};`

/** Builds the manifest of a part, as far as the backend reads it. */
export const buildManifest = (name: string, version: string, changes: object = {}): object => ({
  id: name,
  name,
  version,
  metaData: { name, remoteEntry: { name: entryName, path: '', type: 'global' } },
  exposes: [{ name: 'mfe', assets: { js: { sync: ['js/mfe.0123456789.js'] }, css: { sync: [] } } }],
  area: name,
  contract: '1',
  needs: {},
  paths: [`/${name}`],
  pages: [
    {
      path: `/${name}`,
      label: 'Hello',
      title: 'Hello',
      admission: 'everyone',
      menu: { group: 'More', order: 90, for: 'everyone' },
      head: { heading: 'Hello' },
    },
  ],
  ...changes,
})

/** The files of a build; `manifest` changes its content. */
export const builtFiles = (name: string, version: string, manifest: object = {}): Entry[] => [
  { name: './', type: 'directory' },
  { name: './mf-manifest.json', content: JSON.stringify(buildManifest(name, version, manifest)) },
  { name: `./${entryName}`, content: entryScript(name) },
  { name: './js/mfe.0123456789.js', content: `console.log('${name} ${version}')` },
]

export const builtArchive = async (name: string, version: string, manifest: object = {}): Promise<Buffer> =>
  buildArchive(builtFiles(name, version, manifest))

export const dinnerOfSite: BuiltInPart = {
  name: 'dinner',
  version: '1.0.0',
  at: new Date('2025-10-01T12:00:00Z'),
  contract: '1',
  needs: {},
  size: 1_000,
}

/** A site that came with the dinner alone, and serves contract 1 and no module beyond the dinner's. */
export const smallSite: PartHost = {
  builtIn: async () => [dinnerOfSite],
  incompatibility: async (name, { contract, needs }) =>
    contract === '1' && Object.keys(needs).every((module) => module === 'dinner')
      ? null
      : `The ${name} pages need what this site does not have.`,
  findProblem: () => null,
  findFolder: async () => null,
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly code?: string
    readonly message?: string
    readonly fields?: Record<string, string>
    readonly part?: ListedPart
    readonly parts?: ListedPart[]
    readonly release?: Release
    readonly token?: string
    readonly errors?: PartError[]
  }
}

export interface Sending {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Record<string, string>
}

/** The calls about releases that the command line makes. */
export function partCalls(origin: string, as: Record<string, string>) {
  const send = async (method: string, path: string, { json, form, headers }: Sending = {}): Promise<Answered> => {
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(origin + path, {
      method,
      headers: { ...as, ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
  }
  const at = (name: string, action: string) => `/api/parts/${name}/${action}`
  const upload = (name: string, version: string, archive: Uint8Array, headers: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('version', version)
    form.set('archive', new File([new Uint8Array(archive)], 'part.tar.gz'))
    return send('POST', at(name, 'releases'), { form, headers })
  }
  return {
    send,
    upload,
    release: async (name: string, version: string, manifest: object = {}) =>
      upload(name, version, await builtArchive(name, version, manifest)),
    releaseElsewhere: (name: string, version: string, manifest: string) =>
      send('POST', at(name, 'releases'), { json: { version, manifest } }),
    add: (name: string) => send('POST', '/api/parts', { json: { name } }),
    activate: (name: string, version: string, percent?: number) =>
      send('POST', at(name, 'activate'), { json: { version, ...(percent !== undefined && { percent }) } }),
    rollBack: (name: string) => send('POST', at(name, 'rollback')),
    list: async () => (await send('GET', '/api/parts')).body.parts ?? [],
    token: async (name: string) => (await send('POST', at(name, 'tokens'))).body.token ?? '',
  }
}

/** A release token for a part, which the first TD of a test site issues. */
export async function teamToken(origin: string, name: string, gatePassword?: string): Promise<string> {
  const json = { 'content-type': 'application/json' }
  const post = (path: string, headers: Record<string, string>, body: object) =>
    fetch(origin + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  const gate = gatePassword === undefined ? null : await post('/api/gate', {}, { password: gatePassword })
  const cookie: Record<string, string> = gate ? { cookie: gate.headers.get('set-cookie')?.split(';', 1)[0] ?? '' } : {}
  const login = await post('/api/auth/login', cookie, { username: 'td', password: 'first-td-password' })
  const { token } = (await login.json()) as { token: string }
  return partCalls(origin, { ...cookie, authorization: `Bearer ${token}` }).token(name)
}
