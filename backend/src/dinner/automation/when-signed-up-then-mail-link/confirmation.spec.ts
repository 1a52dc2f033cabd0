import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import { describe, expect, it } from 'vitest'
import { confirmation } from './confirmation.ts'

const dish: OwnSignup = {
  id: '6f9619ff-8b86-4011-b42d-00c04fc964aa',
  slot_id: '6f9619ff-8b86-4011-b42d-00c04fc96401',
  person_name: 'Becky Thatcher',
  email: 'becky@example.org',
  captain_id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  team_name: 'Huck Finns',
  checked_in: false,
  checked_at: null,
  slot_name: 'Cranberry sauce',
  description: '',
  category: 'dishes',
  time_slot: null,
}
const link = 'https://ultimate.example/dinner/signup#link=abc'

describe('The confirmation of a sign-up', () => {
  it('names the dish and the team, and carries the private link', () => {
    const mail = confirmation(dish, link)
    expect(mail).toMatchObject({ to: 'becky@example.org', subject: 'Saturday dinner: Cranberry sauce' })
    for (const part of ['Hi Becky Thatcher,', 'Cranberry sauce', 'Huck Finns', link]) expect(mail.text).toContain(part)
  })

  it('names the half hour of serving', () => {
    const serving: OwnSignup = { ...dish, category: 'serving', slot_name: 'Carving', time_slot: '18:30' }
    expect(confirmation(serving, link).text).toContain('Carving, 18:30 to 19:00')
  })

  it('has the same id for the same sign-up, however often it is written', () => {
    expect([confirmation(dish, link).id, confirmation(dish, `${link}d`).id]).toEqual(
      Array(2).fill('signed-up-6f9619ff-8b86-4011-b42d-00c04fc964aa'),
    )
  })
})
