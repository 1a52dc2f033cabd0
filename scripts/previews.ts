import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { eventFacts } from '../shell/kit/event/event-facts.ts'
import { home } from '../shell/src/navigation/pages.ts'
import { describeParts } from './part-descriptions.ts'
import { findBrowser } from './test/browser.ts'

/**
 * `npm run previews`: draws what previews of links show of each public page, into `shell/public/previews` for home and into
 * the folder of its part for any other. The pictures are stored with the code, so that a build needs no browser; run it again
 * when a title or the edition changes.
 */
const root = resolve(import.meta.dirname, '..')
const size = { width: 1200, height: 630 }

const base64 = (file: string) => readFileSync(resolve(root, file)).toString('base64')
const face = base64(
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
)
const logo = base64('shell/kit/art/static/favicon.svg')

interface Drawn {
  readonly head: { readonly heading: string; readonly lead: string }
  readonly file: string
}

/** Home, and what the parts say they have pictures of. */
async function drawnPages(): Promise<Drawn[]> {
  const ofParts = (await describeParts()).flatMap(({ folder, description: { pages } }) =>
    pages.flatMap(({ head, picture }) => (picture ? [{ head, file: `${folder}/${picture}` }] : [])),
  )
  return [{ head: home.head, file: 'shell/public/previews/home.png' }, ...ofParts]
}

/** The picture of a page: its heading large, its lead below, and when and where at the lower edge, beside our sign. */
function drawing({ heading, lead }: Drawn['head']): string {
  const { name, edition, dates, place } = eventFacts
  return `<!doctype html><style>
    @font-face { font-family: Face; src: url(data:font/woff2;base64,${face}); font-weight: 200 800 }
    * { margin: 0; box-sizing: border-box }
    body { width: ${size.width}px; height: ${size.height}px; padding: 72px 76px; overflow: hidden; position: relative;
      display: grid; grid-template-rows: auto 1fr auto; font-family: Face; color: #fbf6ec; background: #143a2e }
    .name { font-size: 34px; font-weight: 700; color: #f4b63a }
    .words { align-self: center; width: 640px }
    h1 { font-size: ${heading.length > 24 ? 82 : 96}px; font-weight: 800; line-height: 1.02; letter-spacing: -.02em }
    .lead { margin-top: 24px; font-size: 36px; line-height: 1.25; color: #cfe0d3 }
    .when { font-size: 34px; font-weight: 600 }
    img { position: absolute; right: -110px; bottom: -60px; width: 560px }
  </style><p class="name">${name} · ${edition} edition</p>
  <div class="words"><h1>${heading}</h1><p class="lead">${lead}</p></div>
  <p class="when">${dates} · ${place}</p><img alt="" src="data:image/svg+xml;base64,${logo}">`
}

const executablePath = process.env.CHROMIUM ?? findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: size })
for (const { head, file } of await drawnPages()) {
  await page.setContent(drawing(head))
  await page.evaluate(() => document.fonts.ready)
  const picture = sharp(await page.screenshot()).png({ palette: true, colours: 64, effort: 10 })
  mkdirSync(dirname(resolve(root, file)), { recursive: true })
  await picture.toFile(resolve(root, file))
}
await browser.close()
