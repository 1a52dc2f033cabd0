import { describe, expect, it } from 'vitest'
import { temporaryPassword } from './temporary-password.ts'

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
