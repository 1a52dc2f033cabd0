import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { openTeams, row, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

interface Listed {
  readonly id: string
  readonly team_name: string
}

test('a spot that a team leaves is offered on the desk and above the list, filled with one press, and undone', async ({
  page,
}) => {
  const token = await arriveSignedIn(page)
  const headers = { authorization: `Bearer ${token}` }
  const { teams } = (await (await page.request.get('/api/registered-teams')).json()) as { teams: Listed[] }
  const at = (number: number) => teams[number - 1] ?? { id: '', team_name: '' }
  const setStatus = ({ id }: Listed, status: string) =>
    page.request.put(`/api/teams/${id}`, { headers, data: { status } })
  const [left, held, next, byHand] = [at(1), at(36), at(37), at(38)]
  // Staff decide by hand: the one that the order of registration would confirm is held on the waitlist.
  await setStatus(held, 'waitlist')
  await page.request.post('/api/teams/remove', { headers, data: { ids: [byHand.id], reason: 'Injured' } })
  await page.request.post('/api/teams/remove', { headers, data: { ids: [left.id], reason: 'No driver' } })
  try {
    await openTeams(page)
    const offer = page.getByText(
      `${next.team_name} is next on the waitlist, in place of ${left.team_name}, which was removed.`,
    )
    const confirm = page.getByRole('button', { name: `Confirm ${next.team_name}` })
    await expect(offer).toBeVisible()
    await expectAccessible(page, { label: 'The list with a free spot' })
    await page.reload()
    await expect(offer).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })

    await page.goto('/desk')
    const onDesk = page.getByRole('link', { name: `${next.team_name}, in place of ${left.team_name}` })
    await expect(onDesk).toBeVisible()
    await expectAccessible(page, { label: 'The desk with a free spot' })
    await confirm.press('Enter')
    await expect(onDesk).toBeHidden()
    await expect(page.locator(':focus')).not.toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(onDesk).toBeVisible()

    await openTeams(page)
    await expect(row(page, next.team_name).getByRole('combobox')).toHaveValue('waitlist')
    await confirm.click()
    await expect(offer).toBeHidden()
    await expect(row(page, next.team_name).getByRole('combobox')).toHaveValue('confirmed')
    for (const { id } of [next, left]) {
      await page.goto(`/registration/team?id=${id}`)
      await expect(page.getByText(`confirmed ${next.team_name} in place of ${left.team_name}`).first()).toBeVisible()
    }
  } finally {
    await page.request.post('/api/teams/restore', { headers, data: { ids: [left.id, byHand.id] } })
    for (const team of [held, next]) await setStatus(team, 'by-order')
  }
})
