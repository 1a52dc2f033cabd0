import { connect } from '@ultimate/event-store/connect.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { type BidClient, bidClient } from '../test/test-bids.ts'

const quiet = { mailQuietSeconds: 1 }
let bids: BidClient
beforeEach(async () => {
  bids = await bidClient(quiet)
})
afterEach(() => bids.close())

const remove = (...ids: string[]) =>
  bids.call('POST', '/teams/remove', { as: 'td', body: { ids, reason: 'Cannot come' } })
const restore = (id: string) => bids.call('POST', `/teams/${id}/restore`, { as: 'td' })

let names = 0
/** Registers so many teams, in this order, each with an address of its own that has its receipt. */
async function field(size: number) {
  const teams: { id: string; address: string }[] = []
  for (let bid = 0; bid < size; bid++) {
    const address = `captain-${++names}@example.org`
    teams.push({ id: (await bids.enter({ captainEmail: address })).body.team.id, address })
  }
  await bids.mailsTo(teams.at(-1)?.address ?? '', 1)
  const at = (number: number) => teams[number - 1] ?? { id: '', address: '' }
  return { at, teams }
}
const changeMailTo = async (address: string, earlier = 1) => (await bids.mailsTo(address, earlier + 1)).join('\n')

describe('A captain hears', () => {
  it('that the team moved up, when bid 1 of 38 is withdrawn, and no one else hears it', async () => {
    const { at } = await field(38)
    const [receipt = ''] = await bids.mailsTo(at(1).address, 1)
    const token = /#token=([\w.-]+)/.exec(receipt)?.[1]
    expect((await bids.call('POST', '/bid/withdraw', { body: { token } })).status).toBe(200)
    const mail = await changeMailTo(at(36).address)
    for (const part of ['a spot opened up', 'On the waitlist, not paid', 'Confirmed (#35 of 35), not paid', '#token='])
      expect(mail).toContain(part)
    expect(await changeMailTo(at(1).address)).toContain('withdrawn with the')
    for (const number of [2, 35, 37, 38]) await bids.mailsTo(at(number).address, 1)
    const audit = await bids.call('GET', `/audit?stream=notice-${at(36).id}`, { as: 'td' })
    expect(audit.text).toContain('up by order of registration and emailed the captain')
  })

  it('of each decision of staff once, with what was and what is', async () => {
    const { at } = await field(37)
    await bids.update(at(1).id, { status: 'waitlist' })
    await bids.update(at(37).id, { status: 'confirmed', paid: true })
    await bids.update(at(2).id, { paid: true })
    await remove(at(3).id)
    expect(await changeMailTo(at(1).address)).toContain('Your team is on the waitlist')
    expect(await changeMailTo(at(37).address)).toContain('Confirmed by the TD (bid #36), paid')
    expect(await changeMailTo(at(2).address)).toContain('We have your payment')
    expect(await changeMailTo(at(3).address)).toContain('was removed')
    // The order moved it, so that its captain hears of it too.
    expect(await changeMailTo(at(36).address)).toContain('a spot opened up')
    await restore(at(3).id)
    const byOrder = await bids.update(at(1).id, { status: 'by-order' })
    expect(byOrder.body.team).toMatchObject({ status: 'confirmed' })
    await bids.update(at(2).id, { paid: false })
    expect(await changeMailTo(at(3).address, 2)).toContain('is back')
    expect(await changeMailTo(at(1).address, 2)).toContain('Your team is in')
    expect(await changeMailTo(at(2).address, 2)).toContain('marked your bid')
    expect(await changeMailTo(at(36).address, 2)).toContain('counts again')
  })

  it('nothing of what was corrected within the quiet time', async () => {
    const { at } = await field(2)
    await bids.update(at(1).id, { status: 'waitlist' })
    await remove(at(1).id)
    await restore(at(1).id)
    await bids.update(at(1).id, { status: 'confirmed' })
    await bids.update(at(2).id, { paid: true })
    await changeMailTo(at(2).address)
    await bids.mailsTo(at(1).address, 1)
  })
})

describe('A change that one backend did not come to tell', () => {
  it('is told by another one, once, after the first has stopped', async () => {
    const crashed = await bidClient({ mailQuietSeconds: 3 })
    const { serving } = crashed.database
    const sql = connect(serving.url)
    const body = { captainEmail: 'moved@example.org' }
    const { team } = (await crashed.enter(body)).body
    await crashed.mailsTo(body.captainEmail, 1)
    await crashed.update(team.id, { paid: true })
    await vi.waitFor(async () => expect(await crashed.sql`select 1 from gathered_events`).toHaveLength(1), {
      timeout: 20_000,
    })
    const others = [await bidClientOn(crashed, sql), await bidClientOn(crashed, sql)]
    const noticed = () => crashed.sql`select 1 from events where type = 'TeamChangeNoticed'`
    await vi.waitFor(async () => expect(await noticed()).toHaveLength(1), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await crashed.sql`select 1 from gathered_events`).toHaveLength(0), {
      timeout: 20_000,
    })
    expect(await noticed()).toHaveLength(1)
    for (const other of others) await other.close()
    await sql.end()
    await crashed.close()
  })
})

const bidClientOn = ({ database }: BidClient, sql: ReturnType<typeof connect>) =>
  testApp(quiet, { ...database, serving: { ...database.serving, sql } })
