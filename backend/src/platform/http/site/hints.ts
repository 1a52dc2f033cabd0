import { escaped } from './first-answer.ts'
import type { FoundRemote } from './remotes.ts'

/**
 * Lets the browser load what the page's part will need while the shell is still on its way, and behind what is drawn
 * first: a hint for a script or a style sheet comes before the shell's own scripts otherwise.
 */
export function partHints(one: FoundRemote | null): string {
  if (!one?.remote.entry) return ''
  const { manifest, entry, integrity } = one.remote
  // The mode of a request (crossorigin) is part of what makes a preloaded answer usable for it.
  const hint = (what: Readonly<Record<string, string | null>>) =>
    link({ rel: 'preload', ...what, crossorigin: 'anonymous', fetchpriority: 'low' })
  return [
    hint({ as: 'fetch', href: manifest }),
    hint({ as: 'script', href: entry, integrity }),
    ...one.scripts.map((href) => hint({ as: 'script', href })),
    ...one.styles.map((href) => hint({ as: 'style', href })),
  ].join('')
}

/** The display face would be asked for only once something is drawn with it; this asks for it at once. */
export function fontHint(css: string): string {
  const href = /url\(["']?([^"')]+\.woff2)/.exec(css)?.[1]
  return href ? link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }) : ''
}

function link(attributes: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null)
  return `<link ${given.map(([name, value]) => `${name}="${escaped(value)}"`).join(' ')}>`
}
