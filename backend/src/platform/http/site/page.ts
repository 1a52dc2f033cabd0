import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { announce, type Offer, pageAt, partAt, type SettledPart, settle } from './announcement.ts'
import { type PageEdition, readLook, withThemeColor } from './edition.ts'
import { compress } from './files.ts'
import { asHtml, firstAnswer, type Templates, templatesSchema } from './first-answer.ts'
import {
  afterFirstFrame,
  buildHead,
  digestSource,
  kindOf,
  partHints,
  scriptHint,
  scriptsIn,
  styleSheet,
  withStyles,
} from './page-head.ts'
import type { Choice } from './part-releases.ts'
import { type FoundRemote, listFolders, readChangeTime } from './remotes.ts'
import type { PageExtras } from './site.ts'

/** The gate for one visitor. A closed one shows nothing of the site behind it; where there is none, it is open. */
type GateState = 'open' | 'closed'

interface PageSource {
  /** True if mails leave the site; where they do not, its pages promise none. */
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
  readonly digest: string
  /**
   * The gate's page has these beside `styles`, in itself: a browser does not ask again for a sheet that did not come.
   */
  readonly gateStyles: string
  /** Null where the shell was built without drawing anything. */
  readonly templates: Templates | null
}

/** The content that a page shows beside what it is made of. */
interface PageRequest {
  readonly gate: GateState
  /** The same object as long as nothing of it changes. */
  readonly edition: PageEdition
}

interface PageMaker {
  /** The page at this path with these parts; unknown paths answer with the home page, all with that of a closed gate. */
  page(path: string, choice: Pick<Choice, 'found' | 'preview'>, asked: PageRequest): Promise<RenderedPage>
  /** Digest of the shell. */
  shell(): Promise<string>
  /** Returns what the site offers to parts. */
  offer(): Promise<Offer>
}

/** A page that was made, and what of. */
interface RenderedHtml {
  readonly html: string
  readonly shell: Shell
  readonly edition: PageEdition
  readonly found: readonly FoundRemote[]
  readonly folders: readonly string[]
  readonly page: Promise<RenderedPage>
}

/** Variants of one page that are cached: parts may be live in two versions at a time. */
const maxVariants = 8

/** JSON inside HTML: `<` must not be able to end the script element. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Makes the pages of the site: the shell's template with what the shell drew for this page, its title and preview, and
 * what the parts declare about themselves. Before a closed gate, the page that asks for its password, and nothing else.
 */
export function pageMaker(source: PageSource): PageMaker {
  const { dist, interfaces } = source
  let known: { readonly at: number; readonly shell: Promise<Shell> } | null = null
  // One reading for all who ask: pages are cached by the shell that they are made of.
  const current = async (): Promise<Shell> => {
    const at = readChangeTime(join(dist, 'shell', 'index.html'))
    if (known?.at === at) return known.shell
    const read = { at, shell: readShell(dist) }
    known = read
    read.shell.catch(() => {
      if (known === read) known = null
    })
    return read.shell
  }
  const cached = new Map<string, RenderedHtml[]>()
  const settled = new WeakMap<readonly FoundRemote[], SettledPart[]>()
  return {
    async page(asked, { found, preview }, { gate, edition }) {
      const shell = await current()
      const parts = settled.get(found) ?? settle(found)
      settled.set(found, parts)
      const shown = JSON.stringify(preview)
      const ofOpen = `${pageAt(parts, asked, edition.past) ? asked : '/'} ${partAt(parts, asked)?.remote.name} ${shown}`
      const key = gate === 'open' ? ofOpen : gate
      const variants = cached.get(key) ?? []
      const known = variants.find((one) => one.shell === shell && one.edition === edition && isSame(one.found, found))
      if (known) return known.page
      const html =
        gate === 'open' ? draw(source, shell, { parts, preview, edition }, asked) : drawGate(shell, parts, edition)
      const folders = listFolders(found.map(({ remote }) => remote.manifest))
      const same = variants.find(
        (one) => one.edition === edition && one.html === html && one.folders.join() === folders.join(),
      )
      const extras = { styles: listStyles(shell, gate, edition), scripts: scriptsIn(html), folders }
      const page = same?.page ?? encode(html, extras)
      const made: RenderedHtml = { html, shell, edition, found, folders, page }
      cached.set(key, [made, ...variants.filter((one) => one !== same)].slice(0, maxVariants))
      return made.page
    },
    shell: async () => (await current()).digest,
    offer: async () => buildOffer(await current(), interfaces),
  }
}

const listStyles = ({ styles, gateStyles }: Shell, gate: GateState, edition: PageEdition): readonly string[] =>
  gate === 'open' ? [...styles, ...readLook(edition).digests] : [...styles, digestSource(gateStyles)]

const isSame = (some: readonly FoundRemote[], others: readonly FoundRemote[]): boolean =>
  some === others || (some.length === others.length && some.every((one, at) => one === others[at]))

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

function draw(source: PageSource, shell: Shell, { parts, preview, edition }: PageContent, asked: string): string {
  const { mails, siteUrl, interfaces } = source
  const { page, digest, templates } = shell
  const { facts, words, past } = edition
  const shown = pageAt(parts, asked, past)
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
  const hints = templates ? afterFirstFrame(partHints(partAt(parts, asked), asked, templates)) : ''
  const { style } = readLook(edition)
  const colors = style && `<style id="club-colors">${style}</style>`
  const head = answer ? `${buildHead(answer, shown ? asked : '/', siteUrl)}${colors}${hints}` : colors
  return filled(withThemeColor(page, edition), {
    head,
    hasTitle: answer !== null,
    settings,
    markup: answer?.markup ?? '',
  })
}

/** The page of a closed gate, which names no part and no page of the site. */
function drawGate(shell: Shell, parts: readonly SettledPart[], { words }: PageEdition): string {
  const { page, digest, gateStyles, templates } = shell
  const { title, files, ...drawn } = templates?.gate ?? { title: 'Testing Access', markup: '', files: [] }
  const markup = fillFacts(drawn.markup, asHtml(words))
  const hints = files.filter((file) => kindOf(file) === 'script').map(scriptHint)
  const head = `${buildHead({ title, site: title, description: null, picture: '', markup }, '/', '')}${hints.join('')}<style>${gateStyles}</style>`
  return filled(page, {
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

const filled = (page: string, { head, hasTitle, settings, markup }: PageParts): string =>
  page
    .replace(/<title>.*?<\/title>/, (title) => (hasTitle ? '' : title))
    .replace(
      '</head>',
      () => `${head}<script type="application/json" id="page-settings">${embed(settings)}</script></head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)

/** A part whose entry is not known yet is left out, so that its look-up does not count as another release. */
export function buildRelease(shell: string, found: readonly FoundRemote[]): Record<string, string> {
  const parts = found.flatMap(({ remote: { name, integrity } }) =>
    integrity ? [[name, short(integrity)] as const] : [],
  )
  return { shell, ...Object.fromEntries(parts) }
}

const short = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 10)

async function encode(html: string, extras: PageExtras): Promise<RenderedPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([compress.br(identity, 9), compress.gzip(identity)])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  return { etag: `W/"${digest}"`, body: { br, gzip: zipped, identity }, extras }
}

async function readShell(dist: string): Promise<Shell> {
  const [html, drawn] = await Promise.all([
    readFile(join(dist, 'shell', 'index.html'), 'utf8'),
    readFile(join(dist, 'shell', 'first-answers.json'), 'utf8').catch(() => null),
  ])
  const { html: page, styles } = await withStyles(html, dist)
  const templates = drawn === null ? null : templatesSchema.parse(JSON.parse(drawn))
  const ofGate = (templates?.gate.files ?? []).filter((file) => kindOf(file) === 'style')
  const gateStyles = (await Promise.all(ofGate.map((file) => styleSheet(file, dist)))).join('\n')
  return { page, styles, digest: short(html), gateStyles, templates }
}
