import type { Locator, Page } from '@playwright/test'
import { test as base, expect, td } from './test.ts'

interface Slot {
  readonly id: string
  readonly name: string
  readonly current_signups: number
}

/** What is done beside the browsers: by the TD, and by a volunteer at another device. */
interface Dinner {
  addSlot(fields: Readonly<Record<string, string | number>>): Promise<Slot>
  signUp(slot: Slot, person?: { personName: string; email: string }): Promise<void>
}

export const becky = { name: 'Becky Thatcher', email: 'becky@example.org', captain: 'Robin Ridge' }
const tom = { personName: 'Tom Sawyer', email: 'tom@example.org' }

/** A site with one team, to whose captain people sign up. */
export const test = base.extend<object, { dinner: Dinner }>({
  dinner: [
    async ({ site }, use) => {
      const ask = async (path: string, body: unknown, token?: string) => {
        const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
        const answer = await fetch(`${site.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        expect(answer.ok, await answer.clone().text()).toBe(true)
        return answer.json()
      }
      const { token } = await ask('auth/login', td)
      const { team } = await ask(
        'register-team',
        {
          teamName: 'Gravy Train',
          location: 'Huntsville, AL',
          division: 'rec',
          captainName: becky.captain,
          captainEmail: 'robin@example.org',
          captainPhone: '(256) 555-0142',
        },
        token,
      )
      await use({
        addSlot: async (fields) => (await ask('dinner-slots', fields, token)).slot,
        signUp: async (slot, person = tom) => {
          await ask('dinner-signup', { ...person, captainId: team.id, slotId: slot.id })
        },
      })
    },
    { scope: 'worker' },
  ],
})

export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const plus = (slot: Locator): Locator => slot.getByRole('button', { name: /^Sign up for / })
export const removes = (slot: Locator): Locator => slot.getByRole('button', { name: /^Remove / })

export async function introduce(page: Page, person = becky): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('combobox', { name: 'Captain' }).fill('gravy')
  await page.getByRole('option', { name: person.captain }).click()
}
