import { carousel, dropOn, fetchPhotos, openManager, picture, startWith } from '../fixtures/photos-page.ts'
import { expect, test, watch } from '../fixtures/test.ts'

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
  await expect(titles.first()).toHaveValue('Layout')
  await titles.nth(1).fill('')
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
  const warning = page.getByRole('alertdialog', { name: 'Photos are still uploading' })
  await warning.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page).toHaveURL('/')
  released.resolve()
  await expect(page.getByText('2 photos uploaded successfully!')).toBeVisible()
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
  expect((await fetchPhotos(site)).map(({ title }) => title)).toEqual(['Sky'])
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
  expect((await fetchPhotos(site)).map((photo) => photo.title)).toEqual(['The longest huck', 'Sky'])

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
  expect(await fetchPhotos(site)).toHaveLength(1)
})
