import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'

const dist = resolve(import.meta.dirname, '../dist')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

/** A copy of a built part, served from an origin of its own, as a team that ships apart would. */
export interface PartServer {
  readonly manifest: string
  /** Takes connections and never answers, as long as it is true. */
  hanging: boolean
  /** Changes the part's entry, as another build would; the manifest then names the new file. */
  rebuild(change: (entry: string) => string): void
  /** Of the entry, in the form of the `integrity` attribute. */
  digest(): string
  /** Puts something else into the first file whose name matches, under the same name. */
  tamper(name: RegExp, change: (content: string) => string): void
  start(): Promise<void>
  /** Refuses connections until it is started again. */
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function servePart(name: string): Promise<PartServer> {
  const folder = mkdtempSync(join(tmpdir(), `part-${name}-`))
  cpSync(join(dist, name), folder, { recursive: true })
  let port = 0
  let server: Server | null = null
  let builds = 0
  const part: PartServer = {
    get manifest() {
      return `http://127.0.0.1:${port}/mf-manifest.json`
    },
    hanging: false,
    rebuild(change) {
      const file = join(folder, 'mf-manifest.json')
      const manifest = JSON.parse(readFileSync(file, 'utf8'))
      const { remoteEntry } = manifest.metaData
      const entry = readFileSync(join(folder, remoteEntry.path, remoteEntry.name), 'utf8')
      builds += 1
      remoteEntry.name = `js/remoteEntry.${String(builds).padStart(10, '0')}.js`
      writeFileSync(join(folder, remoteEntry.name), change(entry))
      writeFileSync(file, JSON.stringify(manifest))
    },
    digest() {
      const { metaData } = JSON.parse(readFileSync(join(folder, 'mf-manifest.json'), 'utf8'))
      const entry = readFileSync(join(folder, metaData.remoteEntry.path, metaData.remoteEntry.name))
      return `sha384-${createHash('sha384').update(entry).digest('base64')}`
    },
    tamper(name, change) {
      const { exposes } = JSON.parse(readFileSync(join(folder, 'mf-manifest.json'), 'utf8'))
      const file = join(
        folder,
        exposes[0].assets.js.sync.find((one: string) => name.test(one)),
      )
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    },
    start() {
      const started = createServer((request, response) => {
        if (part.hanging) return
        const file = join(folder, new URL(request.url ?? '/', 'http://part').pathname)
        response.setHeader('access-control-allow-origin', '*')
        if (!existsSync(file) || statSync(file).isDirectory()) return void response.writeHead(404).end()
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
        createReadStream(file).pipe(response)
      })
      server = started
      return new Promise((ready) =>
        started.listen(port, '127.0.0.1', () => {
          port = (started.address() as AddressInfo).port
          ready()
        }),
      )
    },
    stop() {
      server?.closeAllConnections()
      return new Promise((closed) => (server ? server.close(() => closed()) : closed()))
    },
    async remove() {
      await part.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await part.start()
  return part
}
