import { bytesFrom, seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { describe, expect, it } from 'vitest'
import { describeWeakness } from './secret-strength.ts'

const names = ['dora', 'dora.director@example.org', 'dora.director', 'td']

describe('a secret', () => {
  it.each([
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'AAAAaaaa',
    '........',
    'abababababab',
    '123123123123',
    'abcdabcdabcda',
  ])('is no repetition of a few characters: %s', (secret) =>
    expect(describeWeakness(secret, names)).toContain('repeat'),
  )

  it.each([
    'password',
    'Password',
    'sunshine',
    'passwordpassword',
    'password123!',
    '12345678',
    'qwertyuiop',
    'thanksgiving',
    'ＰＡＳＳＷＯＲＤ',
    'gobblegobble',
  ])('is no common word or password: %s', (secret) => expect(describeWeakness(secret, names)).toContain('common'))

  it.each([
    'doradora1',
    'Dora-Dora-Dora',
    'dora.director@example.org',
    'DORA.DIRECTOR',
    '1-dora-2-dora-3',
    'tdtd-td-td',
  ])('is not made of a name: %s', (secret) => expect(describeWeakness(secret, names)).not.toBeNull())

  it.each([
    'a secret of at least thirty-two characters',
    'wishbone and gravy',
    'dora likes cranberry sauce',
    'k3yWithDigits9',
  ])('may be a sentence or something random: %s', (secret) => expect(describeWeakness(secret, names)).toBeNull())

  it(`may be what openssl or this site makes (seed ${seed})`, () => {
    const bytes = Buffer.from(bytesFrom(seeded(seed), 32))
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const secret = bytes.toString(encoding)
      expect([secret, describeWeakness(secret, names)]).toEqual([secret, null])
    }
  })
})
