import { describe, expect, it } from 'vitest'
import { confirmationRequest, receipt } from './automation.ts'

const to = { id: 'team-registered-1', to: 'becky@example.org' }
const link = 'https://ultimate.example/registration/confirm#token=abc'

describe('The mail about a bid', () => {
  it('holds the link, says how long it is good, and what else happens', () => {
    const mail = confirmationRequest(to, link)
    expect(mail).toMatchObject({ ...to, mailbox: 'unconfirmed' })
    for (const part of [link, '48 hours', 'November 22 to 23, 2025', 'Huntsville, Alabama'])
      expect(mail.text).toContain(part)
  })

  it('says where to look when the bid counts at once', () => {
    const mail = receipt(to, 'https://ultimate.example')
    expect(mail).toMatchObject({ ...to, mailbox: 'unconfirmed' })
    expect(mail.text).toContain('https://ultimate.example/registration/teams')
  })
})
