import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import {
  generatePassword,
  hashPassword,
  passwordMatches,
  requireStrongPassword,
  temporaryPassword,
} from './passwords.ts'

describe('passwords', () => {
  it('are hashed with argon2id at 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('turkey day')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('match their own hash and no other', async () => {
    const stored = await hashPassword('turkey day')
    expect(await passwordMatches(stored, 'turkey day', 'stranger')).toBe(true)
    expect(await passwordMatches(stored, 'turkey dax', 'stranger')).toBe(false)
  })

  it('match however a keyboard composes an accent', async () => {
    expect(await passwordMatches(await hashPassword('caf\u00e9'), 'cafe\u0301', 'stranger')).toBe(true)
  })

  it('that the site has made may be pasted with blanks and a dash for a hyphen, and chosen ones may not', async () => {
    const made = await hashPassword('abc-efghijklmn_p')
    for (const pasted of [' abc-efghijklmn_p\n', '\u00A0abc\u2013efghijklmn_p\u200B', 'abc-efghijklmn_p'])
      expect(await passwordMatches(made, pasted, 'stranger')).toBe(true)
    expect(await passwordMatches(made, ' abc-efghijklmn_', 'stranger')).toBe(false)
    expect(await passwordMatches(await hashPassword('turkey day'), ' turkey day', 'stranger')).toBe(false)
    expect(await passwordMatches(await hashPassword(' spaced out day  '), ' spaced out day  ', 'stranger')).toBe(true)
  })

  it('of 1000 characters, with NUL and half an emoji, are passwords too', async () => {
    const strange = `\u0000\ud83e${'x'.repeat(998)}`
    expect(await passwordMatches(await hashPassword(strange), strange, 'stranger')).toBe(true)
  })

  it('never match where there is no account', async () => {
    expect(await passwordMatches(null, '', 'stranger')).toBe(false)
  })

  it('are generated anew each time', () => {
    expect(generatePassword()).toMatch(/^[\w-]{16}$/)
    expect(generatePassword()).not.toBe(generatePassword())
  })
})

describe('a flood of sign-ins', () => {
  it('is refused with a time to retry once the queue is full, and those in it are still served', async () => {
    // A verification costs what its hash says; how many may wait does not depend on that.
    const stored = await hash('turkey day', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const results = await Promise.allSettled(
      Array.from({ length: 120 }, () => passwordMatches(stored, 'turkey day', 'stranger')),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'TOO_MANY_SIGN_INS', retryAfter: 5 })
    const served = results.filter((result) => result.status === 'fulfilled')
    expect(served.length).toBeGreaterThanOrEqual(100)
    expect(served.every(({ value }) => value)).toBe(true)
  })
})

describe('a new password', () => {
  const refusal = (password: string) => {
    try {
      requireStrongPassword(password, 'Becky.Thatcher')
      return null
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it.each(['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])(
    'may not be a common one: %s',
    (password) => expect(refusal(password)).toBe('COMMON_PASSWORD'),
  )

  it.each([
    'becky.thatcher',
    'BECKY.THATCHER',
    ' Becky.Thatcher',
    'ｂecky.thatcher',
    '------',
    'éÉéÉéÉ',
    '🦃🦃🦃🦃🦃🦃',
  ])('may not be the username or one repeated character: %s', (password) =>
    expect(refusal(password)).toBe('WEAK_PASSWORD'),
  )

  it.each(['wishbone and gravy', 'turkey day', 'becky.thatcher1', 'zzzzzy'])('may be another: %s', (password) =>
    expect(refusal(password)).toBeNull(),
  )
})

describe('a temporary password', () => {
  it('is the same for one user, however often it is asked for', () =>
    expect(temporaryPassword('secret', 'becky')).toBe(temporaryPassword('secret', 'becky')))

  it('differs for every user and every secret', () => {
    const passwords = [
      temporaryPassword('secret', 'becky'),
      temporaryPassword('secret', 'tom'),
      temporaryPassword('another', 'becky'),
    ]
    expect(new Set(passwords).size).toBe(3)
  })

  it('is long, and easy to copy', () => expect(temporaryPassword('secret', 'becky')).toMatch(/^[\w-]{16}$/))
})
