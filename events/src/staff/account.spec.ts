import { describe, expect, it } from 'vitest'
import { newLogin, profile } from './account.ts'

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
