import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { PartName } from '@ultimate/events/platform/part.ts'
import { ask } from '../fixtures/board-page.ts'
import { plugInAuthenticator } from '../fixtures/passkeys.ts'
import type { Site } from '../fixtures/site.ts'
import { arriveSignedIn, expect, signIn, td, demoTest as test } from '../fixtures/test.ts'
import { choose, expectNotice, findLaterFiles, pressTryAgain, withoutFiles } from './walk.ts'

/** As it is mailed to a volunteer of the demonstration. */
async function privateLink(page: Page, site: Site): Promise<string> {
  const email = 'alma.whitfield@example.org'
  await page.request.post('/api/dinner-signup/link', { data: { email } })
  const links = () =>
    globSync('outbox/*.eml', { cwd: site.dataDir })
      .map((file) => readFileSync(join(site.dataDir, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => /\/dinner\/signup#link=\S+/.exec(mail)?.[0] ?? '')
  await expect.poll(links).not.toEqual([])
  return links()[0] ?? ''
}

async function setCapacity(page: Page, token: string, capacity: number): Promise<void> {
  const { etag = '' } = (await page.request.get('/api/edition')).headers()
  const headers = { authorization: `Bearer ${token}`, 'if-match': etag }
  expect((await page.request.put('/api/edition', { headers, data: { capacity } })).status()).toBe(200)
}

const halfTyped = 'a'

/** Loses what a part brings later, once each. `end` expects that the walk opened all of it. */
async function loseFiles(page: Page, part: PartName) {
  const later = findLaterFiles(part)
  const connection = await withoutFiles(page, (file) => later.includes(file))
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

  /** What says that it did not come, below the title of its page; `typed` is a field of that page. */
  const miss = async (what: string, typed?: Locator) => {
    const notice = await expectNotice(page, `${what} didn’t load`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await typed?.fill(halfTyped)
    return notice
  }
  const tryAgain = async (notice: Locator, there: Locator, typed?: Locator) => {
    connection.isDown = false
    await pressTryAgain(notice)
    await expect(there).toBeVisible()
    await expect(notice).toBeHidden()
    if (typed) await expect(typed).toHaveValue(halfTyped)
    connection.isDown = true
  }
  const missDialog = (what: string, opener: Locator, name: string | RegExp, typed: Locator) =>
    test.step(what, async () => {
      const search = await typed.boundingBox()
      await opener.click()
      const notice = await miss(what)
      await expect(notice).toBeInViewport({ ratio: 0.9 })
      await expect(typed).toHaveValue(halfTyped)
      expect((await typed.boundingBox())?.width).toBe(search?.width)
      const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
      await tryAgain(notice, dialog, typed)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      // Not what said so, which is gone.
      await expect(opener).toBeFocused()
    })

  const end = (problems: string[]) => {
    for (const files of [connection.lost, connection.came])
      expect(
        later.filter((file) => !files.has(file)),
        'files this walk does not open',
      ).toEqual([])
    // The browser reports each file that did not come: nothing else may go wrong.
    problems.splice(0, Infinity, ...problems.filter((problem) => !/Loading (CSS )?chunk/.test(problem)))
  }
  return { connection, button, miss, tryAgain, missDialog, end }
}

const title = 'what comes later is missed at its place while its page goes on, and comes by Try again'

test(`dinner: ${title}`, async ({ page, site, problems }) => {
  const { button, miss, tryAgain, missDialog, end } = await loseFiles(page, 'dinner')

  await test.step('what comes with the sign-up', async () => {
    await page.goto(await privateLink(page, site))
    const name = page.getByLabel('Name', { exact: true })
    const captains = await miss('The list of captains', name)
    await button('Show My Sign-ups').click()
    await expect(page.getByText(/^You can manage your sign-ups/)).toBeVisible()
    const manage = await miss('What you can do with your link')
    await tryAgain(
      captains,
      page.locator(':enabled').and(page.getByRole('combobox', { name: 'Captain', exact: true })),
      name,
    )
    await tryAgain(manage, button(/^Send me a new link/), name)
    const link = 'Send me my link again'
    await missDialog('The form for your link', button(link), link, name)
    await missDialog('The recipe', button(/^Recipe: /), /./, name)
    await missDialog('The form for allergens', button(/^(Name|Change) allergens in /), /./, name)
    await signIn(page)
    await tryAgain(await miss('The tools for slots'), button(/^Change /), name)
  })

  await test.step('what comes with the check-in', async () => {
    const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
    await ask(site, token, 'POST /dinner-management/walk-ins', { name: 'Mabel', dish_name: 'Ambrosia' })
    await choose(page, 'Dinner', 'Dinner Check-In')
    const search = page.getByLabel(/^Search by/)
    await search.fill(halfTyped)
    await missDialog('The form', button('Walk-in'), 'A dish that came unannounced', search)
    await missDialog('The labels', button('Labels'), /./, search)
    await missDialog('The sign-up', button(/^Open the sign-up of /), /./, search)
    await missDialog('The question', button('Remove the walk-in of Mabel'), 'Remove Mabel from Ambrosia?', search)
    await missDialog('The scanner', button('Scan a label'), 'Scan a label', search)
  })

  end(problems)
})

test(`tournament: ${title}`, async ({ page, problems }) => {
  const { connection, button, miss, tryAgain, end } = await loseFiles(page, 'tournament')
  const token = await arriveSignedIn(page)
  // More places than teams: one that staff put on the waitlist is next.
  await setCapacity(page, token, 60)
  await page.goto('/')
  await choose(page, 'Registration', 'Registered Teams')
  const search = page.getByLabel('Search teams')
  await tryAgain(await miss("The list's tools", search), button('Select teams'), search)
  await tryAgain(await miss('The seeds', search), button('Seeds'), search)
  await tryAgain(await miss('The free spots', search), page.getByRole('list', { name: 'Next on the waitlist' }), search)
  await button('Add a team').click()
  await tryAgain(await miss('The form', search), page.getByRole('form', { name: 'Add a team' }), search)
  await setCapacity(page, token, 35)
  const word = button('By order')
  const words = page.getByRole('tooltip')
  const head = page.getByRole('columnheader', { name: 'Decided' })
  const isBelowHead = async () => ((await words.boundingBox())?.y ?? 0) > ((await head.boundingBox())?.y ?? 0) + 20
  await word.click()
  // Without what places them they stand below the word, where no head lies over them.
  await expect(words).toBeVisible()
  expect(await isBelowHead()).toBe(true)
  await page.keyboard.press('Escape')
  connection.isDown = false
  await word.click()
  await expect(word.and(page.locator(':not(:has([role="tooltip"]))'))).toBeVisible()
  await expect(words).toBeVisible()
  connection.isDown = true
  await choose(page, 'Tournament', 'Pool Play')
  await tryAgain(await miss('The pool builder'), button('Add Pools'))
  await choose(page, 'Tournament', 'Bracket')
  await tryAgain(await miss('The tools for the bracket'), button('Make bracket'))
  end(problems)
})

test(`staff: ${title}`, async ({ page, problems }) => {
  const { connection, end } = await loseFiles(page, 'staff')
  await arriveSignedIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await page.getByLabel('Full Name').fill(halfTyped)
  await plugInAuthenticator(page, { refuses: true })
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  const password = form.getByLabel('Your password', { exact: true })
  await password.fill(td.password)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to add the passkey. Please try again.')
  await expect(password).toHaveValue(td.password)
  connection.isDown = false
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByRole('alert')).toContainText('No passkey was made.')
  await expect(page.getByLabel('Full Name')).toHaveValue(halfTyped)
  end(problems)
})
