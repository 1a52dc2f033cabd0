import escapeHtml from 'escape-html'
import type { FirstAnswer } from './first-answer.ts'

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
