import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DevServer, MultiCompiler } from '@rspack/core'
import type { AnnouncedPart } from '../../events/src/platform/part.ts'
import { describeParts } from '../part-descriptions.ts'

/** The parts at fixed places; the backend writes where they are. */
const remotes = (await describeParts()).map(({ name, description }): AnnouncedPart => {
  const manifest = `/parts/${name}/mf-manifest.json`
  return { name, version: null, manifest, entry: null, integrity: null, misfit: null, ...description }
})

/** Reads the testing gate for these cookies. It counts as open while the backend starts, which refuses the data. */
async function readGate(backend: string, cookie = ''): Promise<'open' | 'closed'> {
  const answer = await fetch(`${backend}/api/gate`, { headers: { cookie } }).catch(() => null)
  const { open = true } = answer?.ok ? ((await answer.json()) as { open?: boolean }) : {}
  return open ? 'open' : 'closed'
}

/** Every address that is no file answers with the shell's page. */
export const servePages =
  (backend: string): NonNullable<DevServer['setupMiddlewares']> =>
  (middlewares, { compiler }) => {
    const shell = (compiler as MultiCompiler).compilers.find(({ name }) => name === 'shell')
    middlewares.push({
      name: 'pages',
      middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        if (request.method !== 'GET' || /\.\w+$/.test(path) || !shell) return next()
        const file = `${shell.outputPath}/index.html`
        shell.outputFileSystem?.readFile(file, async (error, html) => {
          if (error || !html) return next(error ?? undefined)
          const settings = JSON.stringify({ gate: await readGate(backend, request.headers.cookie), remotes })
          const script = `<script type="application/json" id="page-settings">${settings}</script>`
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.setHeader('cache-control', 'no-store')
          response.end(html.toString().replace('</head>', () => `${script}</head>`))
        })
      },
    })
    return middlewares
  }
