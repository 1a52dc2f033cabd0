import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { home } from '../shell/src/navigation/pages.ts'
import { describeParts } from './part-descriptions.ts'
import { findBrowser } from './test/browser.ts'

/**
 * `npm run previews`: draws what previews of links show of each public page. Home's picture goes into
 * `shell/public/previews`, each other one into the folder of its part. The pictures are stored with the code, so that a
 * build needs no browser; run it again when a heading changes. They name no fact of an edition, because facts change
 * every year.
 */
const root = resolve(import.meta.dirname, '..')
const size = { width: 1200, height: 630 }

const base64 = (file: string) => readFileSync(resolve(root, file)).toString('base64')
const font = base64(
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
)
const logo = base64('shell/kit/art/static/favicon.svg')

interface PreviewPage {
  readonly head: { readonly heading: string; readonly lead: string }
  readonly file: string
}

/** Returns home and the pages for which parts declare a picture. */
async function drawnPages(): Promise<PreviewPage[]> {
  const ofParts = (await describeParts()).flatMap(({ folder, description: { pages } }) =>
    pages.flatMap(({ head, picture }) => (picture ? [{ head, file: `${folder}/${picture}` }] : [])),
  )
  return [{ head: home.head, file: 'shell/public/previews/home.png' }, ...ofParts]
}

/** Writes the picture of a page as HTML: its heading large and its lead below, beside our sign. */
function writePicture({ heading, lead }: PreviewPage['head']): string {
  const sentences = lead.split(/(?<=\.) /).filter((sentence) => !sentence.includes('{{'))
  return `<!doctype html><style>
    @font-face { font-family: Face; src: url(data:font/woff2;base64,${font}); font-weight: 200 800 }
    * { margin: 0; box-sizing: border-box }
    body { width: ${size.width}px; height: ${size.height}px; padding: 72px 76px; overflow: hidden; position: relative;
      display: grid; font-family: Face; color: #fbf6ec; background: #143a2e }
    .words { align-self: center; width: 640px }
    h1 { font-size: ${heading.length > 24 ? 82 : 96}px; font-weight: 800; line-height: 1.02; letter-spacing: -.02em }
    .lead { margin-top: 24px; font-size: 36px; line-height: 1.25; color: #cfe0d3 }
    img { position: absolute; right: -110px; bottom: -60px; width: 560px }
  </style><div class="words"><h1>${heading}</h1><p class="lead">${sentences.join(' ')}</p></div><img alt="" src="data:image/svg+xml;base64,${logo}">`
}

const executablePath = process.env.CHROMIUM ?? findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: size })
for (const { head, file } of await drawnPages()) {
  await page.setContent(writePicture(head))
  await page.evaluate(() => document.fonts.ready)
  const picture = sharp(await page.screenshot()).png({ palette: true, colours: 64, effort: 10 })
  mkdirSync(dirname(resolve(root, file)), { recursive: true })
  await picture.toFile(resolve(root, file))
}
await browser.close()
