import { describe, expect, it } from 'vitest'
import { maxLength, newLogin, passwordChange, profile } from './account.ts'

const sentencesIn = (schema: typeof profile | typeof newLogin | typeof passwordChange, value: object) =>
  Object.fromEntries(schema.safeParse(value).error?.issues.map((it) => [it.path.join('.'), it.message]) ?? [])
const sentenceFor = (email: string) => profile.safeParse({ full_name: 'Terry', email }).error?.issues[0]?.message

describe('An e-mail address of the staff', () => {
  it.each(['terry@example.org', 'terry+td@mail.example.org', 'zoë@example.org', 'td@localhost'])(
    'may be %s, for oneself and for a new login',
    (email) => {
      expect(sentenceFor(email)).toBeUndefined()
      expect(newLogin.safeParse({ username: 'terry', email }).success).toBe(true)
    },
  )

  it.each([
    'terry',
    'terry@home',
    '@localhost',
    'terry@example.',
    'terry@mylocalhost',
    'a,b@example.org',
    'a b@localhost',
  ])('is not %s', (email) => expect(sentenceFor(email)).toBe('Please enter a valid email address'))
})

describe('A new login', () => {
  const login = { username: 'terry', email: 'terry@example.org' }

  it('is that of an admin unless another role is given', () => {
    expect(newLogin.parse(login)).toEqual({ ...login, role: 'admin' })
    expect(newLogin.parse({ ...login, role: 'helper' }).role).toBe('helper')
    expect(sentencesIn(newLogin, { ...login, role: 'boss' })).toEqual({ role: 'Role is TD, admin or helper' })
  })

  it('needs a username and an address, and has no room for more', () => {
    expect(sentencesIn(newLogin, {})).toEqual({ username: 'Username is required', email: 'Email is required' })
    expect(newLogin.safeParse({ ...login, verified: true }).success).toBe(false)
  })

  it('has a username of at most 100 characters, without hidden ones', () => {
    expect(sentencesIn(newLogin, { ...login, username: 'x'.repeat(100) })).toEqual({})
    expect(sentencesIn(newLogin, { ...login, username: 'x'.repeat(101) })).toEqual({
      username: 'Please use at most 100 characters.',
    })
    for (const hidden of ['\u200D', '\u00AD', '\u3164'])
      expect(newLogin.parse({ ...login, username: `ter${hidden}ry` }).username).toBe('terry')
    expect(sentencesIn(newLogin, { ...login, username: 'ter\u0600ry' })).toEqual({
      username: 'Please remove the characters that cannot be shown.',
    })
  })
})

describe('A profile', () => {
  const terry = { full_name: 'Terry', email: 'terry@example.org' }

  it('needs a full name and an address, and has no room for more', () => {
    expect(sentencesIn(profile, {})).toEqual({ full_name: 'Full name is required', email: 'Email is required' })
    expect(profile.safeParse({ ...terry, role: 'TD' }).success).toBe(false)
  })

  it('has a name of at most 100 characters, with joiners as Persian needs them and nothing else that is hidden', () => {
    expect(profile.parse({ ...terry, full_name: 'می\u200Cخواهم' }).full_name).toBe('می\u200Cخواهم')
    expect(profile.parse({ ...terry, full_name: 'Ter\u00ADry' }).full_name).toBe('Terry')
    expect(sentencesIn(profile, { ...terry, full_name: 'x'.repeat(101) })).toEqual({
      full_name: 'Please use at most 100 characters.',
    })
    expect(sentencesIn(profile, { ...terry, full_name: 'Ter\u0600ry' })).toEqual({
      full_name: 'Please remove the characters that cannot be shown.',
    })
  })
})

describe('A change of the password', () => {
  const sentences = (newPassword: unknown, currentPassword: unknown = 'old') =>
    sentencesIn(passwordChange, { currentPassword, newPassword })
  const tooLong = 'Please use at most 1000 characters'

  it('takes a new one of six to a thousand characters as it was typed', () => {
    for (const newPassword of ['123456', '      ', 'x'.repeat(maxLength.password)])
      expect(passwordChange.parse({ currentPassword: 'o', newPassword })).toEqual({ currentPassword: 'o', newPassword })
    expect(sentences('12345')).toEqual({ newPassword: 'New password must be at least 6 characters long' })
    expect(sentences('x'.repeat(1001), 'x'.repeat(1001))).toEqual({ newPassword: tooLong, currentPassword: tooLong })
  })

  it('needs both, as texts, and has no room for more', () => {
    expect(sentencesIn(passwordChange, {})).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password is required',
    })
    expect(sentences('123456', '')).toEqual({ currentPassword: 'Current password is required' })
    expect(sentences(123456)).toEqual({ newPassword: 'This must be text.' })
    const more = { currentPassword: 'old', newPassword: '123456', repeated: '123456' }
    expect(passwordChange.safeParse(more).success).toBe(false)
  })
})
