import { describe, expect, it } from 'vitest'
import { confirmationLinks, ownBidLinks } from './bid-links.ts'

const site = { siteUrl: 'https://ultimate.example', authSecret: 'a secret of at least thirty-two characters' }
const links = ownBidLinks({ ...site, readLink: async () => ({ edition: '2025', generation: 2 }) })
const bid = { teamId: '6f9619ff-8b86-4011-b42d-00c04fc964ff', address: 'Becky@example.org' }
const parseToken = (link: string) => link.split('#token=')[1] ?? ''

describe('The private link of a bid', () => {
  it('leads to its page, and opens the bid for as long as that has the address', async () => {
    const link = await links.linkFor(bid)
    expect(link.startsWith('https://ultimate.example/registration/bid#token=')).toBe(true)
    const opened = await links.open(parseToken(link))
    expect(opened).toMatchObject({ teamId: bid.teamId, edition: '2025', generation: 2 })
    expect(['becky@example.org', 'tom@example.org'].map((address) => opened?.isMailedTo(address))).toEqual([
      true,
      false,
    ])
  })

  it('is of the first generation and of no edition that is named, where it was mailed before links named them', async () => {
    const mailedBefore = ownBidLinks({ ...site, readLink: async () => null })
    const opened = await links.open(parseToken(await mailedBefore.linkFor(bid)))
    expect(opened).toMatchObject({ teamId: bid.teamId, edition: null, generation: 0 })
  })

  it('does not show the address', async () => {
    const parts = parseToken(await links.linkFor(bid)).split('.')
    expect(
      parts
        .map((part) => Buffer.from(part, 'base64url').toString())
        .join()
        .toLowerCase(),
    ).not.toContain('becky')
  })

  it('is good only as it was made and only here, and is not the link that confirms an address', async () => {
    const token = parseToken(await links.linkFor(bid))
    const elsewhere = ownBidLinks({
      ...site,
      authSecret: 'another secret of thirty-two characters',
      readLink: async () => null,
    })
    const confirming = parseToken(await confirmationLinks(site).linkFor(bid, new Date()))
    expect(await elsewhere.open(token)).toBeNull()
    for (const bad of ['', 'x', 'a.b.c', token.slice(0, -2), `${token}x`, confirming])
      expect(await links.open(bad)).toBeNull()
  })
})

describe('A link that confirms an address', () => {
  const links = confirmationLinks(site)
  const { teamId } = bid
  const mailed = new Date('2025-11-01T12:00:00Z')
  const later = (hours: number, seconds = 0) => new Date(mailed.getTime() + (hours * 3600 + seconds) * 1000)

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
    const elsewhere = confirmationLinks({ ...site, authSecret: 'another secret of thirty-two characters' })
    for (const now of [mailed, later(100)]) {
      expect(await elsewhere.open(token, now)).toBeNull()
      for (const bad of ['', 'x', 'a.b.c', token.slice(0, -2), `${token}x`])
        expect(await links.open(bad, now)).toBeNull()
    }
  })
})
