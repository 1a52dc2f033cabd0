import { randomUUID } from 'node:crypto'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { HistoryEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient } from '../dinner/test/test-client.ts'
import type { Someone } from '../test/test-app.ts'

interface Subject {
  readonly path: string
  readonly notFound: string
  /** The event that records a look. */
  readonly look: string
  readonly first: string
  /** A new one of its kind. */
  readonly make: () => Promise<string>
}

let dinner: DinnerClient
beforeAll(async () => {
  dinner = await dinnerClient()
})
afterAll(() => dinner.close())

let names = 0
const subjects: Readonly<Record<string, Subject>> = {
  team: {
    path: 'teams',
    notFound: 'TEAM_NOT_FOUND',
    look: 'ContactsShown',
    first: 'registered the team Finns',
    make: () => dinner.registerTeam(`Finns ${++names}`),
  },
  'sign-up': {
    path: 'dinner-signups',
    notFound: 'SIGNUP_NOT_FOUND',
    look: 'SignupShown',
    first: 'signed up Becky Thatcher of Hosts',
    make: async () => {
      const captainId = await dinner.registerTeam(`Hosts ${++names}`)
      const { id: slotId } = await dinner.addSlot()
      return (await dinner.signUp({ captainId, slotId })).body.signup.id
    },
  },
}

async function read(path: string, as: Someone) {
  const { status, body, headers } = await dinner.call('GET', `/api/${path}`, { as })
  const { events = [] } = body as unknown as { events?: HistoryEntry[] }
  return { status, code: body.code, events, headers }
}
async function looksAt(type: string, id: string): Promise<number> {
  await settled(dinner.app.sql)
  const [row] = await dinner.app.sql`
    select count(*)::int as count from events where type = ${type} and data::text like ${`%${id}%`}`
  return row?.['count'] as number
}

const outcomes = { td: 'yes', admin: 'yes', helper: 'FORBIDDEN', visitor: 'NO_TOKEN' } as const
const statuses = { yes: 200, FORBIDDEN: 403, NO_TOKEN: 401 } as const
const rows = Object.keys(subjects).flatMap((kind) =>
  Object.entries(outcomes).map(([who, outcome]) => [kind, who as Someone, outcome] as const),
)
const subjectOf = (kind: string): Subject => subjects[kind] as Subject

describe('The history of one subject', () => {
  it.each(rows)('of a %s, by a %s: %s', async (kind, who, outcome) => {
    const { path, first, look, make } = subjectOf(kind)
    const id = await make()
    const { status, code, events, headers } = await read(`${path}/${id}/history`, who)
    expect(status).toBe(statuses[outcome])
    if (outcome !== 'yes') {
      expect([code, await looksAt(look, id)]).toEqual([outcome, 0])
      return
    }
    expect(headers.get('cache-control')).toBe('no-store')
    expect(events.at(-1)).toMatchObject({ text: expect.stringContaining(first), by: expect.any(String) })
    expect(await looksAt(look, id)).toBe(1)
  })

  it.each(rows)('of an unknown %s, by a %s, is refused and no look (%s)', async (kind, who, outcome) => {
    const { path, notFound, look } = subjectOf(kind)
    const id = randomUUID()
    for (const ending of ['', '/history']) {
      const { status, code } = await read(`${path}/${id}${ending}`, who)
      expect([status, code]).toEqual(outcome === 'yes' ? [404, notFound] : [statuses[outcome], outcome])
    }
    expect(await looksAt(look, id)).toBe(0)
  })

  it.each(Object.keys(subjects))('of a %s, opened with what it is about, is one look', async (kind) => {
    const { path, look, make } = subjectOf(kind)
    const id = await make()
    await Promise.all([read(`${path}/${id}`, 'admin'), read(`${path}/${id}/history`, 'admin')])
    await read(`${path}/${id}/history`, 'admin')
    expect(await looksAt(look, id)).toBe(1)
    await read(`${path}/${id}/history`, 'td')
    expect(await looksAt(look, id)).toBe(2)
  })
})
