import { randomUUID } from 'node:crypto'
import { isAllowed, type releaseRole } from '@ultimate/events/language/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient, readVisitor } from '../dinner/test/test-client.ts'
import { partCalls } from '../releases/parts.fixture.ts'
import { people } from '../staff/test/test-people.ts'
import {
  badCall,
  buildAddress,
  everyEndpoint,
  moduleEndpoints,
  nameEndpoint,
  servedCalls,
} from '../test/test-endpoints.ts'

/** The callers of all kinds, with the role that counts. */
const callers = {
  'a visitor': null,
  'a visitor with a cookie of their own': null,
  'a helper': 'helper',
  'an admin': 'admin',
  'a TD': 'TD',
  'a TD who was removed': 'removed',
  'a team with a release token': 'release' satisfies typeof releaseRole,
} as const
type Caller = keyof typeof callers
const allCallers = Object.keys(callers) as Caller[]

/** Calls by which a visitor may touch one thing: their own. */
const aboutOwnThings = [
  'PUT /api/games/{id}/entry',
  'PUT /api/games/{id}/spirit',
  'DELETE /api/dinner-signup/{id}',
  'PUT /api/dinner-signup/{id}/allergens',
]

/** No role opens it, only the cookie of a captain. */
const byCaptainsCookie = 'GET /api/my-team'

let dinner: DinnerClient
let headersOf: (caller: Caller) => Promise<Record<string, string>>
let signUp: (person: string, visitor?: string) => Promise<{ id: string; visitor: string }>
beforeAll(async () => {
  dinner = await dinnerClient()
  const { app } = dinner
  const [captainId, slot] = [await dinner.registerTeam('Huck Finns'), await dinner.addSlot({ max_signups: 50 })]
  signUp = async (person) => {
    const answer = await dinner.signUp({ personName: person, captainId, slotId: slot.id })
    return { id: answer.body.signup.id, visitor: readVisitor(answer) ?? '' }
  }
  const headers: Record<Caller, Record<string, string>> = {
    'a visitor': {},
    'a visitor with a cookie of their own': { cookie: `visitor=${(await signUp('Injun Joe')).visitor}` },
    'a helper': await app.signIn('helper'),
    'an admin': await app.signIn('admin'),
    'a TD': await app.signIn('td'),
    'a TD who was removed': { authorization: `Bearer ${await removedToken()}` },
    'a team with a release token': { authorization: `Bearer ${await releaseToken()}` },
  }
  headersOf = async (caller) => headers[caller]
})
afterAll(() => dinner.close())

/** The token of a user who was a TD a moment ago. */
async function removedToken(): Promise<string> {
  const staff = people(dinner.app)
  const td = await staff.readToken('td', 'first-td-password')
  const body = { username: 'gone', email: 'gone@example.org', role: 'TD' }
  await staff.send('POST', '/api/auth/create-temp-login', { token: td, body })
  const token = await staff.readToken('gone', await staff.passwordMailedTo('gone@example.org'))
  const gone = (await staff.users(td)).find(({ username }) => username === 'gone')
  await staff.send('DELETE', `/api/auth/users/${gone?.id}`, { token: td })
  return token
}

/** The part that the team's token is for. */
const ownPart = 'hello'

async function releaseToken(): Promise<string> {
  const td = partCalls(dinner.app.origin, await dinner.app.signIn('td'))
  await td.add(ownPart)
  return td.token(ownPart)
}

async function ask(path: string, request: RequestInit) {
  const response = await fetch(dinner.app.origin + path, request)
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return [response.status, code] as const
}

const rows = moduleEndpoints.flatMap((endpoint) => {
  return allCallers.map((caller) => {
    const role = callers[caller]
    const gone = role === 'removed'
    const isCaptains = nameEndpoint(endpoint) === byCaptainsCookie
    const error = gone ? 'USER_REMOVED' : role === null ? 'NO_TOKEN' : 'FORBIDDEN'
    // Neither may do what everybody may, once the token is looked at.
    const isOutside = gone || (role === 'release' && endpoint.allow === 'everyone')
    const isAdmitted = isOutside ? endpoint.ignoresToken === true : isAllowed(endpoint.allow, role)
    const allowed = isAdmitted && !isCaptains
    return {
      name: `${nameEndpoint(endpoint)} by ${caller}: ${allowed ? 'yes' : error}`,
      endpoint,
      caller,
      allowed,
      error: isCaptains ? 'NO_TOKEN' : error,
    }
  })
})

describe('who may call what', () => {
  it('is, of things that tokens are confined to, their own alone: another one is refused before the body is read', async () => {
    const owned = moduleEndpoints.filter(({ partParam }) => partParam !== undefined)
    expect(owned.map(nameEndpoint)).toEqual([
      'POST /api/parts/{name}/releases',
      'POST /api/parts/{name}/activate',
      'POST /api/parts/{name}/rollback',
      'POST /api/parts/{name}/preview',
      'GET /api/parts/{name}/errors',
    ])
    for (const { method, path } of owned)
      for (const name of ['dinner', 'unknown', 'NO-NAME'])
        expect(
          await ask(path.replace('{name}', name), badCall(method, await headersOf('a team with a release token'))),
        ).toEqual([403, 'FORBIDDEN'])
  })

  it('is asked here of every call that the server answers, but for those that are open to everyone', async () => {
    expect((await servedCalls(dinner.app.origin)).toSorted()).toEqual(everyEndpoint.map(nameEndpoint).toSorted())
    const others = everyEndpoint.filter((endpoint) => !moduleEndpoints.includes(endpoint))
    expect(others.every(({ allow }) => allow === 'everyone')).toBe(true)
  })

  it.each(rows)('$name', async ({ endpoint: { method, path, partParam }, caller, allowed, error }) => {
    const address = buildAddress(
      callers[caller] === 'release' && partParam ? path.replace(`{${partParam}}`, ownPart) : path,
    )
    const [status, code] = await ask(address, badCall(method, await headersOf(caller)))
    if (!allowed) expect([status, code]).toEqual([error === 'FORBIDDEN' ? 403 : 401, error])
    else expect(['NO_TOKEN', 'FORBIDDEN', 'USER_REMOVED']).not.toContain(code)
  })
})

describe('what belongs to a visitor', () => {
  it('is all that a public call can change by naming it', () => {
    const naming = moduleEndpoints.filter(
      ({ method, allow, params }) => method !== 'GET' && allow === 'everyone' && params,
    )
    expect(naming.map(nameEndpoint)).toEqual(aboutOwnThings)
  })

  const answers: Record<Caller, readonly [number, string | undefined]> = {
    'a visitor': [403, 'FORBIDDEN'],
    'a visitor with a cookie of their own': [403, 'FORBIDDEN'],
    'a helper': [403, 'FORBIDDEN'],
    'an admin': [204, undefined],
    'a TD': [204, undefined],
    'a TD who was removed': [401, 'USER_REMOVED'],
    'a team with a release token': [403, 'FORBIDDEN'],
  }
  it.each(allCallers)('is touched by others as their role allows: %s', async (caller) => {
    const { id, visitor } = await signUp(`Becky ${randomUUID()}`)
    const path = buildAddress('/api/dinner-signup/{id}', id)
    expect(await ask(path, { method: 'DELETE', headers: await headersOf(caller) })).toEqual(answers[caller])
    const left = answers[caller][0] === 204 ? [404, 'SIGNUP_NOT_FOUND'] : [204, undefined]
    expect(await ask(path, { method: 'DELETE', headers: { cookie: `visitor=${visitor}` } })).toEqual(left)
  })

  it('is listed to that visitor alone', async () => {
    const { id, visitor } = await signUp('Aunt Polly')
    const mine = async (headers: Record<string, string>) => {
      const answer = await fetch(`${dinner.app.origin}/api/dinner-signup/mine`, { headers })
      return ((await answer.json()) as { signups: { id: string }[] }).signups.map((signup) => signup.id)
    }
    expect(await mine({ cookie: `visitor=${visitor}` })).toEqual([id])
    for (const caller of allCallers.slice(0, -2)) expect(await mine(await headersOf(caller))).not.toContain(id)
  })
})
