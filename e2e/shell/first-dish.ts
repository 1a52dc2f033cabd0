import type { Page } from '@playwright/test'

/** Runs in the page, with the token of a TD: a team that counts brings a dish. */
export async function addDish(token: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const post = async (path: string, body: object) => {
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const captain = { captainName: 'Robin Ridge', captainEmail: 'robin@example.org', captainPhone: '(256) 555-0142' }
  const bid = { teamName: 'Gravy Boats', location: 'Huntsville, AL', division: 'rec', ...captain }
  const { team } = await post('/api/register-team', bid)
  await post(`/api/teams/${team.id}/confirm-address`, {})
  const { slot } = await post('/api/dinner-slots', { name: 'Gravy', category: 'dishes', max_signups: 2 })
  const who = { personName: 'Becky', email: 'becky@example.org', captainId: team.id, slotId: slot.id }
  await post('/api/dinner-signup', who)
  await post('/api/dinner-signup', { ...who, personName: 'Sid', email: 'sid@example.org' })
}

/** Opens a page by the menus, as a visitor does who has no address to type. */
export async function choose(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: menu }).click()
  await page.locator('[data-menu-open]').getByRole('link', { name, exact: true }).click()
}
