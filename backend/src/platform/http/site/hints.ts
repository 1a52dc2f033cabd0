import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundRemote } from './remotes.ts'

/** Lets the browser load what the page's part will need while the shell is still on its way. */
export function partHints(found: readonly FoundRemote[], part: string | null): string {
  const one = found.find(({ remote }) => remote.name === part)
  if (!one?.remote.entry) return ''
  const { manifest, entry, integrity } = one.remote
  // The mode of a request (crossorigin) is part of what makes a preloaded answer usable for it.
  return [
    link({ rel: 'preload', as: 'fetch', href: manifest, crossorigin: 'anonymous' }),
    link({ rel: 'preload', as: 'script', href: entry, integrity, crossorigin: 'anonymous' }),
    ...one.scripts.map((href) => link({ rel: 'preload', as: 'script', href, crossorigin: 'anonymous' })),
    ...one.styles.map((href) => link({ rel: 'preload', as: 'style', href, crossorigin: 'anonymous' })),
  ].join('')
}

/** The display face is found only when the style sheet has come; this asks for it at once. */
export async function fontHint(html: string, dist: string): Promise<string> {
  const sheet = /href="\/parts\/([^"]+\.css)"/.exec(html)?.[1]
  if (!sheet) return ''
  const font = /url\(["']?([^"')]+\.woff2)/.exec(await readFile(join(dist, sheet), 'utf8').catch(() => ''))?.[1]
  if (!font) return ''
  const href = new URL(font, `http://localhost/parts/${sheet}`).pathname
  return link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' })
}

function link(attributes: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return `<link ${given.map(([name, value]) => `${name}="${quoted(value)}"`).join(' ')}>`
}

const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
