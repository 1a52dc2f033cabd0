import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestSource, fontHint } from './hints.ts'

export interface StyledTemplate {
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
