import { randomUUID } from 'node:crypto'
import type { RemovedTeam } from '@ultimate/events/tournament/team-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BidClient, bidClient, newKey } from '../test/test-bids.ts'

let bids: BidClient
beforeAll(async () => {
  bids = await bidClient()
})
afterAll(() => bids.close())

/** One after the other: lists are in the order of registration. */
const register = async (...names: string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const teamName of names) ids.push((await bids.enter({ teamName })).body.team.id)
  return ids
}
const remove = (ids: unknown, changes: Record<string, unknown> = {}, headers = {}) =>
  bids.call('POST', '/teams/remove', { as: 'td', body: { ids, reason: 'Junk', ...changes }, headers })
const restore = (id: string, headers = {}) => bids.call('POST', `/teams/${id}/restore`, { as: 'td', headers })
const names = async () => (await bids.list()).body.teams.map(({ team_name }) => team_name)
const removedTeams = async () =>
  (await bids.call('GET', '/teams/removed', { as: 'td' })).body.teams as unknown as RemovedTeam[]

/** Every test begins with an empty list. */
beforeEach(async () => {
  const left = (await bids.list()).body.teams.map(({ id }) => id)
  if (left.length > 0) await remove(left, { reason: 'Left over' })
})

describe('Taking teams out', () => {
  it('takes out one, and says so', async () => {
    const [huck, becky] = await register('Huck', 'Becky')
    expect(await remove([huck])).toMatchObject({ status: 200, body: { removed: 1 } })
    expect(await names()).toEqual(['Becky'])
    expect(await bids.update(becky ?? '', { paid: true })).toMatchObject({ status: 200 })
  })

  it('takes out many, each once however often it is named', async () => {
    const [huck, becky, joe] = await register('Huck', 'Becky', 'Joe')
    expect((await remove([huck, joe, huck])).body).toEqual({ removed: 2 })
    expect(await names()).toEqual(['Becky'])
    expect((await remove([becky, joe])).body).toEqual({ removed: 1 })
    expect(await names()).toEqual([])
  })

  it('changes nothing for a team that is out already, and keeps the first reason', async () => {
    const ids = await register('Huck')
    await remove(ids, { reason: 'Withdrew' })
    const before = await bids.eventCount()
    expect(await remove(ids)).toMatchObject({ status: 200, body: { removed: 0 } })
    expect(await bids.eventCount()).toBe(before)
    expect((await removedTeams())[0]).toMatchObject({ id: ids[0], reason: 'Withdrew' })
  })

  it.each([
    ['an unknown id', () => randomUUID()],
    ['something that is no id', () => "'; drop table teams"],
    ['nothing at all', () => ''],
    ['what PostgreSQL cannot read', () => '\0'],
  ])('takes out no team where one of them is %s', async (_, unknown) => {
    const ids = await register('Huck', 'Becky')
    const before = await bids.eventCount()
    for (const asked of [[unknown()], [...ids, unknown()], [unknown(), ...ids]])
      expect(await remove(asked)).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
    expect(await bids.eventCount()).toBe(before)
    expect(await names()).toEqual(['Huck', 'Becky'])
  })

  it('knows an id by its letters alone', async () => {
    const [huck = ''] = await register('Huck')
    expect((await remove([huck.toUpperCase()])).status).toBe(404)
    expect(await names()).toEqual(['Huck'])
  })

  it('takes out many at once, and up to five hundred may be named', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => (await bids.enter({ teamName: `J ${index}` })).body.team.id),
    )
    const [huck] = await register('Huck')
    expect((await remove(Array.from({ length: 500 }, () => randomUUID()))).body.code).toBe('TEAM_NOT_FOUND')
    expect((await remove(Array.from({ length: 500 }, (_, index) => ids[index % 50]))).body).toEqual({ removed: 50 })
    expect(await names()).toEqual(['Huck'])
    expect((await bids.listed(huck ?? ''))?.status).toBe('confirmed')
  })
})

describe('A request to take teams out is refused', () => {
  const one = () => [randomUUID()]
  it.each<[string, unknown, Record<string, unknown>, string]>([
    ['without teams', undefined, {}, 'ids'],
    ['with an empty list', [], {}, 'ids'],
    ['with teams that are no list', 'all', {}, 'ids'],
    ['with an id that is a number', [7], {}, 'ids.0'],
    ['with an endless id', ['x'.repeat(65)], {}, 'ids.0'],
    ['with 501 teams', Array.from({ length: 501 }, () => randomUUID()), {}, 'ids'],
    ['without a reason', one(), { reason: undefined }, 'reason'],
    ['with a blank reason', one(), { reason: ' \u200b ' }, 'reason'],
    ['with a reason of two lines', one(), { reason: 'Junk\nand more' }, 'reason'],
    ['with a reason of 201 letters', one(), { reason: 'x'.repeat(201) }, 'reason'],
    ['with an unknown field', one(), { silently: true }, 'silently'],
  ])('%s', async (_, ids, changes, field) => {
    const answer = await remove(ids, changes)
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  })
})

describe('A repeated request', () => {
  it('is answered as the first one, and takes out no team twice', async () => {
    const ids = await register('Huck', 'Becky')
    const key = newKey()
    const [first, second] = [await remove(ids, {}, key), await remove(ids, {}, key)]
    expect([first.body, second.body]).toEqual([{ removed: 2 }, { removed: 2 }])
    expect(await remove(ids, { reason: 'Another' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
    await restore(ids[0] ?? '')
    expect((await remove(ids, {}, key)).body).toEqual({ removed: 2 })
    expect(await names()).toEqual(['Huck'])
  })

  it('goes on where the first one was cut off', async () => {
    const ids = await register('Huck', 'Becky', 'Joe')
    const key = newKey()
    await bids.sql.unsafe(`
      create function break_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
      create trigger break_off before update on teams for each row
        when (new.id = '${ids[1]}') execute function break_off()`)
    expect((await remove(ids, {}, key)).status).toBeGreaterThanOrEqual(500)
    await bids.sql`drop function break_off cascade`
    expect(await names()).toContain('Becky')
    expect(await remove(ids, {}, key)).toMatchObject({ status: 200 })
    expect(await names()).toEqual([])
    const [row] = await bids.sql<{ count: number }[]>`
      select count(*)::int as count from events
      where type = 'TeamRemoved' and stream in ${bids.sql(ids.map((id) => `team-${id}`))}`
    expect(row?.count).toBe(3)
  })
})

describe('A removed team', () => {
  it('is in no list that the public or staff read, and in no file', async () => {
    const ids = await register('Huck Finns', 'Tom Sawyers')
    await remove([ids[0]])
    for (const as of ['visitor', 'helper', 'admin', 'td'] as const)
      expect((await bids.call('GET', '/registered-teams', { as })).text).not.toContain('Huck Finns')
    expect((await bids.call('GET', '/pool-play/teams/rec', { as: 'td' })).text).not.toContain('Huck Finns')
    const file = await fetch(`${bids.origin}/api/registered-teams/export`, {
      method: 'POST',
      headers: await bids.signIn('td'),
    })
    const csv = await file.text()
    expect(csv).toContain('Tom Sawyers')
    expect(csv).not.toContain('Huck Finns')
  })

  it('cannot be changed until it is back', async () => {
    const [huck = ''] = await register('Huck')
    await remove([huck])
    expect(await bids.update(huck, { status: 'confirmed' })).toMatchObject({
      status: 409,
      body: { code: 'TEAM_REMOVED', message: 'This team was removed. Restore it first.' },
    })
    await restore(huck)
    expect(await bids.update(huck, { status: 'confirmed' })).toMatchObject({ status: 200 })
  })

  it('gives its place in the order to those behind it', async () => {
    const ids = await register(...Array.from({ length: 36 }, (_, index) => `Team ${index + 1}`))
    const last = ids.at(-1) ?? ''
    expect((await bids.listed(last))?.status).toBe('waitlist')
    await remove([ids[0]])
    expect((await bids.listed(last))?.status).toBe('confirmed')
    await restore(ids[0] ?? '')
    expect((await bids.listed(last))?.status).toBe('waitlist')
  })

  it('is listed to admin and TD, the last one first, with who removed it, when and why', async () => {
    const [huck, becky] = await register('Huck', 'Becky')
    await remove([huck], { reason: 'Withdrew by phone' })
    await bids.call('POST', '/teams/remove', { as: 'admin', body: { ids: [becky], reason: 'Twice' } })
    const answer = await bids.call('GET', '/teams/removed', { as: 'admin' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((answer.body.teams as unknown as RemovedTeam[]).slice(0, 2)).toEqual([
      expect.objectContaining({ id: becky, reason: 'Twice', removed_by: 'Ada Admin' }),
      {
        id: huck,
        team_name: 'Huck',
        division: 'rec',
        captain_name: 'Becky Thatcher',
        location: 'Florence, AL',
        created_at: expect.stringMatching(/Z$/),
        paid: false,
        removed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        removed_by: 'Tournament Director',
        reason: 'Withdrew by phone',
        withdrawn: false,
      },
    ])
  })

  it('is in the audit with its name and the reason, which the log keeps sealed', async () => {
    const [huck = ''] = await register('Huck Finns')
    await remove([huck], { reason: 'Muff Potter wrote it' })
    await restore(huck)
    const audit = await bids.call('GET', `/audit?stream=team-${huck}`, { as: 'td' })
    expect(audit.text).toContain('removed Huck Finns: Muff Potter wrote it')
    expect(audit.text).toContain('restored Huck Finns')
    const [stored] = await bids.sql<{ text: string }[]>`
      select string_agg(events::text, '') as text from events where stream = ${`team-${huck}`}`
    expect(stored?.text).not.toContain('Potter')
  })
})

describe('Restoring a team', () => {
  it('gives the old place in the order back, with status and paid mark', async () => {
    const [huck = '', becky = '', joe = ''] = await register('Huck', 'Becky', 'Joe')
    await bids.update(becky, { status: 'waitlist', paid: true })
    const before = await bids.listed(becky)
    await remove([huck, becky])
    const answer = await restore(becky)
    expect(answer).toMatchObject({ status: 200, body: { team: before } })
    expect(answer.headers.get('etag')).toBe('"v5"')
    expect(await names()).toEqual(['Becky', 'Joe'])
    await restore(huck)
    expect(await names()).toEqual(['Huck', 'Becky', 'Joe'])
    expect((await removedTeams()).map(({ id }) => id)).not.toEqual(expect.arrayContaining([huck, becky, joe]))
  })

  it('changes nothing for a team that is in', async () => {
    const [huck = ''] = await register('Huck')
    const before = await bids.eventCount()
    expect(await restore(huck)).toMatchObject({ status: 200, body: { team: { id: huck } } })
    expect(await bids.eventCount()).toBe(before)
  })

  it('of an unknown team is a 404', async () => {
    for (const id of [randomUUID(), 'huck'])
      expect(await restore(id)).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
  })

  it('works for many, in one request, and for all or none', async () => {
    const ids = await register('Huck', 'Becky', 'Joe')
    await remove(ids)
    const restoreMany = (asked: readonly unknown[], headers = {}) =>
      bids.call('POST', '/teams/restore', { as: 'td', body: { ids: asked }, headers })
    expect(await restoreMany([...ids, randomUUID()])).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
    expect(await names()).toEqual([])
    const key = newKey()
    expect((await restoreMany([ids[2], ids[0], ids[2]], key)).body).toMatchObject({ restored: 2 })
    expect(await names()).toEqual(['Huck', 'Joe'])
    expect((await restoreMany([ids[2], ids[0], ids[2]], key)).body).toMatchObject({ restored: 2 })
    expect((await restoreMany(ids)).body).toEqual({ restored: 1, places: { back: 0, taken: 0 } })
    expect(await names()).toEqual(['Huck', 'Becky', 'Joe'])
    expect((await restoreMany([])).body.fields).toEqual({ ids: 'Please say which teams.' })
  })

  it('is done once when the request is repeated', async () => {
    const [huck = ''] = await register('Huck')
    await remove([huck])
    const key = newKey()
    const [first, second] = [await restore(huck, key), await restore(huck, key)]
    expect(second.body).toEqual(first.body)
    expect(first.body.team.id).toBe(huck)
  })
})
