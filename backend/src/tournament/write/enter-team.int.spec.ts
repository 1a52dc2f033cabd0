import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { StaffTeam } from '@ultimate/events/tournament/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Someone } from '../../test/test-app.ts'
import { type BidClient, bidClient } from '../test/test-bids.ts'

let bids: BidClient
/** Bids of captains count once their address is confirmed. */
beforeAll(async () => {
  bids = await bidClient({ emailConfirmation: 'on' })
})
afterAll(() => bids.close())

let names = 0
const bid = (changes: object = {}) => ({
  teamName: `Rafters ${++names}`,
  location: 'Cairo, IL',
  division: 'rec',
  captainName: 'Joe Harper',
  captainEmail: `joe-${names}@example.org`,
  captainPhone: '256-555-0143',
  ...changes,
})
const enter = (body: object = bid(), as: Someone = 'td') => bids.call('POST', '/teams', { as, body })

describe('A team that staff enter', () => {
  it.each(['td', 'admin'] as const)('counts at once, entered by %s, and is marked for staff alone', async (as) => {
    const { status, body } = await enter(bid(), as)
    expect([status, body.team]).toEqual([201, expect.objectContaining({ status: 'confirmed', paid: false })])
    expect(body.team).not.toHaveProperty('email_confirmed')
    expect(await bids.listed(body.team.id)).not.toHaveProperty('entered_by_staff')
    const { teams } = (await bids.call('GET', '/registered-teams', { as: 'td' })).body
    const listed = teams.find(({ id }) => id === body.team.id) as unknown as StaffTeam
    expect(listed).toMatchObject({ entered_by_staff: true, email_confirmed: true, by_hand: false })
    const page = await bids.call('GET', `/teams/${body.team.id}`, { as: 'td' })
    expect(page.body.team).toMatchObject({ entered_by_staff: true })
  })

  it('has a history that names who entered it, and a captain with one email and the private link', async () => {
    const { body } = await enter(bid({ teamName: 'Drifters', captainEmail: 'drifter@example.org' }), 'admin')
    await settled(bids.sql)
    const history = await bids.call('GET', `/teams/${body.team.id}/history`, { as: 'td' })
    expect(history.text).toContain('entered the team Drifters (Recreational, Cairo, IL) for its captain')
    const [event] = await bids.readEvents(body.team.id)
    expect(event?.metadata.actor).toMatchObject({ kind: 'staff', role: 'admin' })
    const [mail = ''] = await bids.mailsTo('drifter@example.org', 1)
    const token = /#token=([\w.-]+)/.exec(mail)?.[1]
    expect((await bids.call('POST', '/bid', { body: { token } })).status).toBe(200)
  })

  it('is not marked where a captain registered it', async () => {
    const { body } = await bids.register()
    const { teams } = (await bids.call('GET', '/registered-teams', { as: 'td' })).body
    const listed = teams.find(({ id }) => id === body.team.id)
    expect(listed).toMatchObject({ email_confirmed: false })
    expect(listed).not.toHaveProperty('entered_by_staff')
  })

  it('is asked about where this address has the team already', async () => {
    const again = bid()
    await enter(again)
    expect(await enter({ ...again, once: true })).toMatchObject({ status: 409, body: { code: 'SAME_TEAM_AGAIN' } })
    expect((await enter(again)).status).toBe(201)
  })

  it('is refused with the sentences of the form', async () => {
    const { status, body } = await enter(bid({ teamName: ' ', captainEmail: 'joe' }))
    expect([status, body.fields]).toEqual([
      422,
      { teamName: 'Team name is required.', captainEmail: 'Valid email required.' },
    ])
  })

  it.each([
    ['helper', 403],
    ['visitor', 401],
  ] as const)('is not for a %s', async (as, status) => {
    expect((await enter(bid(), as)).status).toBe(status)
  })
})
