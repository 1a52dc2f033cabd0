import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { openTeams, row, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

test('staff add a team for a captain: errors, a team that is there already, and the mark in list and history', async ({
  page,
}) => {
  const token = await arriveSignedIn(page)
  const form = page.getByRole('form', { name: 'Add a team' })
  const open = page.getByRole('button', { name: 'Add a team' })
  const submit = form.getByRole('button', { name: 'Add the team' })
  const fill = async () => {
    await form.getByLabel('Team name').fill('Cairo Rafters')
    await form.getByLabel('Location').fill('Cairo, IL')
    await form.getByRole('radio', { name: /Recreational/ }).check()
    await form.getByLabel('Captain name').fill('Joe Harper')
    await form.getByLabel('Captain email').fill('joe@example.org')
    await form.getByLabel('Captain phone').fill('256-555-0143')
  }
  await openTeams(page)
  await open.click()
  await expect(form.getByLabel('Team name')).toBeFocused()
  await submit.click()
  await expect(form.getByText('Please fix the errors and submit again.')).toBeVisible()
  await expect(form.getByText('Team name is required.')).toBeVisible()
  await expectAccessible(page, { label: 'The form that adds a team' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await fill()
  await submit.click()
  await expect(form).toBeHidden()
  await expect(open).toBeFocused()
  await expect(row(page, 'Cairo Rafters')).toContainText('Entered by staff')

  await open.click()
  await fill()
  await submit.click()
  await expect(form.getByText('This team is already registered with this email.')).toBeVisible()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await row(page, 'Cairo Rafters').getByRole('link', { name: 'Cairo Rafters' }).first().click()
  await expect(page.getByText(', entered by staff')).toBeVisible()
  await expect(page.getByText('entered the team Cairo Rafters (Recreational, Cairo, IL) for its captain')).toBeVisible()

  const headers = { authorization: `Bearer ${token}` }
  const { teams } = await (await page.request.get('/api/registered-teams', { headers })).json()
  const ids = teams
    .filter(({ team_name }: { team_name: string }) => team_name === 'Cairo Rafters')
    .map(({ id }: { id: string }) => id)
  await page.request.post('/api/teams/remove', { headers, data: { ids, reason: 'Swept up' } })
})
