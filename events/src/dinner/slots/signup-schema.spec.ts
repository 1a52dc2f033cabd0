import { describe, expect, it } from 'vitest'
import { emailKey } from '../slot.ts'
import { signUpRequest } from './signup-schema.ts'

const request = {
  personName: 'Becky Thatcher',
  email: 'becky@example.org',
  captainId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  slotId: '6f9619ff-8b86-4011-b42d-00c04fc96401',
}

function sentences(changes: Record<string, unknown>): Record<string, string> {
  const parsed = signUpRequest.safeParse({ ...request, ...changes })
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((it) => [it.path.join('.'), it.message]))
}

describe('Signing up', () => {
  it.each(['personName', 'email', 'captainId'])('needs the %s', (field) => {
    for (const value of ['', '  ', undefined, null])
      expect(sentences({ [field]: value })).toEqual({
        [field]: 'Complete your information above to sign up for slots',
      })
  })

  it.each(['plain', 'a@b', 'a b@example.org', 'a@example.org, b@example.org', '<a@example.org>'])(
    'does not take %j for an e-mail address',
    (email) => {
      expect(sentences({ email })).toEqual({ email: 'Please enter a valid email address' })
    },
  )

  it('takes names as people write them', () => {
    for (const personName of ['Ñandú 🦃', 'صحن', '<b>Bo</b>', 'O’Neil']) expect(sentences({ personName })).toEqual({})
  })

  it.each(['personName', 'email'])('refuses control characters in the %s', (field) => {
    expect(Object.keys(sentences({ [field]: 'a\0b@example.org' }))).toContain(field)
  })

  it('names allergens of the list once each, in the order of the list', () => {
    const { data } = signUpRequest.safeParse({ ...request, allergens: { listed: ['soy', 'milk'], other: ' rye ' } })
    expect(data?.allergens).toEqual({ listed: ['milk', 'soy'], other: 'rye' })
    expect(signUpRequest.parse({ ...request, allergens: {} }).allergens).toEqual({ listed: [], other: '' })
    expect(sentences({ allergens: { listed: ['milk', 'milk'] } })).toEqual({
      'allergens.listed': 'Please name each one once.',
    })
    expect(sentences({ allergens: { listed: ['love'] } })).toEqual({
      'allergens.listed.0': 'Please choose from the list.',
    })
    expect(Object.keys(sentences({ allergens: { other: 'r'.repeat(81) } }))).toEqual(['allergens.other'])
    expect(Object.keys(sentences({ allergens: { free: true } }))).toEqual(['allergens'])
  })

  it('knows a person by the address, in any case of its letters', () => {
    expect(emailKey('Becky@Example.ORG')).toBe(emailKey('becky@example.org'))
  })
})
