import { freshDinner } from '../fixtures/board-page.ts'
import {
  allSent,
  dishes,
  firstRow,
  open,
  pending,
  readToken,
  rows,
  search,
  servers,
  test,
} from '../fixtures/check-in-page.ts'
import { expect } from '../fixtures/test.ts'

const expired = 'Your session has expired due to a server update. Please refresh the page and log in again.'
const denied = 'Authentication failed. Please log in again.'
const broken = { code: 'X', message: 'The oven is on fire.', error: 'The oven is on fire.' }

for (const [path, status, code, sentence] of [
  [dishes, 401, 'INVALID_SIGNATURE', expired],
  [dishes, 403, 'INVALID_SIGNATURE', expired],
  [dishes, 401, 'TOKEN_EXPIRED', denied],
  [dishes, 403, 'FORBIDDEN', denied],
  [servers, 401, 'TOKEN_EXPIRED', denied],
] as const) {
  test(`${path}: ${status} ${code} is said, and the token removed`, async ({ page }) => {
    await open(page, path)
    await page.route('**/api/**/checkin', (route) => route.fulfill({ status, json: { ...broken, code } }))
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    // The page that is left stays as long as its next load gets no answer, so nothing here is a matter of speed.
    const reload = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => reload.promise.then(() => route.continue()),
    )
    await (await firstRow(page)).checkIn.click()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    reload.resolve()
    if (code === 'INVALID_SIGNATURE') await expect.poll(() => loads.length).toBe(1)
    await expect(page).toHaveURL(code === 'INVALID_SIGNATURE' ? '/' : path)
    await expect(page.getByText(sentence)).toHaveCount(code === 'INVALID_SIGNATURE' ? 0 : 1)
  })
}

for (const [path, sentence] of [
  [dishes, 'Authentication required. Please log in again.'],
  [servers, 'Not authenticated'],
] as const) {
  test(`${path}: a press without a token is shown the reason and sends nothing`, async ({ page }) => {
    await open(page, path)
    const puts: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()))
    await page.evaluate(() => localStorage.removeItem('authToken'))
    await (await firstRow(page)).checkIn.click()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(puts).toEqual([])
  })
}

for (const [path, answers] of [
  [
    dishes,
    [
      [broken, 'Failed to update check-in status: The oven is on fire.'],
      [{ error: 'Ashes', code: 'X' }, 'Failed to update check-in status: Ashes'],
      [null, 'Failed to update check-in status: Internal Server Error'],
    ],
  ],
  [servers, [[broken, 'Error updating check-in status']]],
] as const) {
  test(`${path}: a server in trouble is shown, each time, and the check-in waits for it`, async ({ page }) => {
    await open(page, path)
    const row = await firstRow(page)
    const status = 500
    for (const [answer, sentence] of answers) {
      await page.route('**/api/**/checkin', (route) =>
        route.fulfill(answer ? { status, json: answer } : { status, body: '<h1>Oops</h1>' }),
      )
      await row.checkIn.click()
      await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
      await expect(row.inHere).toContainText('Not sent yet')
      await expect(page.getByRole('status').getByText(/1 not sent yet, since \d/)).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(search(page), 'the bar is gone').toBeFocused()
      await expect(page.getByText(sentence)).toHaveCount(0)
      await page.unroute('**/api/**/checkin')
      // It is sent again by itself after a while, and at once when the connection comes back.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await allSent(page)
      await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
      await row.inHere.getByRole('button', { name: 'Undo' }).click()
      await expect(row.inPending).toHaveCount(1)
      await allSent(page)
      await expect(row.inPending).not.toContainText(/Not sent yet|Sending/)
    }
  })
}

test('a check-in that got no answer is tried again as the same one', async ({ page }) => {
  await open(page, dishes)
  const row = await firstRow(page)
  const sent: { key: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
  })
  await page.route('**/api/**/checkin', (route) => route.abort())
  await row.checkIn.click()
  const sentence = 'Network error. Please check your connection and try again.'
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(row.inHere).toContainText('Not sent yet')
  await page.reload()
  await expect(row.inHere, 'it outlives the page').toContainText(/Not sent yet|Sending/)
  // What waits is also sent by itself, and takes the button away: it is pressed while no answer comes.
  const before = sent.length
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sent.length).toBeGreaterThan(before)
  await page.unroute('**/api/**/checkin')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await allSent(page)
  await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
  await expect(page.getByText(sentence)).toHaveCount(0)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  for (const request of sent) expect(request).toEqual(sent[0])
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
})

test('a dish that has left Holding cannot be taken back, and the sentence says why', async ({ page, site }) => {
  await freshDinner(site)
  await open(page, dishes)
  const row = await firstRow(page)
  await row.checkIn.click()
  await allSent(page)
  await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
  const { token } = await readToken(page.request, { username: 'admin', password: 'demo-admin' })
  const move = (zone: string, position: number | null) =>
    page.request.put(`/api/dinner-management/items/${row.id}/position`, {
      headers: { authorization: `Bearer ${token}` },
      data: { zone, position },
    })
  expect((await move('warming', 20)).ok()).toBe(true)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  const sentence = 'Failed to update check-in status: This dish has left Holding. Move it back first.'
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect(row.inHere).toContainText('Refused')
  await expect(page.getByRole('status').getByText('1 refused.')).toBeVisible()
  expect((await move('holding', null)).ok()).toBe(true)
  // Shown at its row too, with what the user can do.
  await expect(row.inHere).toContainText('This dish has left Holding.')
  await expect(row.inHere).toContainText(/ was moved to Warming 21 by .+ at \d+:\d\d\s[AP]M( C[SD]T)?\./)
  await expect(row.inHere.getByRole('button', { name: 'Use theirs' })).toBeVisible()
  await row.inHere.getByRole('button', { name: 'Use mine' }).click()
  await expect(row.inPending).toHaveCount(1)
  await expect(page.getByText('Refused')).toHaveCount(0)
})

for (const [path, call, failures] of [
  [
    dishes,
    'dinner-signups',
    [
      [{ status: 500, json: broken }, 'Failed to fetch dinner signups'],
      [null, 'Failed to fetch dinner signups'],
    ],
  ],
  [
    servers,
    'server-signups',
    [
      [{ status: 500, json: broken }, 'Failed to load server signups'],
      [{ status: 403, json: broken }, denied],
      [null, 'Error loading server signups'],
    ],
  ],
] as const) {
  test(`${path}: a list that fails to load says why, each time, and comes when it is asked for again`, async ({
    page,
  }) => {
    const again = page.getByRole('button', { name: 'Try again' })
    let answer: (typeof failures)[number][0] = failures[0][0]
    await page.route(`**/api/${call}`, (route) => (answer ? route.fulfill(answer) : route.abort()))
    for (const [index, [next, sentence]] of failures.entries()) {
      answer = next
      if (index === 0) await open(page, path, { rowsShow: false })
      else await again.click()
      await expect(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible()
    }
    await page.unroute(`**/api/${call}`)
    // The page also asks by itself, when another check-in is announced: the button may be gone by now.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 2000 })
      await expect(rows(pending(page)).first()).toBeVisible({ timeout: 5000 })
    }).toPass()
  })
}

test('a connection that is lost from the first press on costs nothing: what was tapped is sent once it is back', async ({
  page,
  context,
}) => {
  await open(page, servers)
  const row = await firstRow(page)
  await context.setOffline(true)
  await row.checkIn.click()
  await expect(page.getByText('You are offline. 1 not sent yet, since')).toBeVisible()
  await expect(row.inHere).toContainText('Not sent yet')
  // One place says it: the bar with Undo stays as low as it is, and covers no more rows.
  await expect(page.getByText('Checked in:')).toBeVisible()
  await expect(page.getByText('Error updating check-in status')).toHaveCount(0)
  // Where the page's own question has not been fetched yet, the browser asks, which needs no file.
  const said: string[] = []
  page.on('dialog', async (dialog) => {
    said.push(dialog.message())
    await dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const own = page.getByRole('alertdialog')
  await expect.poll(async () => said[0] ?? (await own.allTextContents())[0]).toMatch(/1 change is not sent yet/)
  if (said.length === 0) await page.keyboard.press('Escape')
  await expect(own).toHaveCount(0)
  await context.setOffline(false)
  await allSent(page)
  await expect(row.inHere).not.toContainText(/Not sent yet|Sending/)
  await expect(page.getByRole('alert').getByText('Error updating check-in status')).toHaveCount(0)
  await row.inHere.getByRole('button', { name: 'Undo' }).click()
  await expect(row.inPending).toHaveCount(1)
})
