import { accountGroup } from '@ultimate/events/platform/part.ts'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { arriveSignedIn, expect, signIn, td, test } from '../fixtures/test.ts'
import { knownPages } from './known-pages.ts'

const phone = { width: 360, height: 640 }

test.describe('navigation', () => {
  test('the menus hold exactly what the public may see, and close when the page changes', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Home' })).toBeVisible()
    const menus = {
      Tournament: ['Info', 'Pool Play', 'Schedule', 'Standings', 'My Team', 'Bracket', 'Merch'],
      Dinner: ['Info', 'HSV Signup'],
      Registration: ['Register a Team', 'Registered Teams'],
    }
    for (const [menu, items] of Object.entries(menus)) {
      const trigger = bar.getByRole('button', { name: menu })
      await trigger.click()
      const shown = page.locator('[data-menu-open]').getByRole('link')
      await expect(shown).toHaveText(items)
      await page.keyboard.press('Escape')
      await expect(shown).toHaveCount(0)
      await expect(trigger).toBeFocused()
    }
    await bar.getByRole('button', { name: 'Dinner' }).click()
    await expectAccessible(page, { label: 'an open menu' })
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-menu-open]').getByRole('link', { name: 'Info' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-menu-open]')).toHaveCount(0)
    await expect(bar.getByRole('button', { name: 'Registration' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.locator('[data-menu-open]').getByRole('link', { name: 'Registered Teams' }).click()
    await expect(page).toHaveURL('/registration/teams')
    await expect(page.locator('[data-menu-open]')).toHaveCount(0)
  })

  test('on a phone the menu slides in with the same items, and Escape and a choice close it', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const open = page.getByRole('button', { name: 'Menu' })
    await open.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link')).toHaveText(
      [
        'Home',
        'Info',
        'Pool Play',
        'Schedule',
        'Standings',
        'My Team',
        'Bracket',
        'Merch',
        'Info',
        'HSV Signup',
        'Register a Team',
        'Registered Teams',
      ].map((name) => new RegExp(`^${name}$`)),
    )
    await expectAccessible(page, { label: 'the open menu of a phone' })
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(open).toBeFocused()
    await open.click()
    await menu.getByRole('link', { name: 'Registered Teams' }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/registration/teams')
  })

  test('signed in, the dinner menu and the user menu grow by what the role may see', async ({ page }) => {
    await page.goto('/')
    await signIn(page)
    // A TD begins at the desk.
    await expect(page).toHaveURL('/desk')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dinner' }).click()
    await expect(page.locator('[data-menu-open]').getByRole('link')).toHaveText([
      'Info',
      'HSV Signup',
      'Dinner Check-In',
      'Server Check-In',
      'Dinner Management',
      'Kitchen',
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /account menu/i }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Account Settings',
      'Access Controls',
      'Tournament Settings',
      'Desk',
      'Announcements',
      'Message People',
      'Audit',
      'Parts',
      'X-ray',
      'Logout',
    ])
    await expectAccessible(page, { label: 'the open account menu' })
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })
})

test('the title of the tab follows through the pages of the menus, and back', async ({ page }) => {
  const inMenus = knownPages.flatMap(({ menu, ...one }) => (menu ? [{ ...one, menu }] : []))
  const titled = (title: string) => expect(page).toHaveTitle(`${title} · Thanksgiving Ultimate`)
  const follow = async ({ menu, label, path, title }: (typeof inMenus)[number]) => {
    if (menu.group === accountGroup) {
      await page.getByRole('button', { name: /account menu/i }).click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
    } else {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: menu.group }).click()
      await page.locator('[data-menu-open]').getByRole('link', { name: label, exact: true }).click()
    }
    await expect(page).toHaveURL(path)
    await titled(title)
  }
  await page.goto('/')
  await expect(page).toHaveTitle('Thanksgiving Ultimate')
  const forVisitors = inMenus.filter(({ menu }) => menu.for === 'everyone')
  expect(forVisitors).toHaveLength(11)
  for (const one of forVisitors) await follow(one)
  await page.goBack()
  await titled(forVisitors.at(-2)?.title ?? '')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveTitle('Thanksgiving Ultimate')
  await signIn(page)
  await titled('Desk')
  for (const one of inMenus.filter(({ menu }) => menu.for !== 'everyone')) await follow(one)
})

test('no page names the moment of an answer before one has come', async ({ page }) => {
  await arriveSignedIn(page)
  await page.route('**/api/**', () => undefined)
  for (const { path } of knownPages) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('body'), path).not.toContainText(/1969|Dec 31/)
  }
})

test.describe('sign-in', () => {
  test('a wrong password says so and keeps the name; Escape and a click outside ask before it is lost', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Login' }).click()
    const popover = page.getByRole('dialog', { name: 'Admin Login' })
    await expect(popover.getByText('Need access? Contact the tournament administrator.')).toBeVisible()
    await popover.getByLabel('Username').fill(td.username)
    await popover.getByLabel('Password', { exact: true }).fill('not this one')
    await popover.getByRole('button', { name: 'Sign In' }).click()
    await expect(popover.getByRole('alert')).toBeVisible()
    await expect(popover.getByLabel('Username')).toHaveValue(td.username)
    await expectAccessible(page, { label: 'the open login' })
    const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await expect(question).toBeHidden()
    await page.mouse.click(20, 500)
    await question.getByRole('button', { name: 'Close Without Saving' }).click()
    await expect(popover).toBeHidden()
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(popover).toBeVisible()
    await page.mouse.click(20, 500)
    await expect(popover).toBeHidden()
  })

  test('without a connection it says that the network failed', async ({ page, context }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Login' }).click()
    const popover = page.getByRole('dialog', { name: 'Admin Login' })
    await popover.getByLabel('Username').fill(td.username)
    await popover.getByLabel('Password', { exact: true }).fill(td.password)
    await context.route('**/api/auth/login', (route) => route.abort())
    await popover.getByRole('button', { name: 'Sign In' }).click()
    await expect(popover.getByText('Network error. Please try again.')).toBeVisible()
  })

  test('the session survives a reload, is shared by tabs, and ends in all of them', async ({ page, context }) => {
    await page.goto('/')
    await signIn(page)
    await page.reload()
    await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: /account menu/i })).toBeVisible()
    await page.getByRole('button', { name: /account menu/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(other.getByRole('button', { name: 'Login' })).toBeVisible()
  })

  test('a page that needs a sign-in sends a visitor home; logging out on such a page as well', async ({ page }) => {
    await page.goto('/account')
    await expect(page).toHaveURL('/')
    // A page that is drawn anew closes the login that was opened on the page before.
    await expect(page.getByRole('heading', { name: 'Two days of disc, one table.' })).toBeVisible()
    await signIn(page)
    await page.goto('/account')
    await expect(page).toHaveURL('/account')
    await page.getByRole('button', { name: /account menu/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('the contact address is copied, and says so for a moment', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('2025')
  const copy = footer.getByRole('button', { name: /@/ })
  await copy.click()
  await expect(footer.getByRole('status').getByText(/copied/i)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('@')
  await expect(footer.getByRole('status').getByText(/copied/i)).toBeHidden()
})

test.describe('the first answer', () => {
  const findContent = (html: string, name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(html)?.[1]

  test('is the frame of the page with its title, and for public pages a description and a picture', async ({
    request,
  }) => {
    const seen = { title: new Set<string>(), description: new Set<string>(), picture: new Set<string>() }
    for (const { path, head, description } of knownPages) {
      const html = await (await request.get(path)).text()
      seen.title.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
      const body = html.slice(html.indexOf('<div id="root">'))
      for (const part of ['<header', '<nav', '<main', '<footer', head.heading]) expect(body, path).toContain(part)
      if (description === undefined) {
        expect(findContent(html, 'robots'), path).toBe('noindex')
        continue
      }
      seen.description.add(findContent(html, 'description') ?? '')
      const picture = findContent(html, 'og:image') ?? ''
      const answer = await request.get(new URL(picture).pathname)
      expect(answer.headers()['content-type'], picture).toBe('image/png')
      seen.picture.add(picture)
    }
    const isPublic = knownPages.filter(({ description }) => description !== undefined)
    expect([seen.title.size, seen.description.size, seen.picture.size]).toEqual([
      knownPages.length,
      isPublic.length,
      isPublic.length,
    ])
  })

  test('tells a browser without scripts when, where, and whom to write to', async ({ browser, site }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })).newPage()
    await page.goto('/registration/teams')
    const main = page.getByRole('main')
    const facts = main.locator('noscript p')
    await expect(facts.first()).toBeVisible()
    const shown = (await facts.allInnerTexts()).join(' ')
    for (const words of ['November 22 to 23, 2025', 'Huntsville, Alabama', 'Bob Wallace Ave'])
      expect(shown).toContain(words)
    await expect(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    await expect(main.locator('[aria-busy]')).toBeHidden()
    await page.goto('/no/such/page')
    await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
    await page.context().close()
  })

  test('is drawn over by the same frame, which stays while the part is on its way', async ({ page }) => {
    const asked = Promise.withResolvers<void>()
    // The part is there in time, which would be given up else; its page is not.
    await page.route(/\/parts\/tournament\/js\/\d/, async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.goto('/registration/teams', { waitUntil: 'commit' })
    const login = page.getByRole('button', { name: 'Login' })
    await login.click()
    const popover = page.getByRole('dialog', { name: 'Admin Login' })
    await popover.getByLabel('Username').fill('half')
    await expect(page.getByRole('main').getByText('Registered Teams', { exact: true })).toBeVisible()
    asked.resolve()
    await expect(page.getByRole('heading', { name: 'Registered Teams', level: 1 })).toBeVisible()
    await expect(popover.getByLabel('Username')).toHaveValue('half')
  })
})
