import { describe, expect, it } from 'vitest'
import { relyingParty } from './passkey-ceremony.ts'
import { passkeyChallenges } from './passkeys.ts'

const now = new Date('2025-11-22T18:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const one = passkeyChallenges('the secret of the site')

describe('a challenge', () => {
  it('is good for five minutes, on every backend of the site', () => {
    const other = passkeyChallenges('the secret of the site')
    const challenge = one.issue('sign-in', now)
    expect(other.isOpen(challenge, 'sign-in', now)).toBe(true)
    expect(other.isOpen(challenge, 'sign-in', later(299))).toBe(true)
    expect(other.isOpen(challenge, 'sign-in', later(300))).toBe(false)
  })

  it('is another one each time', () => {
    expect(one.issue('sign-in', now)).not.toBe(one.issue('sign-in', now))
  })

  it('is good for what it was given for alone, and for the user it was given to', () => {
    expect(one.isOpen(one.issue('add for tom', now), 'add for becky', now)).toBe(false)
    expect(one.isOpen(one.issue('add for tom', now), 'sign-in', now)).toBe(false)
    expect(one.isOpen(one.issue('sign-in', now), 'add for tom', now)).toBe(false)
  })

  it('of another site, altered, or made up, is none', () => {
    const challenge = one.issue('sign-in', now)
    const bytes = Buffer.from(challenge, 'base64url')
    // This byte belongs to the time when it ends.
    bytes[21] = (bytes[21] ?? 0) ^ 1
    const foreign = passkeyChallenges('another secret').issue('sign-in', now)
    for (const bad of [foreign, bytes.toString('base64url'), challenge.slice(4), `${challenge}AAAA`, '', '%'])
      expect(one.isOpen(bad, 'sign-in', now), bad).toBe(false)
  })
})

describe('the site, as passkeys know it', () => {
  it('is its public address, however the request calls it', () => {
    expect(relyingParty('https://ultimate.example:8443', 'evil.example')).toEqual({
      id: 'ultimate.example',
      origins: ['https://ultimate.example:8443'],
    })
  })

  it('without a public address is what the request calls it', () => {
    expect(relyingParty('http://localhost:3000', 'turkey.example:81')).toEqual({
      id: 'turkey.example',
      origins: ['http://turkey.example:81', 'https://turkey.example:81'],
    })
    expect(relyingParty('http://localhost:3000', '').id).toBe('localhost')
  })
})
