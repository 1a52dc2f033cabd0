import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Forgetting, PersonReference } from '@ultimate/events/staff/people-api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { type Answered, people } from '../../test/test-people.ts'

const patience = { timeout: 20_000, interval: 20 }

let app: Awaited<ReturnType<typeof testApp>>
let site: ReturnType<typeof people>
let td: string
beforeAll(async () => {
  app = await testApp()
  site = people(app)
  td = await site.readToken('td', 'first-td-password')
})
afterAll(() => app.close())

const forget = async (body: PersonReference, preview = false) => {
  const answer = await site.send('POST', `/api/people/forget${preview ? '?preview=true' : ''}`, { body, token: td })
  return { status: answer.status, code: answer.body.code, said: answer.body as unknown as Forgetting }
}
const bid = (teamName: string, name: string, email: string) => ({
  teamName,
  location: 'Florence, AL',
  division: 'rec',
  captainName: name,
  captainEmail: email,
  captainPhone: '256-555-0142',
  comments: `Call ${name} before noon`,
})
const register = async (body: object, key?: string): Promise<string> => {
  const answer = await site.send('POST', '/api/register-team', { body, ...(key && { key }) })
  return (answer.body['team'] as { id: string }).id
}
const addUser = async (username: string): Promise<string> => {
  const body = { username, email: `${username}@example.org`, role: 'helper' }
  const answer = await site.send('POST', '/api/auth/create-temp-login', { body, token: td })
  return (answer.body['user'] as { id: string }).id
}
/** All that the TD can read of people. */
async function everythingShown(): Promise<string> {
  await settled(app.sql)
  const paths = ['/api/registered-teams', '/api/dinner-signups', '/api/server-signups', '/api/auth/users', '/api/audit']
  const answers: Answered[] = await Promise.all(paths.map((path) => site.send('GET', path, { token: td })))
  return JSON.stringify(answers.map(({ body }) => body))
}
const noteCount = async () => (await app.sql`select 1 from events where type = 'PersonForgotten'`).length

describe('forgetting a person by their address', () => {
  it('previews first, then takes them from lists, the audit, mails and kept answers, and keeps the rest', async () => {
    const email = 'Quendel+bids@example.org'
    const becky = bid('Quendels', 'Becky Quendel', email)
    await register(becky, 'a-key-of-becky')
    await register(bid('Finns', 'Huck Finn', 'huck@example.org'))
    const mailsTo = async (...addresses: string[]) => (await Promise.all(addresses.map(site.mailsTo))).flat().length
    await vi.waitFor(async () => expect(await mailsTo(email, 'huck@example.org')).toBe(2), patience)

    const preview = await forget({ email: 'quendel@example.ORG' }, true)
    expect(preview.said.unreadable).toContain(
      'The captain’s name, address, phone and comments, the team’s past names, the notes of staff, why the bid was corrected or the team removed, and the captain’s comments on the spirit of other teams.',
    )
    expect(preview.said.remains).toContain('The team’s name, town and division, and its place in the pools.')
    expect(await everythingShown()).toContain('Becky Quendel')
    expect(await noteCount()).toBe(0)

    const done = await forget({ email: 'quendel@example.ORG' })
    expect(done).toEqual({ status: 200, code: undefined, said: preview.said })
    const shown = await everythingShown()
    expect(shown).not.toMatch(/Becky Quendel|quendel/)
    for (const kept of ['Quendels', 'Huck Finn', 'forgot a person for good: 1 record']) expect(shown).toContain(kept)
    expect([await mailsTo(email), await mailsTo('huck@example.org')]).toEqual([0, 1])
    const repeated = await site.send('POST', '/api/register-team', { body: becky, key: 'a-key-of-becky' })
    expect([repeated.status, JSON.stringify(repeated.body)]).toEqual([201, expect.not.stringContaining('Becky')])
    expect(await noteCount()).toBe(1)
  })

  it('answers alike for an unknown address, and the second time, and records nothing', async () => {
    const before = await noteCount()
    for (const email of ['unknown@example.org', 'quendel@example.org'])
      for (const preview of [true, false])
        expect(await forget({ email }, preview)).toMatchObject({ status: 200, said: { unreadable: [], remains: [] } })
    expect(await noteCount()).toBe(before)
  })
})

describe('forgetting someone unknown, or twice at once', () => {
  it.each([
    { team: 'unknown' },
    { signup: 'unknown' },
    { user: '00000000-0000-4000-8000-000000000000' },
    { user: '%' },
  ])('answers as for no one: %j', async (body) => {
    const before = await noteCount()
    expect(await forget(body)).toMatchObject({ status: 200, said: { unreadable: [], remains: [] } })
    expect(await noteCount()).toBe(before)
  })

  it('does it once, and answers all', async () => {
    const team = await register(bid('Robinsons', 'Doc Robinson', 'doc@example.org'))
    const answers = await Promise.all([forget({ team }), forget({ team }), forget({ email: 'doc@example.org' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await everythingShown()).not.toContain('Doc Robinson')
    expect((await forget({ team })).said).toEqual({ unreadable: [], remains: [] })
  })
})

describe('forgetting by an account, a team or a sign-up', () => {
  it('takes captain and alternate of a team, and not what others share with it', async () => {
    const alternate = {
      altCaptainName: 'Sid Sawyer',
      altCaptainEmail: 'sid@example.org',
      altCaptainPhone: '256-555-0177',
    }
    const team = await register({ ...bid('Sawyers', 'Tom Sawyer', 'tom@example.org'), ...alternate })
    expect((await forget({ team })).said.unreadable).toContain('The alternate’s name, address and phone.')
    expect(await everythingShown()).not.toMatch(/Tom Sawyer|sid@example/)
    expect((await forget({ team })).said).toEqual({ unreadable: [], remains: [] })
  })

  it('takes who signed up for the dinner', async () => {
    const captainId = await register(bid('Cooks', 'Aunt Polly', 'polly@example.org'))
    const slot = { name: 'Pie', category: 'dishes', description: 'Pumpkin', max_signups: 3 }
    const slots = await site.send('POST', '/api/dinner-slots', { body: slot, token: td })
    const slotId = (slots.body['slot'] as { id: string }).id
    const signed = await site.send('POST', '/api/dinner-signup', {
      body: { slotId, captainId, personName: 'Muf Potter', email: 'muff@example.org', allergens: { other: 'saffron' } },
    })
    const signup = (signed.body['signup'] as { id: string }).id
    const correction = { personName: 'Muff Potter', reason: 'Misspelled' }
    await site.send('PUT', `/api/dinner-signups/${signup}/email`, { body: correction, token: td })
    await site.send('POST', `/api/dinner-signups/${signup}/notes`, { body: { text: 'Bakes at night' }, token: td })
    const personal = ['Muff Potter', 'saffron', 'Misspelled', 'Bakes at night']
    const shown = await everythingShown()
    for (const text of personal) expect(shown).toContain(text)
    expect((await forget({ signup })).said.unreadable[0]).toBe(
      'The name and the address of a sign-up for the dinner, the team that a walk-in named, the text about other allergens of the dish, the notes of staff, and why a name or an address was corrected.',
    )
    const shownLater = await everythingShown()
    for (const text of personal) expect(shownLater).not.toContain(text)
    expect(shownLater).toContain('Aunt Polly')
  })
})

describe('forgetting a user', () => {
  const { OWN_ACCOUNT } = staffErrors.registry

  it('ends the account first, also that of a user who is found by the address', async () => {
    const user = await addUser('joe')
    expect((await forget({ user }, true)).said.unreadable).toContain(
      'Their account, which ends at once on every device.',
    )
    expect((await forget({ email: 'joe@example.org' })).status).toBe(200)
    const shown = await everythingShown()
    expect(shown).not.toContain('joe@example.org')
    expect(shown).toContain('UserRemoved')
  })

  it('takes what was typed as their name at a failed sign-in, which is kept as a digest', async () => {
    await addUser('injun')
    const typed = ['Injun', 'injun@example.org', 'someone else', 'ＩＮＪＵＮ']
    for (const username of typed) await site.login(username, 'a guess')
    const failures = async () => {
      await settled(app.sql)
      const { body } = await site.send('GET', '/api/audit?type=SignInFailed', { token: td })
      return (body['events'] as { data: { name: string | null; times: number } }[]).map(({ data }) => data).toReversed()
    }
    const [user, address, other, again] = await failures()
    expect([again, user?.name === address?.name]).toEqual([{ ...user, times: 2 }, false])
    expect(JSON.stringify(await app.sql`select data from events where type = 'SignInFailed'`)).not.toContain(user?.name)

    const { said } = await forget({ email: 'injun@example.org' })
    expect(said.unreadable).toContain('That it was their name which was typed at a failed sign-in (3 times).')
    expect((await failures()).map(({ name }) => name)).toEqual([null, null, other?.name, null])
  })

  it('works for one who was removed before', async () => {
    const user = await addUser('pap')
    await site.send('DELETE', `/api/auth/users/${user}`, { token: td })
    expect(await everythingShown()).toContain('pap@example.org')
    expect((await forget({ user })).status).toBe(200)
    expect(await everythingShown()).not.toContain('pap@example.org')
  })

  it('is refused for oneself, also in a preview and by the address', async () => {
    const own = (await site.users(td)).find(({ username }) => username === 'td')
    for (const body of [{ user: own?.id ?? '' }, { email: own?.email ?? '' }])
      for (const preview of [true, false])
        expect(await forget(body, preview)).toMatchObject({ status: OWN_ACCOUNT.status, code: 'OWN_ACCOUNT' })
  })
})

it('leaves rows that follow from the events', async () => {
  const { differences } = await rebuild({ sql: app.sql, modules: app.platform.modules(), apply: false })
  expect(differences).toEqual([])
})

it.each([
  [{}, 422],
  [{ email: 'a@example.org', user: 'b' }, 422],
  [{ email: '' }, 422],
  [{ name: 'Becky' }, 422],
])('takes exactly one way to name a person: %j', async (body, status) => {
  expect((await forget(body as PersonReference)).status).toBe(status)
})
