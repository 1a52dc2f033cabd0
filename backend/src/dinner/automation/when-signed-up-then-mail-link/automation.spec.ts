import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import { describe, expect, it } from 'vitest'
import { confirmation } from './automation.ts'

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
const sent = { mailbox: 'unconfirmed', link } as const

describe('The confirmation of a sign-up', () => {
  it('names the dish and the evening, and carries the private link', () => {
    const mail = confirmation(dish, sent)
    expect(mail).toMatchObject({ to: 'becky@example.org', subject: 'Saturday dinner: Cranberry sauce' })
    for (const part of ['Cranberry sauce', 'Saturday, November 22, 2025', link]) expect(mail.text).toContain(part)
  })

  it('repeats nothing that the visitor has typed', () => {
    const { subject, text } = confirmation(dish, sent)
    for (const typed of ['Becky', 'Thatcher', 'Huck Finns']) expect(subject + text).not.toContain(typed)
  })

  it('names the half hour of serving', () => {
    const serving: OwnSignup = { ...dish, category: 'serving', slot_name: 'Carving', time_slot: '18:30' }
    expect(confirmation(serving, sent).text).toContain('Carving, 18:30 to 19:00')
  })

  it('has the same id for the same sign-up, however often it is written', () => {
    expect([confirmation(dish, sent).id, confirmation(dish, { ...sent, link: `${link}d` }).id]).toEqual(
      Array(2).fill('signed-up-6f9619ff-8b86-4011-b42d-00c04fc964aa'),
    )
  })
})
