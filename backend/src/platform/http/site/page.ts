import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fontHint, partHints } from './hints.ts'
import type { FoundRemote } from './remotes.ts'

export interface PageSource {
  readonly gate: boolean
  readonly remotes: () => Promise<readonly FoundRemote[]>
  /** Folder of the built bundles. */
  readonly dist: string
}

export interface RenderedPage {
  readonly etag: string
  /** The page as it is sent in each encoding. */
  readonly body: Readonly<Record<Encoding, Buffer>>
}

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

interface Template {
  readonly at: number
  readonly page: string
  readonly home: string
}

/** JSON inside HTML: `<` must not be able to end the script element. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Makes the page that every address answers with: the shell's template, with where the parts are. `part` names the one
 * that draws the page, which the browser may then load at once; null is the home page, which comes drawn already where
 * no gate hides it.
 */
export function pageMaker({ gate, remotes, dist }: PageSource): (part: string | null) => Promise<RenderedPage> {
  let template: Template | null = null
  const current = async (): Promise<Template> => {
    const { mtimeMs } = await stat(join(dist, 'shell', 'index.html'))
    if (template?.at !== mtimeMs) template = await readTemplate(dist, mtimeMs)
    return template
  }
  const rendered = new Map<string | null, { readonly html: string; readonly page: Promise<RenderedPage> }>()
  return async (part) => {
    const [{ page, home }, found] = await Promise.all([current(), remotes()])
    const settings = embed({ gate, remotes: found.map(({ remote }) => remote) })
    const html = page
      .replace('</head>', () => `${gate ? '' : partHints(found, part)}${settingsScript(settings)}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${part === null && !gate ? home : ''}</div>`)
    const known = rendered.get(part)
    if (known?.html === html) return known.page
    const fresh = { html, page: encode(html) }
    rendered.set(part, fresh)
    return fresh.page
  }
}

const settingsScript = (settings: string) => `<script type="application/json" id="page-settings">${settings}</script>`

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)

async function encode(html: string): Promise<RenderedPage> {
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, zipped] = await Promise.all([brotli(identity, { params }), zip(identity)])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  return { etag: `W/"${digest}"`, body: { br, gzip: zipped, identity } }
}

async function readTemplate(dist: string, at: number): Promise<Template> {
  const [html, home] = await Promise.all([
    readFile(join(dist, 'shell', 'index.html'), 'utf8'),
    readFile(join(dist, 'shell', 'home.html'), 'utf8').catch(() => ''),
  ])
  const page = html.replace('</head>', `${await fontHint(html, dist)}</head>`)
  return { at, page, home }
}
