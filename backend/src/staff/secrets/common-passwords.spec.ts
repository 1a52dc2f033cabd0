import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

describe('common passwords', () => {
  it.each(['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])('are known: %s', (password) =>
    expect(isCommonPassword(password)).toBe(true),
  )

  it.each(['wishbone and gravy', 'turkey day', ''])('are few: "%s" is none', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  )
})
