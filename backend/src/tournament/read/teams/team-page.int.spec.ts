import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BidClient, bidClient, newKey } from '../../test/test-bids.ts'

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient({ mailQuietSeconds: 0.2 })
})
afterAll(() => bids.close())

let names = 0
async function aTeam(changes = {}) {
  const address = `page-${++names}@example.org`
  const { body } = await bids.enter({
    captainEmail: address,
    comments: 'With a raft',
    altCaptainName: 'Joe',
    ...changes,
  })
  await bids.mailsTo(address, 1)
  return { id: body.team.id, address }
}
type Someone = 'td' | 'admin' | 'helper'
async function page(id: string, as: Someone = 'td') {
  const answer = await bids.call('GET', `/teams/${id}`, { as })
  return { ...answer, team: (answer.body as unknown as { team: TeamPage }).team }
}
async function correct(id: string, body: object, headers = {}) {
  const answer = await bids.call('PUT', `/teams/${id}/bid`, { as: 'admin', body, headers })
  return { ...answer, team: (answer.body as unknown as { team: TeamPage }).team }
}
const note = (id: string, text: unknown, headers = {}) =>
  bids.call('POST', `/teams/${id}/notes`, { as: 'admin', body: { text }, headers })
const looks = async (id: string) => {
  const rows = await bids.sql<{ user: string }[]>`
    select split_part(stream, '.', 1) as user from events where type = 'ContactsShown' and stream like ${`%.${id}`}`
  return rows.length
}
/** The last event of the team. */
async function undoLast(id: string) {
  const path = `/audit/${(await bids.readEvents(id)).at(-1)?.metadata.position}/undo`
  const { headers } = await bids.call('POST', `${path}?preview=true`, { as: 'td' })
  const done = await bids.call('POST', path, { as: 'td', headers: { 'if-match': headers.get('etag') ?? '' } })
  expect(done.status).toBe(200)
}
const unknown = '00000000-0000-4000-8000-000000000000'

describe('The page of a team', () => {
  it('shows TD and admin all of the bid, and others nothing', async () => {
    const { id, address } = await aTeam()
    const { team, headers } = await page(id)
    expect(team).toMatchObject({
      id,
      captain_email: address,
      captain_phone: '256-555-0142',
      alt_captain_name: 'Joe',
      comments: 'With a raft',
      division: 'rec',
      status: 'confirmed',
      paid: false,
      removed: null,
      notes: [],
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('etag')).toBeTruthy()
    expect((await bids.call('GET', `/teams/${id}`)).status).toBe(401)
    expect((await page(id, 'helper')).status).toBe(403)
    expect((await page(unknown)).body).toMatchObject({ code: 'TEAM_NOT_FOUND' })
    await bids.call('POST', '/teams/remove', { as: 'td', body: { ids: [id], reason: 'Junk' } })
    expect((await page(id)).team.removed).toMatchObject({ reason: 'Junk', withdrawn: false })
  })

  it('is recorded once for one look of one person, and lists for the builder are none', async () => {
    const { id } = await aTeam()
    await Promise.all([page(id), page(id), page(id)])
    await page(id)
    expect(await looks(id)).toBe(1)
    await page(id, 'admin')
    expect(await looks(id)).toBe(2)
    const count = async () =>
      Number((await bids.sql`select count(*) from events where type = 'ContactsShown'`)[0]?.['count'])
    const before = await count()
    for (const path of ['teams/rec', 'pools/rec', 'published/rec'])
      await bids.call('GET', `/pool-play/${path}`, { as: 'td' })
    expect(await count()).toBe(before)
    const audit = await bids.call('GET', '/audit?type=ContactsShown', { as: 'td' })
    expect(audit.text).toContain('saw the contact data of Huck Finns')
  })

  it('has notes of staff, which can be removed and come back by an undo', async () => {
    const { id } = await aTeam()
    const headers = newKey()
    const [first, again] = [await note(id, 'Arrives late', headers), await note(id, 'Arrives late', headers)]
    expect([first.status, again.body]).toEqual([201, first.body])
    await note(id, 'Paid in cash')
    const texts = async () => (await page(id)).team.notes.map(({ text }) => text)
    expect(await texts()).toEqual(['Arrives late', 'Paid in cash'])
    const { notes } = (await page(id)).team
    const path = `/teams/${id}/notes/${notes[0]?.id}`
    expect((await bids.call('DELETE', path, { as: 'admin' })).status).toBe(204)
    expect(await texts()).toEqual(['Paid in cash'])
    await undoLast(id)
    expect((await page(id)).team.notes).toEqual(notes)
    for (const bad of [' ', undefined, 7, 'x'.repeat(1001)]) expect((await note(id, bad)).status).toBe(422)
    expect((await note(unknown, 'Hi')).status).toBe(404)
    expect((await bids.call('DELETE', `/teams/${id}/notes/none`, { as: 'td' })).status).toBe(404)
  })
})

describe('Staff correct a bid', () => {
  it('in the fields they name, with a reason that the captain reads, and nothing else changes', async () => {
    const { id, address } = await aTeam()
    const before = (await page(id)).team
    const { status, team } = await correct(id, {
      teamName: 'Rafters',
      altCaptainPhone: '256-555-0199',
      reason: 'A typo',
    })
    expect([status, team]).toEqual([200, { ...before, team_name: 'Rafters', alt_captain_phone: '256-555-0199' }])
    await correct(id, { teamName: 'Rafters', reason: 'A typo' })
    expect((await bids.readEvents(id)).map(({ type }) => type)).toEqual(['TeamRegistered', 'TeamCorrected'])
    const mail = (await bids.mailsTo(address, 2)).find((text) => text.includes('was corrected')) ?? ''
    for (const part of ['Team name', 'Alternate contact', 'The reason: A typo']) expect(mail).toContain(part)
  })

  it('and get an error for each field that is wrong', async () => {
    const { id } = await aTeam()
    for (const [body, field] of [
      [{ teamName: 'Rafters' }, 'reason'],
      [{ teamName: 'Rafters', reason: ' ' }, 'reason'],
      [{ reason: 'Nothing' }, 'teamName'],
      [{ captainEmail: 'nobody', reason: 'Typo' }, 'captainEmail'],
      [{ division: 'mixed', reason: 'Typo' }, 'division'],
    ] as const)
      expect(await correct(id, body)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
    expect((await correct(id, { seed: 1, teamName: 'A', reason: 'B' })).status).toBe(422)
    expect((await correct(unknown, { teamName: 'A', reason: 'B' })).status).toBe(404)
    const stale = await correct(id, { teamName: 'A', reason: 'B' }, { 'if-match': '"99"' })
    expect(stale).toMatchObject({ status: 412, body: { code: 'STALE' } })
    await bids.call('POST', '/teams/remove', { as: 'td', body: { ids: [id], reason: 'Junk' } })
    expect((await correct(id, { teamName: 'A', reason: 'B' })).body).toMatchObject({ code: 'TEAM_REMOVED' })
  })

  it('to another address: the new one gets a link, and the old one hears of it', async () => {
    const { id, address } = await aTeam()
    await correct(id, { captainEmail: `new-${address}`, reason: 'It bounced' })
    expect((await bids.mailsTo(`new-${address}`, 1)).join()).toContain('the tournament crew corrected the address')
    expect((await bids.mailsTo(address, 2)).join()).toContain('has another address now')
  })

  it('to the other division: it leaves its pools, and the undo gives them back', async () => {
    const { id } = await aTeam()
    const pools = [{ id: 'a', name: 'Pool A', size: 2, teams: [null, id] }]
    await bids.call('POST', '/pool-play/save', { as: 'td', body: { division: 'rec', pools } })
    await bids.call('POST', '/pool-play/publish', { as: 'td', body: { division: 'rec' } })
    const places = async () => {
      const { body } = await bids.call('GET', '/pool-play/published/rec')
      return body.pools[0]?.teams.map((team) => team?.id ?? null)
    }
    expect((await correct(id, { division: 'comp', reason: 'Asked for it' })).team.division).toBe('comp')
    expect(await places()).toEqual([null, null])
    await undoLast(id)
    expect((await page(id)).team.division).toBe('rec')
    expect(await places()).toEqual([null, id])
  })
})

describe('A correction of an address that was never confirmed', () => {
  it('mails the new one a link that confirms it, and the old one nothing', async () => {
    const waiting = await bidClient({ mailQuietSeconds: 0.2, emailConfirmation: 'on' })
    const { id } = (await waiting.register({ captainEmail: 'tipo@example.org' })).body.team
    await waiting.mailsTo('tipo@example.org', 1)
    const body = { captainEmail: 'typo@example.org', reason: 'A typo' }
    await waiting.call('PUT', `/teams/${id}/bid`, { as: 'td', body })
    expect((await waiting.mailsTo('typo@example.org', 1)).join()).toContain('/registration/confirm#token')
    await waiting.mailsTo('tipo@example.org', 1)
    await waiting.close()
  })
})
