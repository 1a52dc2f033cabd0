import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { plugInAuthenticator } from '../fixtures/passkeys.ts'
import { startSite } from '../fixtures/site.ts'
import { elsewhere, expect, td, test, watch } from '../fixtures/test.ts'
import { addDish, choose, expectNotice, pressTryAgain, withoutFiles } from './walk.ts'

test.use({ savesData: false })

const answers = resolve(import.meta.dirname, '../../dist/shell/first-answers.json')
/** Every file of the shell that no page starts with, as the build lists them. */
const later: readonly string[] = JSON.parse(readFileSync(answers, 'utf8')).later

/** Of the shell what comes later, and of the parts all. */
const isLater = (file: string) => later.includes(file) || !file.startsWith('/parts/shell/')

/** At least so many files of the shell are asked for by what a visitor does, and so go missing here. */
const minLost = 12

test('a file that is needed for the first time without a connection is missed at its place, and comes by Try again', async ({
  browser,
}) => {
  test.slow()
  const site = await startSite({ GATE_PASSWORD: 'cold grass' })
  const page = await (await browser.newContext({ baseURL: site.url })).newPage()
  const problems: string[] = []
  await watch(page, problems)
  const connection = await withoutFiles(page, isLater)
  try {
    await test.step('the gate', async () => {
      await page.goto('/registration/teams')
      const notice = page.getByRole('alert')
      await expect(notice).toContainText('The gate didn’t load')
      await expect(page.getByRole('navigation')).toHaveCount(0)
      connection.isDown = false
      await pressTryAgain(notice)
      await expect(page.getByRole('heading', { name: 'Testing Access' })).toBeVisible()
      await page.getByLabel(/password/i).fill('warm grass')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible()
      connection.isDown = true
      await page.getByLabel(/password/i).fill('cold grass')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
      await expect(page).toHaveURL('/')
    })

    await test.step('the photos of the home page', async () => {
      const memories = page.getByRole('heading', { name: 'Past Tournament Memories' })
      // The server's answer has it as well, until the script has drawn the page.
      await expect(() => memories.scrollIntoViewIfNeeded()).toPass()
      const notice = await expectNotice(page, 'Failed to load photos')
      connection.isDown = false
      await pressTryAgain(notice)
      await expect(page.getByText('No Photos Yet')).toBeVisible()
      connection.isDown = true
    })

    await test.step('the login', async () => {
      await page.getByRole('button', { name: 'Login' }).click()
      const notice = await expectNotice(page, 'The login didn’t load')
      connection.isDown = false
      await pressTryAgain(notice)
      const popover = page.getByRole('dialog', { name: 'Admin Login' })
      await expect(popover).toBeVisible()
      connection.isDown = true
      const passkey = popover.getByRole('button', { name: 'Use a passkey' })
      await plugInAuthenticator(page, { refuses: true })
      await passkey.click()
      await expect(popover.getByRole('alert')).toHaveText('Network error. Please try again.')
      connection.isDown = false
      await passkey.click()
      await expect(popover.getByRole('alert')).toContainText('No passkey was used.')
      await popover.getByLabel('Username').fill(td.username)
      await popover.getByLabel('Password', { exact: true }).fill(td.password)
      connection.isDown = true
      await popover.getByRole('button', { name: 'Sign In' }).click()
    })

    await test.step("the TD's photo manager", async () => {
      await expect(page).toHaveURL('/desk')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
      const notice = await expectNotice(page, 'The photo manager didn’t load')
      connection.isDown = false
      await pressTryAgain(notice)
      await expect(page.getByRole('button', { name: 'Manage Photos' })).toBeVisible()
      connection.isDown = true
    })

    await test.step('a part, and what staff see on its page', async () => {
      await choose(page, 'Registration', 'Registered Teams')
      const panel = await expectNotice(page, 'This area could not be shown')
      connection.isDown = false
      await pressTryAgain(panel)
      await expect(page.getByRole('heading', { name: 'Registered Teams', level: 1 })).toBeVisible()
      connection.isDown = true
    })

    for (const [menu, name, heading] of [
      ['Tournament', 'Pool Play', 'Pool Play'],
      ['Dinner', 'HSV Signup', 'Dinner Signup'],
    ] as const)
      await test.step(`the page ${name}`, async () => {
        await choose(page, menu, name)
        const panel = await expectNotice(page, 'This area could not be shown')
        connection.isDown = false
        await pressTryAgain(panel)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        connection.isDown = true
      })

    await test.step('the check-in, and what waits to be sent', async () => {
      await page.evaluate(addDish, await page.evaluate(() => localStorage.getItem('authToken') ?? ''))
      await choose(page, 'Dinner', 'Dinner Check-In')
      const panel = await expectNotice(page, 'This area could not be shown')
      connection.isDown = false
      await pressTryAgain(panel)
      await page.route('**/api/**/checkin', (route) => route.abort())
      await page
        .getByRole('button', { name: /check in/i })
        .first()
        .click()
      await expect(page.getByRole('status').getByText(/1 not sent yet/)).toBeVisible()
      connection.isDown = true
      await page.getByRole('button', { name: 'Show' }).click()
      const notice = await expectNotice(page, 'The list of unsent changes didn’t load')
      await expect(notice).toBeInViewport()
      connection.isDown = false
      await pressTryAgain(notice)
      const list = page.getByRole('dialog', { name: 'Not sent yet' })
      await expect(list.getByRole('listitem')).toHaveCount(1)
      // Sent by itself, it would take the button away: that is pressed while nothing comes through.
      await list.getByRole('button', { name: 'Send now' }).click()
      await page.unroute('**/api/**/checkin')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(list.getByText('Everything is sent.')).toBeVisible()
      await page.keyboard.press('Escape')
      connection.isDown = true
    })

    await test.step('the question before an undo', async () => {
      connection.isDown = false
      await choose(page, 'Dinner', 'HSV Signup')
      await page.getByRole('button', { name: 'Who signed up for Gravy' }).click()
      await page.getByRole('button', { name: 'Remove the sign-up of Sid' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove sign-up' }).click()
      await expect(page.getByText('The sign-up of Sid is removed.')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: 'Signed up for Gravy' })).toBeHidden()
      connection.isDown = true
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      const notice = await expectNotice(page, 'The question before an undo didn’t load')
      await expect(notice).toBeInViewport()
      connection.isDown = false
      await pressTryAgain(notice)
      await expect(page.getByText('This site sends no email: please tell the person')).toBeVisible()
      await page.keyboard.press('Escape')
      connection.isDown = true
    })

    await test.step('the account, and what asks before a Logout that loses edits', async () => {
      const inMenu = async (name: string) => {
        await page.getByRole('button', { name: /account menu/i }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await inMenu('Account Settings')
      const panel = await expectNotice(page, 'This area could not be shown')
      connection.isDown = false
      await pressTryAgain(panel)
      await page.getByLabel('Full Name').fill('Half typed')
      connection.isDown = true
      // Without its own question the site asks by the browser's.
      const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss())
      await Promise.all([asked, inMenu('Logout')])
      connection.isDown = false
      await expect(page.getByLabel('Full Name')).toHaveValue('Half typed')
      await inMenu('Logout')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out Without Saving' }).click()
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    })
    await expect
      .poll(() => later.filter((file) => !connection.came.has(file)), 'files this walk does not open')
      .toEqual([])
    // The others are asked for by one of these, once that is there.
    expect(later.filter((file) => connection.lost.has(file)).length).toBeGreaterThanOrEqual(minLost)
  } finally {
    await page.context().close()
    await site.stop()
  }
  // The browser reports each file that did not come, and so does the shell: nothing else may go wrong.
  expect(problems.filter((problem) => !/Loading (CSS )?chunk/.test(problem))).toEqual([])
})

test('what the shell may need is there without a connection once the page has rested', async ({ page, context }) => {
  const inCache = page.waitForFunction(
    (files) => files.every((file) => performance.getEntriesByName(new URL(file, location.href).href).length > 0),
    later,
  )
  await page.goto('/')
  await inCache
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Admin Login' })).toBeVisible()
  await context.setOffline(false)
})

test('a connection that goes before they are first wanted takes neither the menus nor what was typed', async ({
  browser,
  site,
}) => {
  const problems: string[] = []
  const page = await elsewhere(browser, site, problems)
  const connection = await withoutFiles(page, isLater)
  const loseConnection = async (isLost: boolean) => {
    connection.isDown = isLost
    await page.context().setOffline(isLost)
  }
  const phone = { width: 360, height: 640 }
  const name = page.getByLabel('Team name')
  connection.isDown = false
  await page.setViewportSize(phone)
  await page.clock.install()
  await page.goto('/registration/register')

  await test.step('the login beside a form', async () => {
    await name.fill('Half Typed')
    connection.isDown = true
    await page.getByRole('button', { name: 'Login' }).click()
    const notice = await expectNotice(page, 'The login didn’t load')
    await expect(name).toHaveValue('Half Typed')
    // A menu opens over it.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Registration' }).click()
    await page.getByRole('link', { name: 'Registered Teams' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await page.setViewportSize(phone)
    connection.isDown = false
    await pressTryAgain(notice)
    await expect(page.getByRole('dialog', { name: 'Admin Login' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(name).toHaveValue('Half Typed')
  })

  const menu = page.getByRole('dialog', { name: 'Menu' })
  const openMenu = () => page.getByRole('button', { name: 'Menu' }).click()

  await test.step('the menus', async () => {
    await loseConnection(true)
    await openMenu()
    await expect(menu.getByRole('link', { name: 'Registered Teams' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    await choose(page, 'Registration', 'Registered Teams')
    const notice = await expectNotice(page, 'This area could not be shown')
    await expect(notice).toContainText('You’re offline. It loads when you’re back online.')
    // No timer has it tried again.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    // A browser may report the connection a moment before requests get through: then the next report has it tried again.
    await expect(async () => {
      await loseConnection(true)
      await loseConnection(false)
      const heading = page.getByRole('heading', { name: 'Registered Teams', level: 1 })
      await expect(heading).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.setViewportSize(phone)
    await openMenu()
    await menu.getByRole('link', { name: 'Register a Team' }).click()
    await expect(name).toHaveValue('Half Typed')
  })
  await page.context().close()
  expect(problems.filter((problem) => !/Loading (CSS )?chunk/.test(problem))).toEqual([])
})
