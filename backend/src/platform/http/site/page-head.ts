import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import escapeHtml from 'escape-html'
import type { FirstAnswer, Templates } from './first-answer.ts'
import type { FoundRemote } from './remotes.ts'

/** Size of every preview picture, in px: what the previews of links are cut to. */
const picture = { width: 1200, height: 630 }

/** Title of a page, and what search engines and previews of links show of it; pages of staff are not for them. */
export function buildHead(answer: FirstAnswer, path: string, siteUrl: string): string {
  const { title, site, description } = answer
  const heading = `<title>${escapeHtml(title)}</title>`
  if (description === null) return `${heading}${meta('name', 'robots', 'noindex')}`
  const address = new URL(path, siteUrl).href
  const properties = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': new URL(answer.picture, siteUrl).href,
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': title,
  }
  return [
    heading,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...Object.entries(properties).map(([name, content]) => meta('property', name, content)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('')
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`

interface StyledTemplate {
  readonly html: string
  /** The digests of the styles that stand in the page, which its policy allows beside files. */
  readonly styles: readonly string[]
}

/**
 * The shell's template with its style sheet inside and a hint for the display face, so that the first paint waits for
 * nothing but the page. A sheet that cannot be read stays a link.
 */
export async function withStyles(html: string, dist: string): Promise<StyledTemplate> {
  const [link = '', address = ''] = /<link [^>]*?href="(\/parts\/[^"]+\.css)"[^>]*>/.exec(html) ?? []
  const content = link && (await styleSheet(address, dist))
  if (!content) return { html, styles: [] }
  return {
    html: html.replace(link, () => `${fontHint(content)}<style>${content}</style>`),
    styles: [digestSource(content)],
  }
}

/** Returns what stands in a sheet of this address, as part of a page; empty where it cannot be read. */
export async function styleSheet(address: string, dist: string): Promise<string> {
  const css = await readFile(join(dist, address.replace('/parts/', '')), 'utf8').catch(() => '')
  return asPartOfPage(css, address)
}

/** The same rules where relative addresses start from the page, and without what names or would end the file. */
function asPartOfPage(css: string, address: string): string {
  return css
    .replace(/\n?\/\*# sourceMappingURL=[^*]*\*\//, '')
    .replace(/url\((["']?)(?!data:|#)([^"')]+)\1\)/g, (_, quote: string, to: string) => {
      const { pathname, search, hash } = new URL(to, `http://localhost${address}`)
      return `url(${quote}${pathname}${search}${hash}${quote})`
    })
    .replaceAll(/<\/(?=style)/gi, '<\\/')
}

/** The files that the shell loads for its parts; see {@link Templates}. */
type ForParts = Pick<Templates, 'withParts' | 'lends'>

/**
 * Lets the browser load what the page's part needs while the shell is still loading, and with a lower priority than
 * what is drawn first: otherwise a hint for a script or a style sheet comes before the shell's own scripts. It includes
 * the files of the page itself: a file that is found only by running another one costs one more round trip.
 */
export function partHints(one: FoundRemote | null, path: string, { withParts, lends }: ForParts): string {
  if (!one?.remote.entry) return ''
  const { manifest, entry, integrity } = one.remote
  const page = one.pageFiles[path] ?? { files: [], shares: [] }
  const lent = [...withParts, ...page.shares.flatMap((name) => lends[name] ?? [])]
  // Mode and digest of a request (crossorigin, integrity) are part of what makes a preloaded answer usable for it.
  const crossorigin = 'anonymous'
  return [
    hint({ as: 'fetch', href: manifest, crossorigin }),
    hint({ as: 'script', href: entry, integrity, crossorigin }),
    ...[...new Set(lent)].map((href) => hint({ as: kindOf(href), href })),
    ...[...one.scripts, ...one.styles, ...page.files].map((href) =>
      hint({ as: kindOf(href), href, integrity: one.digests[href] ?? null, crossorigin }),
    ),
  ].join('')
}

export const kindOf = (file: string): string => (file.endsWith('.css') ? 'style' : 'script')

export const scriptHint = (href: string): string => link({ rel: 'preload', as: 'script', href })

const hint = (what: Readonly<Record<string, string | null>>): string =>
  link({ rel: 'preload', ...what, fetchpriority: 'low' })

/** Browsers follow nothing in a template; the script takes the hints out of it once the first frame is drawn. */
const follow =
  "requestAnimationFrame(()=>setTimeout(()=>document.head.append(document.getElementById('hints').content)))"

/**
 * Hints that the browser follows once it has drawn the page for the first time. What comes before is parsed beside the
 * page's own layout and holds up its first frame. A page without scripts needs none of them.
 */
export const afterFirstFrame = (hints: string): string =>
  hints && `<template id="hints">${hints}</template><script>${follow}</script>`

/** Digests of the scripts that stand in a page, as its policy names them. */
export const scriptsIn = (html: string): string[] => (html.includes(follow) ? [digestSource(follow)] : [])

/** The display face would be asked for only once something is drawn with it; this asks for it at once. */
function fontHint(css: string): string {
  const href = /url\(["']?([^"')]+\.woff2)/.exec(css)?.[1]
  return href ? link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }) : ''
}

function link(attributes: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return `<link ${given.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}>`
}

/** Returns the name that a policy has for a script or a style sheet that stands in the page: its SHA-256. */
export const digestSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`
