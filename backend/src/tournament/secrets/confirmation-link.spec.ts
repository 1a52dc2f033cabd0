import { describe, expect, it } from 'vitest'
import { confirmationLinks } from './confirmation-link.ts'

const siteUrl = 'https://ultimate.example'
const links = confirmationLinks({ siteUrl, authSecret: 'a secret of at least thirty-two characters' })
const teamId = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const bid = { teamId, address: 'Becky@example.org' }
const mailed = new Date('2025-11-01T12:00:00Z')
const later = (hours: number, seconds = 0) => new Date(mailed.getTime() + (hours * 3600 + seconds) * 1000)
const parseToken = (link: string) => link.split('#token=')[1] ?? ''

describe('A link that confirms an address', () => {
  it('leads to the page and names the bid, for 48 hours', async () => {
    const link = await links.linkFor(bid, mailed)
    expect(link.startsWith('https://ultimate.example/registration/confirm#token=')).toBe(true)
    expect(await links.open(parseToken(link), later(48, -1))).toMatchObject({ teamId, isExpired: false })
    expect(await links.open(parseToken(link), later(48))).toMatchObject({ teamId, isExpired: true })
  })

  it('is for one mailbox, in any case of letters, which it does not show', async () => {
    const token = parseToken(await links.linkFor(bid, mailed))
    const opened = await links.open(token, mailed)
    expect(['becky@example.org', 'tom@example.org'].map((address) => opened?.isMailedTo(address))).toEqual([
      true,
      false,
    ])
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/becky/i)
  })

  it('is good only as it was made, and only here, however old it is', async () => {
    const token = parseToken(await links.linkFor(bid, mailed))
    const elsewhere = confirmationLinks({ siteUrl, authSecret: 'another secret of thirty-two characters' })
    for (const now of [mailed, later(100)]) {
      expect(await elsewhere.open(token, now)).toBeNull()
      for (const bad of ['', 'x', 'a.b.c', token.slice(0, -2), `${token}x`])
        expect(await links.open(bad, now)).toBeNull()
    }
  })
})
