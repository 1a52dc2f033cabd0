import { hkdfSync } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { privateLinks } from './private-link.ts'

const facts = {
  siteUrl: 'https://ultimate.example',
  authSecret: 'a secret of at least thirty-two characters',
  current: { edition: '2025' },
  readGeneration: async () => 2,
}
const links = privateLinks(facts)
const elsewhere = privateLinks({ ...facts, authSecret: 'another secret of thirty-two characters' })
const invalid = { status: 'invalid' }
const parseSeal = (link: string) => link.split('#link=')[1] ?? ''

describe('A private link', () => {
  it('leads to the sign-up page and opens to the address it was made for', async () => {
    const link = await links.linkFor('Becky@example.org')
    expect(link.startsWith('https://ultimate.example/dinner/signup#link=')).toBe(true)
    expect(await links.open(parseSeal(link))).toEqual({
      status: 'good',
      email: 'Becky@example.org',
      edition: '2025',
      generation: 2,
    })
  })

  it('ends with its edition, and when a later generation of links begins', async () => {
    const seal = parseSeal(await links.linkFor('becky@example.org'))
    const nextYear = privateLinks({ ...facts, current: { edition: '2026' } })
    const revoked = privateLinks({ ...facts, readGeneration: async ({ email }) => (email.startsWith('becky') ? 3 : 2) })
    expect(await nextYear.open(seal)).toEqual({ status: 'ended' })
    expect(await revoked.open(seal)).toEqual({ status: 'revoked' })
    expect(await revoked.open(parseSeal(await links.linkFor('joe@example.org')))).toMatchObject({ status: 'good' })
  })

  it('that was mailed before links named them is of the first edition and the first generation', async () => {
    const key = new Uint8Array(hkdfSync('sha256', facts.authSecret, '', 'private links of the dinner', 32))
    const seal = await new EncryptJWT({ email: 'becky@example.org' })
      .setAudience('dinner sign-ups')
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key)
    const first = { ...facts, readGeneration: async () => 0 }
    expect(await privateLinks(first).open(seal)).toMatchObject({ status: 'good', edition: '2025', generation: 0 })
    expect(await links.open(seal)).toEqual({ status: 'revoked' })
    expect(await privateLinks({ ...first, current: { edition: '2026' } }).open(seal)).toEqual({ status: 'ended' })
  })

  it('does not show the address', async () => {
    const link = await links.linkFor('becky@example.org')
    const parts = parseSeal(link).split('.')
    const readable = parts.map((part) => Buffer.from(part, 'base64url').toString()).join() + link
    expect(readable).not.toContain('becky')
  })

  it('has a digest of the address, the same in any case of letters and another one elsewhere', () => {
    expect(links.computeDigest('Becky@Example.org')).toBe(links.computeDigest('becky@example.org'))
    expect(links.computeDigest('becky@example.org')).not.toBe(elsewhere.computeDigest('becky@example.org'))
    expect(links.computeDigest('becky@example.org')).not.toContain('becky')
  })

  it('opens only as it was made, and only here', async () => {
    const seal = parseSeal(await links.linkFor('becky@example.org'))
    const changed = `${seal.slice(0, -3)}${seal.endsWith('AAA') ? 'BBB' : 'AAA'}`
    expect(await elsewhere.open(seal)).toEqual(invalid)
    for (const bad of ['', 'x', 'a.b.c.d.e', changed, seal.slice(0, -1)]) expect(await links.open(bad)).toEqual(invalid)
  })
})
