import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DevServer, MultiCompiler } from '@rspack/core'
import type { AnnouncedPart } from '../../events/src/platform/part.ts'
import { describeParts } from '../part-descriptions.ts'

/** What the backend writes into every page; here the parts are at fixed places, and the backend is asked about the gate. */
async function pageSettings(): Promise<string> {
  const remotes = (await describeParts()).map(({ name, description }): AnnouncedPart => {
    const manifest = `/parts/${name}/mf-manifest.json`
    return { name, version: null, manifest, entry: null, integrity: null, misfit: null, ...description }
  })
  return JSON.stringify({ gate: true, remotes })
}

const settings = await pageSettings()

/** Every address that is no file answers with the shell's page. */
export const servePages: NonNullable<DevServer['setupMiddlewares']> = (middlewares, { compiler }) => {
  const shell = (compiler as MultiCompiler).compilers.find(({ name }) => name === 'shell')
  middlewares.push({
    name: 'pages',
    middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      if (request.method !== 'GET' || /\.\w+$/.test(path) || !shell) return next()
      const file = `${shell.outputPath}/index.html`
      shell.outputFileSystem?.readFile(file, (error, html) => {
        if (error || !html) return next(error ?? undefined)
        const script = `<script type="application/json" id="page-settings">${settings}</script>`
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader('cache-control', 'no-store')
        response.end(html.toString().replace('</head>', () => `${script}</head>`))
      })
    },
  })
  return middlewares
}
