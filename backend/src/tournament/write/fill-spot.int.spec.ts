import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BidClient, bidClient } from '../test/test-bids.ts'

/** A small field, which is full at once. */
const capacity = 5

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient({ mailQuietSeconds: 1 })
  const headers = { 'if-match': (await bids.call('GET', '/edition')).headers.get('etag') ?? '' }
  expect((await bids.call('PUT', '/edition', { as: 'td', headers, body: { capacity } })).status).toBe(200)
})
afterAll(() => bids.close())

const offers = async () => {
  // An offer follows from the log, of which readers see only what no earlier transaction may still precede.
  await settled(bids.sql)
  const { body } = await bids.call('GET', '/free-spots', { as: 'td' })
  return (body as unknown as { offers: SpotOffer[] }).offers
}
const offered = async () =>
  (await offers()).map(({ team, left_by }) => [team.team_name, left_by?.team_name ?? null, left_by?.withdrawn ?? null])
const fill = (id: string, as: 'td' | 'admin' | 'helper' = 'td') => bids.call('POST', `/teams/${id}/fill-spot`, { as })
const remove = (...ids: string[]) => bids.call('POST', '/teams/remove', { as: 'td', body: { ids, reason: 'Injured' } })
const restore = (id: string) => bids.call('POST', `/teams/${id}/restore`, { as: 'td' })
const readHistory = async (id: string) => {
  await settled(bids.sql)
  const { body } = await bids.call('GET', `/teams/${id}/history`, { as: 'td' })
  return (body as unknown as { events: { text: string }[] }).events.map(({ text }) => text)
}
const undoLast = async (id: string) => {
  const path = `/audit/${(await bids.readEvents(id)).at(-1)?.metadata.position}/undo`
  const preview = await bids.call('POST', `${path}?preview=true`, { as: 'td' })
  const headers = { 'if-match': preview.headers.get('etag') ?? '' }
  return (await bids.call('POST', path, { as: 'td', headers })).status
}

let run = 0
let ids: string[]
const id = (number: number) => ids[number - 1] ?? ''
const address = (number: number) => `captain-${run}-${number}@example.org`

/** A full field with three more: the first of them is held on the waitlist, so that no one moves up by order. */
beforeEach(async () => {
  await settled(bids.sql)
  const left = (await bids.list()).body.teams.map((team) => team.id)
  if (left.length > 0) await remove(...left)
  run += 1
  ids = []
  for (let number = 1; number <= capacity + 3; number++)
    ids.push((await bids.enter({ teamName: `Team ${number}`, captainEmail: address(number) })).body.team.id)
  await bids.update(id(6), { status: 'waitlist' })
})

describe('A spot that a confirmed team leaves', () => {
  it('is offered to the next team on the waitlist, until the removal is undone', async () => {
    expect(await offered()).toEqual([])
    await remove(id(1))
    expect(await offered()).toEqual([['Team 7', 'Team 1', false]])
    expect(await undoLast(id(1))).toBe(200)
    expect(await offered()).toEqual([])
  })

  it('is filled with one press, of which the histories of both teams and one email to the captain inform', async () => {
    await remove(id(1))
    await bids.mailsTo(address(7), 1)
    expect(await fill(id(7), 'admin')).toMatchObject({ status: 200, body: { team: { status: 'confirmed' } } })
    expect(await offered()).toEqual([])
    for (const one of [1, 7]) expect(await readHistory(id(one))).toContain('confirmed Team 7 in place of Team 1')
    expect(await readHistory(id(6))).not.toContain('confirmed Team 7 in place of Team 1')
    const mails = await bids.mailsTo(address(7), 2)
    expect(mails.join('\n')).toContain('Your team is in')
  })

  it('is filled once when two directors press at the same time', async () => {
    await remove(id(1))
    await offers()
    const answers = await Promise.all([fill(id(7)), fill(id(7), 'admin')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await bids.readEvents(id(7))).map(({ type }) => type)).toEqual(['TeamRegistered', 'TeamConfirmed'])
  })

  it('is offered no longer once staff confirmed another team, or the team is back', async () => {
    await remove(id(1))
    await bids.update(id(6), { status: 'confirmed' })
    expect(await offered()).toEqual([])
    expect(await fill(id(7))).toMatchObject({ status: 409, body: { code: 'SPOT_FILLED' } })
    await bids.update(id(6), { status: 'waitlist' })
    await restore(id(1))
    expect(await fill(id(7))).toMatchObject({ status: 409, body: { code: 'SPOT_FILLED' } })
  })

  it('is offered again when its filling is undone', async () => {
    await remove(id(1))
    await offers()
    await fill(id(7))
    expect(await undoLast(id(7))).toBe(200)
    expect(await offered()).toEqual([['Team 7', 'Team 1', false]])
    expect(await bids.listed(id(7))).toMatchObject({ status: 'waitlist' })
  })

  it('needs no offer where the order of registration fills it', async () => {
    await bids.update(id(6), { status: 'by-order' })
    await remove(id(1))
    expect(await offered()).toEqual([])
    expect(await bids.listed(id(6))).toMatchObject({ status: 'confirmed' })
  })

  it('says that the captain withdrew', async () => {
    const [receipt = ''] = await bids.mailsTo(address(2), 1)
    const token = /#token=([\w.-]+)/.exec(receipt)?.[1]
    await bids.call('POST', '/bid/withdraw', { body: { token } })
    expect(await offered()).toEqual([['Team 7', 'Team 2', true]])
  })
})

describe('Filling a spot', () => {
  it('is for TD and admin, and for teams that are in', async () => {
    expect((await fill(id(7), 'helper')).status).toBe(403)
    expect((await fill(crypto.randomUUID())).body.code).toBe('TEAM_NOT_FOUND')
    await remove(id(7))
    expect((await fill(id(7))).body.code).toBe('TEAM_REMOVED')
  })
})
