import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import escapeHtml from 'escape-html'
import type { FirstAnswer, Templates } from './first-answer.ts'
import type { FoundPart } from './remotes.ts'

/** The size of preview pictures, in px, to which previews of links are cut. */
const pictureSize = { width: 1200, height: 630 }

/**
 * Returns a page's title, and what search engines and previews of links show of it; no more than the title for pages of
 * staff.
 */
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
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
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
  /** The digests of the styles in the page, which its policy allows beside files. */
  readonly styles: readonly string[]
}

/**
 * Returns the shell's template with its style sheet inside and a hint for the display face, so that the first paint
 * waits for the page alone. A sheet that cannot be read stays a link.
 */
export async function withStyles(html: string, dist: string): Promise<StyledTemplate> {
  const [link = '', address = ''] = /<link [^>]*?href="(\/parts\/[^"]+\.css)"[^>]*>/.exec(html) ?? []
  const content = link && (await readStyleSheet(address, dist))
  if (!content) return { html, styles: [] }
  return {
    html: html.replace(link, () => `${fontHint(content)}<style>${content}</style>`),
    styles: [digestSource(content)],
  }
}

/** Reads the sheet of this address as part of a page; empty if it cannot be read. */
export async function readStyleSheet(address: string, dist: string): Promise<string> {
  const css = await readFile(join(dist, address.replace('/parts/', '')), 'utf8').catch(() => '')
  return asPartOfPage(css, address)
}

/** Returns the rules with addresses that are right in a page, without the name of the source map and `</style`. */
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
 * Returns hints by which the browser loads what the page's part needs while the shell is still loading. They have a low
 * priority, because otherwise they come before the shell's own scripts. They include the files of the page itself: a
 * file that is found only by running another file costs one more round trip.
 */
export function partHints(part: FoundPart | null, path: string, { withParts, lends }: ForParts): string {
  if (!part?.location.entry) return ''
  const { manifest, entry, integrity } = part.location
  const page = part.pageFiles[path] ?? { files: [], shares: [] }
  const lent = [...withParts, ...page.shares.flatMap((name) => lends[name] ?? [])]
  // A browser uses a preloaded answer only for a request with the same mode (crossorigin) and digest (integrity).
  const crossorigin = 'anonymous'
  return [
    hint({ as: 'fetch', href: manifest, crossorigin }),
    hint({ as: 'script', href: entry, integrity, crossorigin }),
    ...[...new Set(lent)].map((href) => hint({ as: kindOf(href), href })),
    ...[...part.scripts, ...part.styles, ...page.files].map((href) =>
      hint({ as: kindOf(href), href, integrity: part.digests[href] ?? null, crossorigin }),
    ),
  ].join('')
}

export const kindOf = (file: string): string => (file.endsWith('.css') ? 'style' : 'script')

export const scriptHint = (href: string): string => link({ rel: 'preload', as: 'script', href })

const hint = (what: Readonly<Record<string, string | null>>): string =>
  link({ rel: 'preload', ...what, fetchpriority: 'low' })

/** Browsers ignore hints in a template. This script takes them out of it once the first frame is drawn. */
const followHints =
  "requestAnimationFrame(()=>setTimeout(()=>document.head.append(document.getElementById('hints').content)))"

/**
 * Returns hints in a form that the browser follows once it has drawn the page for the first time: what arrives earlier
 * is parsed beside the page's own layout, and delays the first frame. A page without scripts needs no hints.
 */
export const afterFirstFrame = (hints: string): string =>
  hints && `<template id="hints">${hints}</template><script>${followHints}</script>`

/** Returns the digests of the scripts in a page, as its policy names them. */
export const scriptsIn = (html: string): string[] => (html.includes(followHints) ? [digestSource(followHints)] : [])

/** Returns a hint for the display face, which a browser would otherwise load only once it draws text with it. */
function fontHint(css: string): string {
  const href = /url\(["']?([^"')]+\.woff2)/.exec(css)?.[1]
  return href ? link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }) : ''
}

function link(attributes: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return `<link ${present.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ')}>`
}

/** Returns the name by which a policy allows a script or a style sheet in the page: its SHA-256. */
export const digestSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`
