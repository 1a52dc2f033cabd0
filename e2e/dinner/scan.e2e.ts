import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import encode from 'qr'
import { here, open, pending, rows, test } from '../fixtures/check-in-page.ts'
import { expect, watch } from '../fixtures/test.ts'

/** One second of a film for Chromium's camera: a white picture of 640 by 480 with the QR code in its middle. */
function buildFilm(text: string): Buffer {
  const [width, height] = [640, 480]
  const modules = encode(text, 'raw', { ecc: 'medium', border: 4 })
  const scale = Math.floor(height / modules.length)
  const [left, top] = [width, height].map((side) => Math.floor((side - scale * modules.length) / 2)) as [number, number]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < scale * modules.length; y++)
    for (let x = 0; x < scale * modules.length; x++)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) light[(top + y) * width + left + x] = 16
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`),
    ...Array(10).fill(frame).flat(),
  ])
}

test('the scanner opens the camera and checks in the dish whose label it sees, once', async ({
  page,
  site,
  problems,
}, info) => {
  await open(page, '/dinner/checkin')
  const first = rows(pending(page)).first()
  const id = (await first.getAttribute('data-row')) ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  writeFileSync(join(folder, 'label.y4m'), buildFilm(`${site.url}/dinner/checkin?find=${id.slice(-6)}`))
  const { launchOptions = {} } = info.project.use
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'label.y4m')}`,
    ],
  })
  const camera = await (
    await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } })
  ).newPage()
  await watch(camera, problems)
  await open(camera, '/dinner/checkin')
  await camera.getByRole('button', { name: 'Scan a label' }).click()
  const dialog = camera.getByRole('dialog', { name: 'Scan a label' })
  await expect(dialog.getByRole('status')).toContainText('Checked in: ')
  const signals = dialog.getByRole('checkbox', { name: 'Sound and vibration' })
  await signals.uncheck()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rows(here(page)).locator(`[id="here-${id}"]`)).toBeVisible()
  await camera.getByRole('button', { name: 'Scan a label' }).click()
  await expect(dialog.getByRole('status')).toContainText('Already checked in at ')
  await expect(signals).not.toBeChecked()
  await browser.close()
  rmSync(folder, { recursive: true })
})
