import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedDemo } from './demo.ts'
import { type DinnerTestApp, dinnerTestApp } from './test/test-dinner.ts'

let app: DinnerTestApp
beforeAll(async () => {
  app = await dinnerTestApp()
  await app.automate()
  for (let team = 1; team <= 12; team++) await app.registerTeam(`Team ${team}`)
  await seedDemo(app.platform)
})
afterAll(() => app.close())

const td = { caller: { role: 'TD' } } as const

describe('The demo', () => {
  it('has dishes with recipes and times of serving, some of them full', async () => {
    const { slots } = (await app.call(dinnerApi.listSlots, {})).body
    expect(slots.filter(({ category }) => category === 'dishes').length).toBeGreaterThanOrEqual(12)
    expect(slots.filter(({ category }) => category === 'serving').length).toBeGreaterThanOrEqual(12)
    expect(slots.some((slot) => slot.recipe_instructions !== null)).toBe(true)
    expect(slots.some((slot) => slot.current_signups === slot.max_signups)).toBe(true)
    expect(slots.some((slot) => slot.current_signups < slot.max_signups)).toBe(true)
  })

  it('has sign-ups of every team, none of which is missing its name, and some dishes at the door', async () => {
    const { signups } = (await app.call(dinnerApi.listDishSignups, {}, td)).body
    expect(new Set(signups.map((signup) => signup.team_name)).size).toBe(12)
    expect(signups.some((signup) => signup.team_name === '')).toBe(false)
    const { items } = (await app.call(dinnerApi.listBoardItems, {}, td)).body
    expect(items.length).toBeGreaterThanOrEqual(4)
    expect(items.length).toBeLessThan(signups.length)
  })

  it('sends no mail, because its people do not exist', async () => {
    const { slots } = (await app.call(dinnerApi.listSlots, {})).body
    const free = slots.find((slot) => slot.current_signups < slot.max_signups)
    const captainId = await app.registerTeam('Huck Finns')
    await app.signUp({ captainId, slotId: free?.id ?? '' })
    // Mails are written in the order of the log: the demo's would have come before.
    await vi.waitFor(() => expect(app.mails.map(({ to }) => to)).toEqual(['becky@example.org']), { timeout: 20_000 })
  })
})
