import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { describe, expect, it } from 'vitest'
import { confirmation } from './address-confirmed.mail.ts'

const facts = {
  own: {
    id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    division: 'rec' as const,
    number: 41,
    status: 'waitlist' as const,
    bid: {
      teamName: 'Huck Finns',
      pastTeamNames: '',
      location: 'Florence, AL',
      captainName: 'Becky Thatcher',
      captainEmail: 'becky@example.org',
      captainPhone: '256-555-0142',
      altCaptainName: '',
      altCaptainEmail: '',
      altCaptainPhone: '',
      comments: '',
    },
  },
  siteUrl: 'https://ultimate.example',
  facts: { year: 2025, ...factsOf2025 },
  link: 'https://ultimate.example/registration/bid#token=abc',
}

describe('The mail after an address is confirmed', () => {
  it('says to the captain which team counts, in which division, and where to look', () => {
    const mail = confirmation(facts)
    expect(mail).toMatchObject({
      id: `address-confirmed-${facts.own.id}`,
      to: 'becky@example.org',
      mailbox: 'confirmed',
      subject: 'Your bid counts: Huck Finns',
    })
    for (const part of ['Hi Becky Thatcher,', 'Huck Finns', 'Recreational', 'Florence, AL'])
      expect(mail.text).toContain(part)
    expect(mail.text).toContain('https://ultimate.example/registration/teams')
    expect(mail.text).toContain(facts.link)
    for (const part of ['#6 on the waitlist', 'No payment until a spot opens.']) expect(mail.text).toContain(part)
  })
})
