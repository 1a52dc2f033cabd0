import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dinnerClient } from '../dinner/test/test-client.ts'
import { photoCalls } from '../staff/photos/test-photos.ts'
import type { Someone } from '../test/test-app.ts'

let client: Awaited<ReturnType<typeof dinnerClient>>
let team: string
beforeAll(async () => {
  client = await dinnerClient()
})
afterAll(() => client.close())
beforeEach(async () => {
  team = await client.registerTeam('Huck Finns')
})

const update = (change: object, as: Someone = 'td') => client.call('PUT', `/api/teams/${team}`, { as, body: change })

async function newest(type: string): Promise<AuditEntry> {
  const { body } = await client.call('GET', `/api/audit?type=${type}&limit=1`, { as: 'td' })
  const [entry] = (body as unknown as { events: AuditEntry[] }).events
  if (!entry) throw new Error(`there is no ${type}`)
  return entry
}
async function entryAt(position: number): Promise<AuditEntry> {
  const { body } = await client.call('GET', `/api/audit?before=${position + 1}&limit=1`, { as: 'td' })
  const [entry] = (body as unknown as { events: AuditEntry[] }).events
  if (!entry) throw new Error(`there is nothing at ${position}`)
  return entry
}
/** Counts the events without notices, which follow at a moment of their own. */
const count = async () => {
  const [row] = await client.app.sql<{ count: number }[]>`
    select count(*)::int as count from events where category not in ('notice', 'plan')`
  return row?.count
}

interface Published {
  readonly pools: readonly object[]
  readonly version: number
}
interface Undone {
  readonly status: number
  readonly etag: string
  readonly body: UndoPreview & { readonly code?: string; readonly message?: string; readonly current?: UndoPreview }
}
interface PostOptions {
  readonly as?: Someone
  readonly etag?: string
  readonly key?: string
}
async function post(position: number, query: string, { as = 'td', etag, key }: PostOptions): Promise<Undone> {
  const headers = { ...(etag && { 'if-match': etag }), ...(key && { 'idempotency-key': key }) }
  const answer = await client.call('POST', `/api/audit/${position}/undo${query}`, { as, headers })
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    body: answer.body as unknown as Undone['body'],
  }
}
const preview = (position: number, asked: PostOptions = {}) => post(position, '?preview=true', asked)
const undo = (position: number, asked: PostOptions = {}) => post(position, '', asked)

/** Builds a change as the site answers it: parts of older releases read the subject as `thing`. */
const change = (subject: string, was: string, becomes: string) => ({ subject, thing: subject, was, becomes })

describe('the preview of an undo', () => {
  it('says what changes, and appends nothing', async () => {
    await update({ status: 'confirmed' })
    const { position } = await newest('TeamConfirmed')
    const before = await count()
    const { status, etag, body } = await preview(position)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        can: true,
        why: null,
        changes: [change('Huck Finns: Status', 'confirmed', 'by order of registration')],
        also: [],
        undoable: true,
        action: [position],
      },
    })
    expect(etag).toMatch(/^"v\d+"$/)
    expect(await count()).toBe(before)
  })

  it('names what follows elsewhere: places in pools, and what the captain brings', async () => {
    const slot = await client.addSlot()
    await client.signUp({ captainId: team, slotId: slot.id })
    const pools = [{ id: 'a', name: 'Pool A', size: 2, teams: [null, team] }]
    await client.call('POST', '/api/pool-play/save', { as: 'td', body: { division: 'rec', pools } })
    const { position } = await newest('TeamRegistered')
    const { body } = await preview(position)
    expect(body).toEqual({
      can: true,
      why: null,
      changes: [
        change('Huck Finns: Registration', 'registered', 'removed'),
        change('The Recreational pools: Draft, A2', 'Huck Finns', 'none'),
      ],
      also: ['1 sign-up for the dinner came from its captain and stays.'],
      undoable: true,
      action: [position],
    })
  })

  it('calls subjects what people call them, and says once that one goes', async () => {
    const slot = await client.addSlot()
    await client.signUp({ captainId: team, slotId: slot.id })
    const { position } = await newest('SignedUp')
    const { changes } = (await preview(position)).body
    expect(changes.map(({ was, becomes }: Record<string, string>) => `${was} → ${becomes}`)).toContain(
      'expected → removed',
    )
    expect(JSON.stringify(changes)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/i)
    expect(changes.filter(({ subject }: { subject: string }) => !subject.includes('Signed up'))).toHaveLength(1)
  })

  it('says why it cannot be undone any more', async () => {
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    await update({ paid: false })
    expect((await preview(position)).body).toMatchObject({ can: false, why: 'It is already as it was before.' })
    await update({ status: 'confirmed' })
    const confirmed = await newest('TeamConfirmed')
    await update({ status: 'waitlist' })
    expect((await preview(confirmed.position)).body).toMatchObject({
      can: false,
      why: 'The status has changed since: Tournament Director put Huck Finns on the waitlist. Undo that first.',
    })
    expect((await newest('TeamConfirmed')).undoable, 'the audit offers no undo that is refused').toBe(false)
    expect((await newest('TeamWaitlisted')).undoable).toBe(true)
    const { position: signedIn } = await newest('UserSignedIn')
    expect((await preview(signedIn)).body).toMatchObject({ can: false, why: /Undo those instead/ })
    expect((await undo(signedIn, { etag: (await preview(signedIn)).etag })).body.code).toBe('CANNOT_UNDO')
  })

  it('is offered where the stream is too long to be looked through, and its preview says why not', async () => {
    // Each statement is a transaction with 4,096 places in the log.
    for (const from of [0, 2_501])
      await client.app.sql`
        insert into events select place.first + n, stream, 2 + ${from} + n, category,
          case when n % 2 = 0 then 'TeamMarkedPaid' else 'TeamMarkedUnpaid' end, 1, '{}', 'system', null, null, null, 'c',
          'c', edition, at, null
        from events, generate_series(0, 2500) as n,
          (select event_position(0, forgets, fencing_token) as first from event_log) as place
        where stream = ${`team-${team}`} and version = 1`
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    await update({ paid: false })
    expect((await newest('TeamMarkedPaid')).undoable).toBe(true)
    expect((await preview(position)).body).toMatchObject({ can: false, why: 'It is already as it was before.' })
    await client.app.sql`update events set edition = '2024' where position = ${position}`
    await update({ paid: true })
    expect((await entryAt(position)).undoable).toBe(false)
  })

  it('says so of an edition that is over, and of a team that was removed since', async () => {
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    await client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [team], reason: 'Gone.' } })
    expect((await preview(position)).body).toMatchObject({ can: false, why: expect.stringContaining('removed') })
    await client.app.sql`update events set edition = '2024' where position = ${position}`
    expect((await preview(position)).body).toMatchObject({ can: false, why: 'That tournament is over.' })
  })

  it('says so where the person was forgotten', async () => {
    const { position } = await newest('TeamRegistered')
    await client.app.forget([`team-${team}/captain`])
    expect((await preview(position)).body.why).toBe('The person it was about has been forgotten.')
  })
})

describe('an undo', () => {
  it('needs the tag of a preview that still holds', async () => {
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    const { etag } = await preview(position)
    expect(await undo(position)).toMatchObject({ status: 428, body: { code: 'PREVIEW_REQUIRED' } })
    await update({ paid: false })
    expect(await undo(position, { etag })).toMatchObject({
      status: 412,
      body: { code: 'STALE', current: { can: false } },
    })
    expect((await undo(1)).body.code).toBe('EVENT_NOT_FOUND')
  })

  it('appends a fact that names the one it takes back, which the audit shows on both', async () => {
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    const { status } = await undo(position, { etag: (await preview(position)).etag })
    expect(status).toBe(200)
    const taken = await newest('TeamMarkedUnpaid')
    expect(taken).toMatchObject({ undoes: position, undone_by: null, undoable: true })
    expect(await newest('TeamMarkedPaid')).toMatchObject({ undoes: null, undone_by: taken.position })
  })

  it('can be undone itself, and is done once where two ask at once', async () => {
    await update({ paid: true })
    const first = await newest('TeamMarkedPaid')
    await undo(first.position, { etag: (await preview(first.position)).etag })
    const { position } = await newest('TeamMarkedUnpaid')
    const { etag } = await preview(position)
    const before = (await count()) ?? 0
    const answers = await Promise.all([undo(position, { etag }), undo(position, { etag }), undo(position, { etag })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(await count()).toBe(before + 1)
    expect(await newest('TeamMarkedPaid')).toMatchObject({ undoes: position })
  })

  it('is answered again when it is sent again under its key', async () => {
    await update({ paid: true })
    const { position } = await newest('TeamMarkedPaid')
    const asked = { etag: (await preview(position)).etag, key: crypto.randomUUID() }
    const answer = await undo(position, asked)
    const before = await count()
    expect(await undo(position, asked)).toEqual(answer)
    expect(await count()).toBe(before)
  })

  it('is for the TD, and for others of what they did themselves', async () => {
    await update({ paid: true }, 'admin')
    const { position } = await newest('TeamMarkedPaid')
    expect(await preview(position, { as: 'helper' })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await preview(position, { as: 'visitor' })).status).toBe(401)
    const { etag } = await preview(position, { as: 'admin' })
    expect((await undo(position, { as: 'admin', etag })).status).toBe(200)
    await update({ status: 'confirmed' }, 'td')
    expect((await preview((await newest('TeamConfirmed')).position, { as: 'admin' })).status).toBe(403)
  })

  it('brings a removed team back to its place, or without it where another team has that', async () => {
    const other = await client.registerTeam('Tom Sawyers')
    const save = (...teams: string[]) =>
      client.call('POST', '/api/pool-play/save', {
        as: 'td',
        body: { division: 'rec', pools: [{ id: 'a', name: 'Pool A', size: 2, teams: [...teams, null] }] },
      })
    const remove = () => client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [team], reason: 'Gone.' } })
    await save(team)
    await remove()
    const removed = await newest('TeamRemoved')
    const { body, etag } = await preview(removed.position)
    expect(body.changes).toContainEqual(change('The Recreational pools: Draft, A1', 'none', 'Huck Finns'))
    expect((await undo(removed.position, { etag })).status).toBe(200)
    await remove()
    await save(other)
    const again = await newest('TeamRemoved')
    expect((await preview(again.position)).body.changes).toEqual([
      change('Huck Finns: Registration', 'removed', 'registered'),
    ])
  })
})

describe('the sentence that an undo can itself be undone', () => {
  it('is derived from the rules of what the undo appends', async () => {
    const slot = await client.addSlot()
    expect((await preview((await newest('SlotAdded')).position)).body.undoable).toBe(true)
    await client.call('DELETE', `/api/dinner-slots/${slot.id}`, { as: 'td' })
    const photos = photoCalls(client.app.origin, await client.app.signIn('td'))
    await photos.add('The field')
    expect((await preview((await newest('PhotoAdded')).position)).body).toMatchObject({ can: true, undoable: false })
  })
})

describe('the rules', () => {
  it('say of every event how it is taken back, or why it cannot be', () => {
    const missing = client.app.platform.modules().flatMap(({ name, events, undo }) =>
      Object.keys(events)
        .filter((type) => !undo?.rules[type])
        .map((type) => `${type}: add a row to backend/src/${name}/undo.ts`),
    )
    expect(missing).toEqual([])
  })
})

describe('the answer to a command', () => {
  const named = async (answer: Promise<{ readonly headers: Headers }>) => (await answer).headers.get('undo-positions')

  it('names the events it stored to users who may undo them, and again when it is repeated', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const pay = () => client.call('PUT', `/api/teams/${team}`, { as: 'admin', body: { paid: true }, headers: key })
    const first = await named(pay())
    const { position } = await newest('TeamMarkedPaid')
    expect(first).toBe(`${position}`)
    expect(await named(pay())).toBe(`${position}`)
    const { etag, body } = await preview(position, { as: 'admin' })
    expect(body.can).toBe(true)
    const back = await client.call('POST', `/api/audit/${position}/undo`, {
      as: 'admin',
      headers: { 'if-match': etag },
    })
    expect(back.headers.get('undo-positions')).toBe(`${(await newest('TeamMarkedUnpaid')).position}`)
  })

  it('names of an action what takes all of it back, and nothing that would be refused', async () => {
    const slot = await client.addSlot()
    await client.signUp({ captainId: team, slotId: slot.id })
    const added = await preview((await newest('SlotAdded')).position)
    expect(added.body.also, 'of a site without a mail server').toEqual([
      '1 sign-up goes with the slot.',
      'This site sends no email: please tell those who signed up.',
    ])
    const deletion = await named(client.call('DELETE', `/api/dinner-slots/${slot.id}`, { as: 'td' }))
    expect(deletion).toBe(`${(await newest('SlotDeleted')).position}`)
    const { body } = await preview((await newest('SignupWithdrawn')).position)
    expect(body).toMatchObject({ can: false, action: [Number(deletion)] })
    expect((await newest('SignupWithdrawn')).undoable).toBe(false)
  })

  it('names five removed teams, whose undo fills the holes in the published pools, in the toast as in the audit', async () => {
    const teams = [team, ...(await Promise.all([1, 2, 3, 4].map((one) => client.registerTeam(`Team ${one}`))))]
    const pools = [{ id: 'a', name: 'Pool A', size: 5, teams }]
    await client.call('POST', '/api/pool-play/save', { as: 'td', body: { division: 'rec', pools } })
    await client.call('POST', '/api/pool-play/publish', { as: 'td', body: { division: 'rec' } })
    const published = async () =>
      (await client.call('GET', '/api/pool-play/published/rec')).body as unknown as Published
    const { version: _, ...before } = await published()
    const remove = client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: teams, reason: 'Gone.' } })
    const positions = (await named(remove))?.split(', ').map(Number) ?? []
    expect(positions).toHaveLength(5)
    for (const position of [...positions, (await newest('PoolPlacesFreed')).position])
      expect((await preview(position)).body.action).toEqual(positions)
    for (const position of positions.toReversed())
      expect((await undo(position, { etag: (await preview(position)).etag })).status).toBe(200)
    expect(await published()).toMatchObject(before)
  })

  it('names a restored team alone, whose undo also empties the place that it got back', async () => {
    const pools = [{ id: 'a', name: 'Pool A', size: 3, teams: [team, null, null] }]
    await client.call('POST', '/api/pool-play/save', { as: 'td', body: { division: 'rec', pools } })
    await client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [team], reason: 'Gone.' } })
    const saved = async () => {
      const { pools } = (await client.call('GET', '/api/pool-play/pools/rec', { as: 'td' }))
        .body as unknown as Published
      return pools
    }
    const without = await saved()
    const positions = await named(client.call('POST', '/api/teams/restore', { as: 'td', body: { ids: [team] } }))
    expect(positions).toBe(`${(await newest('TeamRestored')).position}`)
    expect(await saved()).not.toEqual(without)
    const position = Number(positions)
    expect((await undo(position, { etag: (await preview(position)).etag })).status).toBe(200)
    expect(await saved()).toEqual(without)
    await client.call('POST', '/api/teams/restore', { as: 'td', body: { ids: [team] } })
  })

  it('leaves out of an action what has come back in another way', async () => {
    const teams = [team, ...(await Promise.all([1, 2].map((one) => client.registerTeam(`Duck ${one}`))))]
    const remove = client.call('POST', '/api/teams/remove', { as: 'td', body: { ids: teams, reason: 'Gone.' } })
    const [first = 0, ...others] = (await named(remove))?.split(', ').map(Number) ?? []
    await client.call('POST', '/api/teams/restore', { as: 'td', body: { ids: [team] } })
    expect((await preview(first)).body).toMatchObject({ can: false, action: others })
    for (const position of others) expect((await preview(position)).body).toMatchObject({ can: true, action: others })
  })

  it('names nothing that has no way back, that changed nothing, or that a visitor did', async () => {
    const body = { type: 'TeamRegistered' }
    expect(await named(client.call('POST', '/api/audit/export', { as: 'td', body }))).toBeNull()
    await update({ paid: true })
    expect(await named(update({ paid: true }))).toBeNull()
    const open = await client.addSlot()
    expect(await named(client.signUp({ captainId: team, slotId: open.id }))).toBeNull()
  })
})
