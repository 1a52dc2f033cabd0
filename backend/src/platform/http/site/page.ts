import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Remote } from './remotes.ts'

export interface PageSource {
  readonly gate: boolean
  readonly remotes: () => Promise<readonly Remote[]>
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
 * Makes the page that every address answers with: the shell's template, with where the parts are, and with the home
 * page drawn already where `asHome` is true and no gate hides it.
 */
export function pageMaker({ gate, remotes, dist }: PageSource): (asHome: boolean) => Promise<RenderedPage> {
  let template: Template | null = null
  const current = async (): Promise<Template> => {
    const { mtimeMs } = await stat(join(dist, 'shell', 'index.html'))
    if (template?.at !== mtimeMs) template = await readTemplate(dist, mtimeMs)
    return template
  }
  const rendered = new Map<boolean, { readonly html: string; readonly page: Promise<RenderedPage> }>()
  return async (asHome) => {
    const [{ page, home }, list] = await Promise.all([current(), remotes()])
    const settings = `<script type="application/json" id="page-settings">${embed({ gate, remotes: list })}</script>`
    const drawn = asHome && !gate ? home : ''
    const html = page
      .replace('</head>', () => `${settings}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`)
    const known = rendered.get(asHome)
    if (known?.html === html) return known.page
    const fresh = { html, page: encode(html) }
    rendered.set(asHome, fresh)
    return fresh.page
  }
}

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
  const [page, home] = await Promise.all([
    readFile(join(dist, 'shell', 'index.html'), 'utf8'),
    readFile(join(dist, 'shell', 'home.html'), 'utf8').catch(() => ''),
  ])
  return { at, page, home }
}
