import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { registered } from '../../write/facts.fixture.ts'
import { confirmation } from './automation.ts'

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const recorded: RecordedEvent<typeof registered> = {
  ...registered,
  metadata: {
    position: 4097,
    stream: `team-${id}`,
    version: 1,
    at: new Date('2025-09-01T12:00:00Z'),
    happenedAt: null,
    actor: { kind: 'visitor', id: null, name: null, role: null },
    correlationId: 'c',
    causationId: 'c',
    edition: '2025',
  },
}

const facts = {
  own: { number: 41, status: 'waitlist' as const },
  siteUrl: 'https://ultimate.example',
  link: 'https://ultimate.example/registration/bid#token=abc',
}

describe('The mail after an address is confirmed', () => {
  it('says to the captain which team counts, in which division, and where to look', () => {
    const mail = confirmation(recorded, facts)
    expect(mail).toMatchObject({
      to: 'becky@example.org',
      mailbox: 'confirmed',
      subject: 'Your bid counts: Huck Finns',
    })
    for (const part of ['Hi Becky Thatcher,', 'Huck Finns', 'Recreational', 'Florence, AL'])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toContain('https://ultimate.example/registration/teams')
    expect(mail?.text).toContain(facts.link)
    for (const part of ['#6 on the waitlist', 'No payment until a spot opens.']) expect(mail?.text).toContain(part)
  })

  it('has the same id for the same registration, however often it is written', () => {
    const ids = [1, 2].map(() => confirmation(recorded, facts)?.id)
    expect(ids).toEqual([`address-confirmed-${id}`, `address-confirmed-${id}`])
  })

  it('is not written to a captain who was forgotten', () => {
    const forgotten = { ...registered.data, captain: { name: 'Forgotten', email: '', phone: '', comments: '' } }
    expect(confirmation({ ...recorded, data: forgotten }, facts)).toBeNull()
  })
})
