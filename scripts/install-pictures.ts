import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from './test/browser.ts'

/**
 * `npm run install-pictures`: takes pictures of the built site with the data of the demonstration. Browsers show them
 * to a visitor who is about to install the site. They are stored with the code, so that a build needs no browser; run
 * it again when home looks different. Their sizes are those that the manifest states.
 */
const root = resolve(import.meta.dirname, '..')
const folder = resolve(root, 'shell/kit/art/static')

interface Screenshot {
  readonly src: string
  readonly sizes: string
  readonly form_factor: 'narrow' | 'wide'
}
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as {
  readonly screenshots: readonly Screenshot[]
}

/** A phone draws two points for one. */
const scales = { narrow: 2, wide: 1 } as const

const dataDir = mkdtempSync(join(tmpdir(), 'install-pictures-'))
const clock = new URL('../e2e/fixtures/fixed-clock.ts', import.meta.url)
const site = spawn(process.execPath, ['backend/src/main.ts'], {
  cwd: root,
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', SEED: 'demo', NODE_OPTIONS: `--import=${clock}` },
  stdio: ['ignore', 'pipe', 'inherit'],
})

/** Resolves to the address that the site prints once it listens. */
async function waitForAddress(printed: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of printed) {
    text += chunk
    const address = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(text)
    if (address) return address[0]
  }
  throw new Error(`The site did not start:\n${text}`)
}

try {
  const url = await waitForAddress(site.stdout)
  const executablePath = process.env['CHROMIUM'] ?? findBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  for (const { src, sizes, form_factor } of manifest.screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map((size) => Number(size) / scales[form_factor])
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scales[form_factor] })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.goto(url)
    await page.evaluate(() => document.fonts.ready)
    await sharp(await page.screenshot())
      .jpeg({ quality: 78, mozjpeg: true })
      .toFile(join(folder, src))
  }
  await browser.close()
} finally {
  if (site.exitCode === null) {
    site.kill('SIGTERM')
    await once(site, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
}
