import { startSite } from '../fixtures/site.ts'
import { expect, signIn, td, test, watch } from '../fixtures/test.ts'

const phone = { width: 360, height: 640 }

test.describe('navigation', () => {
  test('the menus hold exactly what the public may see', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Home' })).toBeVisible()
    const menus = {
      Tournament: ['Info', 'Pool Play', 'Bracket', 'Merch'],
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
  })

  test('a menu closes when the page changes', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Registration' }).click()
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
        'Bracket',
        'Merch',
        'Info',
        'HSV Signup',
        'Register a Team',
        'Registered Teams',
      ].map((name) => new RegExp(`^${name}$`)),
    )
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await open.click()
    await menu.getByRole('link', { name: 'Registered Teams' }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL('/registration/teams')
  })

  test('an unknown path shows the home page', async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
  })

  test('signed in, the dinner menu and the user menu grow by what the role may see', async ({ page }) => {
    await page.goto('/')
    await signIn(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Dinner' }).click()
    await expect(page.locator('[data-menu-open]').getByRole('link')).toHaveText([
      'Info',
      'HSV Signup',
      'Dinner Check-In',
      'Server Check-In',
      'Dinner Management',
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /account menu/i }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Account Settings', 'Access Controls', 'Audit', 'Logout'])
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })
})

test.describe('sign-in', () => {
  test('a wrong password says so and keeps the name; Escape and a click outside close the popover', async ({
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
    await page.keyboard.press('Escape')
    await expect(popover).toBeHidden()
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(popover).toBeVisible()
    await page.mouse.click(20, 500)
    await expect(popover).toBeHidden()
  })

  test('without a line it says that the network failed', async ({ page, context }) => {
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

test('the gate hides the site until the test password is given', async ({ browser }) => {
  const site = await startSite({ GATE_PASSWORD: 'cold grass' })
  const problems: string[] = []
  try {
    const page = await (await browser.newContext({ baseURL: site.url })).newPage()
    await watch(page, problems)
    await page.goto('/registration/teams')
    await expect(page.getByRole('heading', { name: 'Testing Access' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByLabel(/password/i).fill('warm grass')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible()
    await page.getByLabel(/password/i).fill('cold grass')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Register Your Team' }).first()).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.context().close()
  } finally {
    await site.stop()
  }
  expect(problems).toEqual([])
})
