import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import { partHints } from './hints.ts'
import { firstAnswerSchema, headOf } from './page-head.ts'
import type { FoundRemote } from './remotes.ts'
import { withStyles } from './style-sheet.ts'

export interface PageSource {
  readonly gate: boolean
  /** Whether mails leave the site; where they do not, its pages promise none. */
  readonly mails: boolean
  readonly remotes: () => Promise<readonly FoundRemote[]>
  /** Folder of the built bundles. */
  readonly dist: string
  /** Where visitors reach the site; previews of links need whole addresses. */
  readonly siteUrl: string
}

export interface RenderedPage {
  readonly etag: string
  /** The page as it is sent in each encoding. */
  readonly body: Readonly<Record<Encoding, Buffer>>
  /** Digests of the styles that stand in it, as its policy names them. */
  readonly styles: readonly string[]
}

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** What the shell drew when it was built, by path, and the files that it fetches once it rests. */
const firstAnswersSchema = z.object({
  pages: z.record(z.string(), firstAnswerSchema),
  /** In place of them all while the testing gate is on. */
  gate: z.string().default(''),
  later: z.array(z.string()),
})

interface Template {
  readonly at: number
  readonly page: string
  readonly styles: readonly string[]
  readonly digest: string
  readonly answers: z.output<typeof firstAnswersSchema>
}

export interface PageMaker {
  /** The page at this path. `part` draws it, so that the browser may load that at once; null where the shell does. */
  page(path: string, part: string | null): Promise<RenderedPage>
  /** Digests of what the pages load, by bundle. */
  release(): Promise<Readonly<Record<string, string>>>
}

/** JSON inside HTML: `<` must not be able to end the script element. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Makes the pages of the site: the shell's template with what the shell drew of this page, its title and preview, and
 * where the parts are. Unknown paths answer with the home page. Where a gate is on, it hides all but the template.
 */
export function pageMaker({ gate, mails, remotes, dist, siteUrl }: PageSource): PageMaker {
  let template: Template | null = null
  const current = async (): Promise<Template> => {
    const { mtimeMs } = await stat(join(dist, 'shell', 'index.html'))
    if (template?.at !== mtimeMs) template = await readTemplate(dist, mtimeMs)
    return template
  }
  const rendered = new Map<string, { readonly html: string; readonly page: Promise<RenderedPage> }>()
  return {
    async page(asked, part) {
      const [{ page, styles, digest, answers }, found] = await Promise.all([current(), remotes()])
      const path = Object.hasOwn(answers.pages, asked) ? asked : '/'
      const answer = answers.pages[path]
      const settings = embed({
        gate,
        mails,
        remotes: found.map(({ remote }) => remote),
        release: releaseOf(digest, found),
        later: answers.later,
      })
      const head = gate || !answer ? '' : `${headOf(answer, path, siteUrl)}${partHints(found, part)}`
      const html = page
        .replace(/<title>.*?<\/title>/, (title) => (head ? '' : title))
        .replace('</head>', () => `${head}${settingsScript(settings)}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${gate ? answers.gate : (answer?.markup ?? '')}</div>`)
      const key = `${path} ${part}`
      const known = rendered.get(key)
      if (known?.html === html) return known.page
      const fresh = { html, page: encode(html, styles) }
      rendered.set(key, fresh)
      return fresh.page
    },
    async release() {
      const [{ digest }, found] = await Promise.all([current(), remotes()])
      return releaseOf(digest, found)
    },
  }
}

const settingsScript = (settings: string) => `<script type="application/json" id="page-settings">${settings}</script>`

/** A part whose entry is not known yet is left out, so that its look-up does not count as another release. */
function releaseOf(shell: string, found: readonly FoundRemote[]): Record<string, string> {
  const parts = found.flatMap(({ remote: { name, integrity } }) =>
    integrity ? [[name, short(integrity)] as const] : [],
  )
  return { shell, ...Object.fromEntries(parts) }
}

const short = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 10)

const zip = promisify(gzip)
const brotli = promisify(brotliCompress)

async function encode(html: string, styles: readonly string[]): Promise<RenderedPage> {
  const identity = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, zipped] = await Promise.all([brotli(identity, { params }), zip(identity)])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  return { etag: `W/"${digest}"`, body: { br, gzip: zipped, identity }, styles }
}

async function readTemplate(dist: string, at: number): Promise<Template> {
  const [html, drawn] = await Promise.all([
    readFile(join(dist, 'shell', 'index.html'), 'utf8'),
    readFile(join(dist, 'shell', 'first-answers.json'), 'utf8').catch(() => '{"pages":{},"later":[]}'),
  ])
  const { html: page, styles } = await withStyles(html, dist)
  return { at, page, styles, digest: short(html), answers: firstAnswersSchema.parse(JSON.parse(drawn)) }
}
