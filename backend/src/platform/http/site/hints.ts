import { createHash } from 'node:crypto'
import escapeHtml from 'escape-html'
import type { Templates } from './first-answer.ts'
import type { FoundRemote } from './remotes.ts'

/** The files that the shell loads for its parts; see {@link Templates}. */
export type ForParts = Pick<Templates, 'withParts' | 'lends'>

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
export function fontHint(css: string): string {
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
