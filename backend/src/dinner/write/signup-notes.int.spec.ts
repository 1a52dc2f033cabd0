import { randomUUID } from 'node:crypto'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { SignupPage } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { HistoryEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient } from '../test/test-client.ts'

let dinner: DinnerClient
let id: string
beforeAll(async () => {
  dinner = await dinnerClient()
  const captainId = await dinner.registerTeam('Huck Finns')
  const { id: slotId } = await dinner.addSlot()
  id = (await dinner.signUp({ captainId, slotId })).body.signup.id
})
afterAll(() => dinner.close())

const add = (text: unknown, { of = id, headers = {} } = {}) =>
  dinner.call('POST', `/api/dinner-signups/${of}/notes`, { as: 'admin', headers, body: { text } })
const notes = async () => {
  const { body } = await dinner.call('GET', `/api/dinner-signups/${id}`, { as: 'td' })
  return (body.signup as unknown as SignupPage).notes
}
const texts = async () => (await notes()).map(({ text }) => text)
const remove = (note?: string) => dinner.call('DELETE', `/api/dinner-signups/${id}/notes/${note}`, { as: 'td' })

it('a note of staff is added once, removed, and comes back by an undo', async () => {
  const headers = { 'idempotency-key': 'brings-a-stool' }
  const [first, again] = [await add('Brings a stool', { headers }), await add('Brings a stool', { headers })]
  expect([first.status, again.body]).toEqual([201, first.body])
  await add('Sings')
  const written = await notes()
  expect(written.map(({ text, by }) => [text, by])).toEqual([
    ['Brings a stool', 'Ada Admin'],
    ['Sings', 'Ada Admin'],
  ])
  expect((await remove(written[0]?.id)).status).toBe(204)
  expect(await texts()).toEqual(['Sings'])
  expect((await dinner.undo('SignupNoteRemoved')).status).toBe(200)
  expect(await notes()).toEqual(written)
})

it('stands in the history of the sign-up, and changes no version that check-ins compare', async () => {
  const [row] = await dinner.app.sql`select count(*)::int as count from events where stream = ${`signup-${id}`}`
  expect(row?.['count']).toBe(0)
  await settled(dinner.app.sql)
  const { body } = await dinner.call('GET', `/api/dinner-signups/${id}/history`, { as: 'admin' })
  const { events } = body as unknown as { events: HistoryEntry[] }
  expect(events.map(({ text }) => text)).toContain(
    'wrote a note about Cranberry sauce (Becky Thatcher): Brings a stool',
  )
  expect(events.find(({ text }) => text.startsWith('removed a note'))?.was).toBe('Brings a stool')
})

it('needs a text and a sign-up', async () => {
  for (const bad of [' ', undefined, 7, 'x'.repeat(1001)]) expect((await add(bad)).status).toBe(422)
  expect((await add('Hi', { of: randomUUID() })).body.code).toBe('SIGNUP_NOT_FOUND')
  expect((await remove('none')).body.code).toBe('NOTE_NOT_FOUND')
})

it('is forgotten with the person', async () => {
  await dinner.call('POST', '/api/people/forget', { as: 'td', body: { signup: id } })
  expect(new Set(await texts())).toEqual(new Set(['']))
})
