import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessibility.ts'
import type { Site } from './site.ts'
import { expect, signIn, td, test, watch } from './test.ts'

/** A picture that is quick to make and to encode: one colour, told apart by its hue. */
const picture = (hue: number, width = 96, height = 64): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: `hsl(${hue}, 50%, 45%)` } })
    .jpeg()
    .toBuffer()

interface Known {
  readonly id: string
  readonly title: string
}

async function asTd(site: Site): Promise<Record<string, string>> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(td),
  })
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

async function photosOf(site: Site): Promise<readonly Known[]> {
  const answer = await fetch(`${site.url}/api/photos`)
  return ((await answer.json()) as { photos: Known[] }).photos
}

/** Leaves the site with exactly these photos, whatever the test before left behind. */
async function startWith(site: Site, titles: readonly string[]): Promise<void> {
  const headers = await asTd(site)
  for (const { id } of await photosOf(site)) await fetch(`${site.url}/api/photos/${id}`, { method: 'DELETE', headers })
  for (const [index, title] of titles.entries()) {
    const form = new FormData()
    form.append('title', title)
    form.append('photo', new File([new Uint8Array(await picture(index * 50))], 'photo.jpg', { type: 'image/jpeg' }))
    const answer = await fetch(`${site.url}/api/photos`, { method: 'POST', headers, body: form })
    expect(answer.status).toBe(201)
  }
}

const sevenTitles = ['Pull', 'Huck', 'Layout', 'Sky', 'Greatest', 'Gravy', 'Trophy']

const carousel = (page: Page): Locator => page.getByRole('region', { name: 'Past Tournament Memories' })
const position = (page: Page): Locator => carousel(page).getByRole('status')

/** What keeps its place until it is there is replaced by it, perhaps just now. */
async function lookAtCarousel(page: Page): Promise<void> {
  await expect(() => carousel(page).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass()
}

async function openManager(page: Page): Promise<Locator> {
  await page.goto('/')
  await signIn(page)
  const manager = page.getByRole('region', { name: 'Photo manager' })
  await manager.getByRole('button', { name: 'Manage Photos' }).click()
  return manager
}

/** Lets go of a file over the place for it, as from a folder on the desk. */
async function dropOn(target: Locator, name: string, content: Buffer): Promise<void> {
  const transfer = await target.page().evaluateHandle(
    ([file, base64]) => {
      const carried = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      carried.items.add(new File([bytes], file, { type: 'image/jpeg' }))
      return carried
    },
    [name, content.toString('base64')] as const,
  )
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer })
}

test('photos are picked and dropped, get their titles, and hang on every open page once they are sent', async ({
  page,
  browser,
  site,
  problems,
}) => {
  await startWith(site, [])
  const other = await (await browser.newContext({ baseURL: site.url })).newPage()
  await watch(other, problems)
  await other.goto('/')
  await expect(carousel(other).getByText('No Photos Yet')).toBeVisible()
  const manager = await openManager(page)
  await expect(carousel(page)).toHaveCount(0)
  const upload = manager.getByRole('button', { name: /^Upload Photo/ })
  await upload.click()
  await expect(manager.getByRole('alert')).toHaveText('Please provide both title and image')

  const picking = page.waitForEvent('filechooser')
  await manager.getByRole('button', { name: 'Choose Photos' }).click()
  await (await picking).setFiles([
    { name: 'layout.jpg', mimeType: 'image/jpeg', buffer: await picture(0) },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('bring gravy') },
    { name: 'field.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
  ])
  await expect(manager.getByRole('alert')).toContainText('notes.txt: Please select a valid image file')
  await expect(manager.getByRole('alert')).toContainText('field.jpg: File size must be less than 10MB')
  await dropOn(manager.getByText('JPEG, PNG, WebP, GIF or AVIF'), 'gravy.jpg', await picture(90))
  const titles = manager.getByLabel('Title')
  await expect(titles).toHaveCount(2)
  await titles.first().fill('The layout')
  await page.getByRole('main').getByRole('link', { name: 'Learn More' }).click()
  const unsent = page.getByRole('alertdialog', { name: 'Photos are not uploaded yet' })
  await expect(unsent).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await unsent.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(titles.first()).toHaveValue('The layout')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await closing
  // Held back until the page was looked at while they are on their way.
  const released = Promise.withResolvers<void>()
  await page.route('**/api/photos', async (route) => {
    if (route.request().method() === 'POST') await released.promise
    await route.continue()
  })
  await upload.click()
  await expect(titles.nth(1)).toBeFocused()
  await expect(manager.getByText('Please provide both title and image')).toBeVisible()
  await expect(manager.getByRole('progressbar', { name: 'Upload of layout.jpg' })).toBeVisible()
  await titles.nth(1).fill('The gravy')
  await titles.nth(1).press('Enter')
  await expect(manager.getByRole('progressbar')).toHaveCount(2)

  await page.getByRole('main').getByRole('link', { name: 'Learn More' }).click()
  const warning = page.getByRole('alertdialog', { name: 'Photos are still on their way' })
  await warning.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page).toHaveURL('/')
  released.resolve()
  await expect(page.getByText('Photo uploaded successfully!').first()).toBeVisible()
  await expect(titles).toHaveCount(0)
  await expect(manager.getByText('2 photos')).toBeVisible()
  for (const title of ['The layout', 'The gravy']) await expect(carousel(other).getByAltText(title)).toBeAttached()
  await manager.getByRole('button', { name: 'Close' }).click()
  await expect(manager.getByRole('button', { name: 'Manage Photos' })).toBeFocused()
  await expect(carousel(page)).toBeVisible()
  await other.context().close()
})

test('an upload that failed is sent again under the same key, and a bad picture is refused', async ({ page, site }) => {
  await startWith(site, [])
  const manager = await openManager(page)
  const keys: (string | null)[] = []
  await page.route('**/api/photos', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(await route.request().headerValue('idempotency-key'))
    await (keys.length === 1 ? route.abort() : route.continue())
  })
  const files = manager.locator('input[type=file]')
  await files.setInputFiles({ name: 'sky.jpg', mimeType: 'image/jpeg', buffer: await picture(200) })
  await manager.getByLabel('Title').fill('Sky')
  await manager.getByRole('button', { name: 'Upload Photo' }).click()
  await expect(manager.getByText('Failed to upload photo')).toBeVisible()
  await manager.getByRole('button', { name: 'Try again sky.jpg' }).click()
  await expect(manager.getByRole('list', { name: 'All photos' }).getByRole('listitem')).toContainText('Sky')
  expect(keys).toEqual([keys[0], keys[0]])

  await files.setInputFiles({ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') })
  await manager.getByLabel('Title').fill('Fake')
  await manager.getByRole('button', { name: 'Upload Photo' }).click()
  await expect(manager.getByText('Please select a valid image file')).toBeVisible()
  await manager.getByRole('button', { name: 'Remove fake.jpg' }).click()
  await expect(manager.getByLabel('Title')).toHaveCount(0)
  expect((await photosOf(site)).map(({ title }) => title)).toEqual(['Sky'])
})

test('a title is edited in place, and a photo is deleted once that was confirmed', async ({ page, site }) => {
  await startWith(site, ['Huck', 'Sky'])
  const manager = await openManager(page)
  const row = (title: string) => manager.getByRole('listitem').filter({ hasText: title })
  await row('Huck').getByRole('button', { name: 'Edit title' }).click()
  const title = manager.getByLabel('Title', { exact: true })
  await expect(title).toBeFocused()
  await title.fill('   ')
  await title.press('Enter')
  await expect(row('Huck').getByRole('button', { name: 'Edit title' })).toBeFocused()

  await row('Huck').getByRole('button', { name: 'Edit title' }).click()
  await title.fill('The longest huck')
  await manager.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Photo title updated!')).toBeVisible()
  await expect(row('The longest huck')).toBeVisible()
  expect((await photosOf(site)).map((photo) => photo.title)).toEqual(['The longest huck', 'Sky'])

  const question = page.getByRole('alertdialog', { name: 'Delete Photo' })
  await row('The longest huck').getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Are you sure you want to delete this photo? This action cannot be undone.')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await row('The longest huck').getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete Photo' }).click()
  await expect(page.getByText('Photo deleted successfully!')).toBeVisible()
  await expect(row('The longest huck')).toHaveCount(0)
  await expect(manager.getByRole('list', { name: 'All photos' })).toBeFocused()
  expect(await photosOf(site)).toHaveLength(1)
})

test('the carousel moves by buttons, keys and swipes, and loads only what is near', async ({ page, site }) => {
  await startWith(site, sevenTitles)
  await page.clock.install()
  await page.goto('/')
  await lookAtCarousel(page)
  const pictures = carousel(page).getByRole('img')
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  await expect(pictures).toHaveCount(5)
  await expect(carousel(page).getByAltText('Sky')).toHaveCount(0)
  await expect(carousel(page).locator('li').nth(3)).toBeHidden()
  await carousel(page).getByRole('button', { name: 'Next photo' }).click()
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')
  await expect(carousel(page).getByAltText('Sky')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(position(page)).toHaveText('Photo 7 of 7: Trophy')
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  await swipeLeft(page, carousel(page).getByAltText('Pull'))
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')

  // By itself nothing moves, unless somebody wished so, and then not while he points at it or has the focus in it.
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 2 of 7: Huck')
  await carousel(page).getByRole('button', { name: 'Play slideshow' }).click()
  await page.clock.fastForward(4000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await carousel(page).getByRole('button', { name: 'Next photo' }).focus()
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await carousel(page).getByRole('button', { name: 'Pause slideshow' }).focus()
  await carousel(page).getByAltText('Layout').hover()
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 3 of 7: Layout')
  await page.mouse.move(0, 0)
  await page.clock.fastForward(4000)
  await expect(position(page)).toHaveText('Photo 4 of 7: Sky')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(carousel(page).getByRole('button', { name: /slideshow/ })).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(position(page)).toHaveText('Photo 4 of 7: Sky')
})

async function swipeLeft(page: Page, target: Locator): Promise<void> {
  // Waits until it glides no more.
  await target.hover()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to swipe.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Further than half a photo: on a busy machine the last movement is too long ago to count as a flick.
  await page.mouse.move(x - box.width * 0.8, y, { steps: 8 })
  await page.mouse.up()
}

test('nothing jumps as the photos come, and neither they nor their manager break a rule of accessibility', async ({
  page,
  site,
}) => {
  test.slow()
  await startWith(site, sevenTitles)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const released = Promise.withResolvers<void>()
  await page.route('**/api/photos', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await lookAtCarousel(page)
  await expect(carousel(page).getByText('Loading photos')).toBeAttached()
  released.resolve()
  await expect(position(page)).toHaveText('Photo 1 of 7: Pull')
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.02)
  await page.setViewportSize({ width: 1280, height: 800 })
  const manager = await openManager(page)
  await expectAccessible(page, { label: 'manager' })
  await manager.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page, { label: 'home page' })
})
