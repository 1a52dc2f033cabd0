import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { openTeams, row, test } from '../fixtures/teams-page.ts'
import { arriveSignedIn, expect } from '../fixtures/test.ts'

interface TeamRow {
  readonly id: string
  readonly team_name: string
  readonly status: string
  readonly by_hand: boolean
}

test('a spot that a team leaves is offered on the desk and above the list, filled with one press, and undone', async ({
  page,
}) => {
  const token = await arriveSignedIn(page)
  const headers = { authorization: `Bearer ${token}` }
  const { teams } = (await (await page.request.get('/api/registered-teams', { headers })).json()) as {
    teams: TeamRow[]
  }
  const none: TeamRow = { id: '', team_name: '', status: '', by_hand: false }
  // Confirmed by hand, so no one moves up by order when it leaves.
  const left = teams[37] ?? none
  const next = teams.find(({ status, by_hand }) => status === 'waitlist' && !by_hand) ?? none
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
    await page.request.put(`/api/teams/${next.id}`, { headers, data: { status: 'by-order' } })
    await page.request.post(`/api/teams/${left.id}/restore`, { headers })
  }
})
