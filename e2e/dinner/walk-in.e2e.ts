import { expectAccessible } from '../fixtures/accessibility.ts'
import { ask, logIn, test } from '../fixtures/board-page.ts'
import { expect } from '../fixtures/test.ts'

test('a dish that no one announced is checked in by two taps, and found again by its label', async ({ page, site }) => {
  const { user, token } = await logIn(site, { username: 'helper', password: 'demo-helper' })
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      localStorage.setItem('user', storedUser)
      localStorage.setItem('authToken', storedToken)
    },
    [JSON.stringify(user), token] as const,
  )
  await page.goto('/dinner/checkin')
  await page.getByRole('searchbox').fill('Great-aunt Zelda')
  await page.getByRole('button', { name: 'Walk-in: Great-aunt Zelda' }).click()
  const form = page.getByRole('dialog', { name: 'A dish that came unannounced' })
  await expect(form.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, { part: '[role="dialog"]' })
  // Without a connection it is queued like any other check-in, and shown so.
  await page.context().setOffline(true)
  await form.getByRole('listitem').first().getByRole('button').click()
  await expect(form).toBeHidden()
  const here = page.getByRole('region', { name: 'Checked In' })
  await expect(here.getByRole('listitem')).toContainText(['Great-aunt Zelda'])
  await expect(here.getByRole('listitem')).toContainText(['Not sent yet'])
  await page.context().setOffline(false)
  await expect(here.getByRole('listitem').getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(here.getByRole('listitem')).toHaveCount(1)
  const signups = (await ask(site, token, 'GET /dinner-signups')).body['signups'] as unknown as {
    id: string
    person_name: string
    walk_in: boolean
  }[]
  const [own] = signups.filter((signup) => signup.walk_in)
  expect(own?.person_name).toBe('Great-aunt Zelda')

  await page.getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByRole('button', { name: `Print ${signups.length} labels` })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const label = page.locator('[data-label-sheet] article').filter({ hasText: 'Great-aunt Zelda' })
  await expect(label.locator('svg')).toBeVisible()
  await expect(page.locator('#main')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')

  // Where a phone's own camera leads. A closed dialog goes back in history, which ends a visit that has just begun.
  await expect(() => page.goto(`/dinner/checkin?find=${own?.id.slice(-6)}`)).toPass()
  await expect(here.getByRole('listitem')).toHaveCount(1)
  await expect(here.getByRole('listitem')).toContainText('Great-aunt Zelda')

  // A dish that no slot asks for, by mistake: who took it in removes it, and has it back.
  await page.goto('/dinner/checkin')
  await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
  await form.getByLabel('Name').fill('Cousin Mabel')
  await form.getByRole('button', { name: 'Check in this dish' }).click()
  await expect(form.getByText('Please say what it is.')).toBeVisible()
  await form.getByLabel('Something else').fill('Ambrosia')
  await form.getByRole('button', { name: 'Check in this dish' }).click()
  await expect(form).toBeHidden()
  const mabel = here.getByRole('listitem').filter({ hasText: 'Cousin Mabel' })
  // One row, once the answer is there: a list that was read before it has the sign-up beside what is still sent.
  await expect(mabel).toContainText(['Ambrosia'])
  await mabel.getByRole('button', { name: 'Remove the walk-in of Cousin Mabel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Cousin Mabel from Ambrosia?' })
  await question.getByRole('button', { name: 'Remove sign-up' }).click()
  await expect(mabel).toHaveCount(0)
  const said = page.getByRole('dialog').filter({ hasText: 'The sign-up of Cousin Mabel is removed.' })
  await said.getByRole('button', { name: 'Undo' }).click()
  // One row, once the answer is there: a list that was read before it has the sign-up beside what is still sent.
  await expect(mabel).toContainText(['Ambrosia'])
})
