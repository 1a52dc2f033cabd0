import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { describe, expect, it } from 'vitest'
import { confirmationRequest, receipt } from './team-registered.mail.ts'

const to = { id: 'team-registered-1', to: 'becky@example.org' }
const facts = { year: 2025, ...factsOf2025 }
const link = 'https://ultimate.example/registration/confirm#token=abc'

describe('The mail about a bid', () => {
  it('holds the link, says how long it is good, and what else happens', () => {
    const mail = confirmationRequest(to, link, facts)
    expect(mail).toMatchObject({ ...to, mailbox: 'unconfirmed' })
    for (const part of [link, '48 hours', 'November 22 to 23, 2025', 'Huntsville, Alabama'])
      expect(mail.text).toContain(part)
  })

  it('says where the bid stands, what it costs and how it is corrected, when it counts at once', () => {
    const own = { number: 5, status: 'confirmed' as const }
    const mail = receipt(to, { own, siteUrl: 'https://ultimate.example', link, facts })
    expect(mail).toMatchObject({ ...to, mailbox: 'unconfirmed' })
    for (const part of ['https://ultimate.example/registration/teams', 'Confirmed (#5 of 35)', link])
      expect(mail.text).toContain(part)
    expect(mail.text).not.toMatch(/pay|\$/)
  })
})
