import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { announce, type Offer, pageAt, partAt, type SettledPart, settle } from './announcement.ts'
import { type PageEdition, readLook, withThemeColor } from './edition.ts'
import { compress, readChangeTime } from './files.ts'
import { asHtml, firstAnswer, type Templates, templatesSchema } from './first-answer.ts'
import {
  afterFirstFrame,
  buildHead,
  digestSource,
  kindOf,
  partHints,
  readStyleSheet,
  scriptHint,
  scriptsIn,
  withStyles,
} from './page-head.ts'
import type { Choice } from './part-releases.ts'
import { type FoundPart, listFolders } from './remotes.ts'
import type { PageExtras } from './site.ts'

/** The testing gate for one visitor. A closed gate shows nothing of the site. A site without a gate has an open one. */
type GateState = 'open' | 'closed'

interface PageSource {
  /** True if the site sends mails; otherwise its pages promise none. */
  readonly mails: boolean
  /** The version of the interface that the backend serves, by module. */
  readonly interfaces: Readonly<Record<string, string>>
  /** Folder of the built bundles. */
  readonly dist: string
  /** The address at which visitors reach the site; previews of links need whole addresses. */
  readonly siteUrl: string
}

export interface RenderedPage {
  readonly etag: string
  /** The page as it is sent in each encoding. */
  readonly body: Readonly<Record<Encoding, Buffer>>
  /** The additions to the policy of the page. */
  readonly extras: PageExtras
}

export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The shell as it was built. */
interface Shell {
  readonly page: string
  readonly styles: readonly string[]
  /** Identifies the build of the shell. */
  readonly digest: string
  /** The gate's page contains these styles as well, because a browser does not retry a sheet that failed to load. */
  readonly gateStyles: string
  /** Null if the shell was built without drawing markup. */
  readonly templates: Templates | null
}

interface PageRequest {
  readonly gate: GateState
  /** The same object until something of it changes. */
  readonly edition: PageEdition
}

interface PageMaker {
  /** Returns the page at this path with these parts; for unknown paths the home page, for a closed gate its page. */
  page(path: string, choice: Pick<Choice, 'found' | 'preview'>, request: PageRequest): Promise<RenderedPage>
  /** Returns the digest of the shell. */
  shell(): Promise<string>
  /** Returns what the site offers to parts. */
  offer(): Promise<Offer>
}

/** A cached page, and what it was made of. Shell, edition and parts are compared as objects. */
interface CachedPage {
  readonly html: string
  readonly shell: Shell
  readonly edition: PageEdition
  readonly found: readonly FoundPart[]
  readonly folders: readonly string[]
  readonly page: Promise<RenderedPage>
}

/** Cached variants of a page: visitors may get different versions of its parts. */
const maxVariants = 8

/** JSON inside HTML: `<` must not be able to end the script element. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Makes the pages of the site from the shell's template, the markup that the shell drew, title and preview, and what
 * the parts declare about themselves. For a closed gate, it makes only the page that asks for the password.
 */
export function pageMaker(source: PageSource): PageMaker {
  const { dist, interfaces } = source
  let lastRead: { readonly at: number; readonly shell: Promise<Shell> } | null = null
  // Requests share a read, because pages are cached by the shell object from which they are made.
  const currentShell = async (): Promise<Shell> => {
    const at = readChangeTime(join(dist, 'shell', 'index.html'))
    if (lastRead?.at === at) return lastRead.shell
    const read = { at, shell: readShell(dist) }
    lastRead = read
    read.shell.catch(() => {
      if (lastRead === read) lastRead = null
    })
    return read.shell
  }
  const cached = new Map<string, CachedPage[]>()
  const settled = new WeakMap<readonly FoundPart[], SettledPart[]>()
  return {
    async page(path, { found, preview }, { gate, edition }) {
      const shell = await currentShell()
      const parts = settled.get(found) ?? settle(found)
      settled.set(found, parts)
      const content = { parts, preview, edition }
      const key = gate === 'open' ? toCacheKey(content, path) : 'closed'
      const variants = cached.get(key) ?? []
      const current = variants.find(
        (variant) => variant.shell === shell && variant.edition === edition && isSame(variant.found, found),
      )
      if (current) return current.page
      const html = gate === 'open' ? drawPage(source, shell, content, path) : drawGate(shell, parts, edition)
      const folders = listFolders(found.map(({ location }) => location.manifest))
      // After another look-up of parts, the page is mostly the same. Then its encodings are used again.
      const outdated = variants.find(
        (variant) => variant.edition === edition && variant.html === html && variant.folders.join() === folders.join(),
      )
      const extras = { styles: listStyles(shell, gate, edition), scripts: scriptsIn(html), folders }
      const page = outdated?.page ?? encode(html, extras)
      const newest: CachedPage = { html, shell, edition, found, folders, page }
      cached.set(key, [newest, ...variants.filter((variant) => variant !== outdated)].slice(0, maxVariants))
      return page
    },
    shell: async () => (await currentShell()).digest,
    offer: async () => buildOffer(await currentShell(), interfaces),
  }
}

const listStyles = ({ styles, gateStyles }: Shell, gate: GateState, edition: PageEdition): readonly string[] =>
  gate === 'open' ? [...styles, ...readLook(edition).digests] : [...styles, digestSource(gateStyles)]

const isSame = (some: readonly FoundPart[], others: readonly FoundPart[]): boolean =>
  some === others || (some.length === others.length && some.every((found, at) => found === others[at]))

const buildOffer = ({ templates }: Shell, interfaces: Offer['interfaces']): Offer => ({
  contracts: templates?.contracts ?? [],
  shares: templates?.shares ?? {},
  interfaces,
})

interface PageContent {
  readonly parts: readonly SettledPart[]
  readonly preview: Choice['preview']
  readonly edition: PageEdition
}

/** Names an open page by its path, the part that draws it and the previewed versions. All unknown paths share pages. */
function toCacheKey({ parts, preview, edition }: PageContent, path: string): string {
  const knownPath = pageAt(parts, path, edition.past) ? path : '/'
  return `${knownPath} ${partAt(parts, path)?.location.name} ${JSON.stringify(preview)}`
}

function drawPage(source: PageSource, shell: Shell, { parts, preview, edition }: PageContent, path: string): string {
  const { mails, siteUrl, interfaces } = source
  const { page, digest, templates } = shell
  const { facts, words, past } = edition
  const shown = pageAt(parts, path, past)
  const settings = {
    gate: 'open',
    mails,
    edition: { facts, words },
    ...(past.length > 0 && { past }),
    remotes: announce(parts, buildOffer(shell, interfaces)),
    release: buildRelease(digest, parts),
    later: templates?.later ?? [],
    ...(Object.keys(preview).length > 0 && { preview }),
  }
  const pages = parts.flatMap(({ description }) => description.pages)
  const answer = templates && firstAnswer(templates, { pages, shown }, edition)
  const hints = templates ? afterFirstFrame(partHints(partAt(parts, path), path, templates)) : ''
  const { style } = readLook(edition)
  const colors = style && `<style id="club-colors">${style}</style>`
  const head = answer ? `${buildHead(answer, shown ? path : '/', siteUrl)}${colors}${hints}` : colors
  return fillPage(withThemeColor(page, edition), {
    head,
    hasTitle: answer !== null,
    settings,
    markup: answer?.markup ?? '',
  })
}

/** Draws the page of a closed gate, which names no part and no page of the site. */
function drawGate(shell: Shell, parts: readonly SettledPart[], { words }: PageEdition): string {
  const { page, digest, gateStyles, templates } = shell
  const { title, files, ...drawn } = templates?.gate ?? { title: 'Testing Access', markup: '', files: [] }
  const markup = fillFacts(drawn.markup, asHtml(words))
  const hints = files.filter((file) => kindOf(file) === 'script').map(scriptHint)
  const head = `${buildHead({ title, site: title, description: null, picture: '', markup }, '/', '')}${hints.join('')}<style>${gateStyles}</style>`
  return fillPage(page, {
    head,
    hasTitle: true,
    settings: { gate: 'closed', release: buildRelease(digest, parts) },
    markup,
  })
}

interface PageParts {
  readonly head: string
  /** True if the head has a title of its own. */
  readonly hasTitle: boolean
  /** The settings that the page passes to its own scripts. */
  readonly settings: object
  readonly markup: string
}

const fillPage = (page: string, { head, hasTitle, settings, markup }: PageParts): string =>
  page
    .replace(/<title>.*?<\/title>/, (title) => (hasTitle ? '' : title))
    .replace(
      '</head>',
      () => `${head}<script type="application/json" id="page-settings">${embed(settings)}</script></head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)

/** Returns the digests of shell and parts. A part whose entry is not known yet is left out: it is no new release. */
export function buildRelease(shell: string, found: readonly FoundPart[]): Record<string, string> {
  const parts = found.flatMap(({ location: { name, integrity } }) =>
    integrity ? [[name, shortDigest(integrity)] as const] : [],
  )
  return { shell, ...Object.fromEntries(parts) }
}

const shortDigest = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 10)

async function encode(html: string, extras: PageExtras): Promise<RenderedPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([compress.br(identity, 9), compress.gzip(identity)])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  return { etag: `W/"${digest}"`, body: { br, gzip: zipped, identity }, extras }
}

async function readShell(dist: string): Promise<Shell> {
  const [html, templatesText] = await Promise.all([
    readFile(join(dist, 'shell', 'index.html'), 'utf8'),
    readFile(join(dist, 'shell', 'first-answers.json'), 'utf8').catch(() => null),
  ])
  const { html: page, styles } = await withStyles(html, dist)
  const templates = templatesText === null ? null : templatesSchema.parse(JSON.parse(templatesText))
  const gateSheets = (templates?.gate.files ?? []).filter((file) => kindOf(file) === 'style')
  const gateStyles = (await Promise.all(gateSheets.map((file) => readStyleSheet(file, dist)))).join('\n')
  return { page, styles, digest: shortDigest(html), gateStyles, templates }
}
