import { describe, expect, it } from 'vitest'
import { privateLinks } from './private-link.ts'

const siteUrl = 'https://ultimate.example'
const links = privateLinks({ siteUrl, authSecret: 'a secret of at least thirty-two characters' })
const sealOf = (link: string) => link.split('#link=')[1] ?? ''

describe('A private link', () => {
  it('leads to the sign-up page and opens to the address it was made for', async () => {
    const link = await links.linkFor('Becky@example.org')
    expect(link.startsWith('https://ultimate.example/dinner/signup#link=')).toBe(true)
    expect(await links.open(sealOf(link))).toBe('Becky@example.org')
  })

  it('does not show the address', async () => {
    const link = await links.linkFor('becky@example.org')
    const parts = sealOf(link).split('.')
    const readable = parts.map((part) => Buffer.from(part, 'base64url').toString()).join() + link
    expect(readable).not.toContain('becky')
  })

  it('has a digest of the address, the same in any case of letters and another one elsewhere', () => {
    const elsewhere = privateLinks({ siteUrl, authSecret: 'another secret of thirty-two characters' })
    expect(links.digestOf('Becky@Example.org')).toBe(links.digestOf('becky@example.org'))
    expect(links.digestOf('becky@example.org')).not.toBe(elsewhere.digestOf('becky@example.org'))
    expect(links.digestOf('becky@example.org')).not.toContain('becky')
  })

  it('opens only as it was made, and only here', async () => {
    const seal = sealOf(await links.linkFor('becky@example.org'))
    const elsewhere = privateLinks({ siteUrl, authSecret: 'another secret of thirty-two characters' })
    const changed = `${seal.slice(0, -3)}${seal.endsWith('AAA') ? 'BBB' : 'AAA'}`
    expect(await elsewhere.open(seal)).toBeNull()
    for (const bad of ['', 'x', 'a.b.c.d.e', changed, seal.slice(0, -1)]) expect(await links.open(bad)).toBeNull()
  })
})
