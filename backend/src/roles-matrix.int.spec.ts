import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { isAllowed, type Role } from '@ultimate/events/language/roles.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Someone, testHouse } from './test-house.ts'

const endpoints = Object.values<Endpoint>({ ...tournamentApi, ...dinnerApi, ...staffApi })

/** Everybody a call may come from, with the role that counts. */
const people: readonly [Someone, Role | null][] = [
  ['visitor', null],
  ['helper', 'helper'],
  ['admin', 'admin'],
  ['td', 'TD'],
]

const cases = endpoints.flatMap((endpoint) =>
  people.map(([someone, role]) => ({
    name: `${endpoint.method} ${endpoint.path} by ${someone}`,
    endpoint,
    someone,
    allowed: isAllowed(endpoint.allow, role),
  })),
)

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

let house: Awaited<ReturnType<typeof testHouse>>
beforeAll(async () => {
  house = await testHouse()
})
afterAll(() => house.close())

/** An address that fits the template and names nothing that exists. */
const addressOf = (path: string) =>
  path.replace('{division}', 'comp').replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

describe('who may call what', () => {
  it('is asked here of every call that the server answers, but for those everybody may make', async () => {
    const { paths } = (await (await fetch(`${house.origin}/api/openapi.json`)).json()) as OpenApi
    const served = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = [...endpoints, ...Object.values<Endpoint>(platformApi)].map(({ method, path }) => `${method} ${path}`)
    expect(served.toSorted()).toEqual(known.toSorted())
    expect(Object.values<Endpoint>(platformApi).every(({ allow }) => allow === 'everyone')).toBe(true)
  })

  it.each(cases)('$name: $allowed', async ({ endpoint, someone, allowed }) => {
    const { method, path } = endpoint
    const response = await fetch(house.origin + addressOf(path), {
      method,
      headers: { ...(await house.signIn(someone)), 'content-type': 'application/json' },
      // A body that no schema takes: whoever is let in is told about fields, and nothing changes.
      ...(method === 'GET' ? {} : { body: '{"nobody":"expects this"}' }),
    })
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    const turnedAway = [response.status, code]
    if (!allowed) expect(turnedAway).toEqual(someone === 'visitor' ? [401, 'NO_TOKEN'] : [403, 'FORBIDDEN'])
    else expect(['NO_TOKEN', 'FORBIDDEN']).not.toContain(code)
  })
})
