import { describe, expect, it } from 'vitest'
import { requirePerson } from './form-mark.ts'

const refusedFor = (mark: Parameters<typeof requirePerson>[0]): string | undefined => {
  try {
    requirePerson(mark)
  } catch (error) {
    return (error as { code: string }).code
  }
  return undefined
}

describe('The mark of a form', () => {
  it('lets people pass who took two seconds and filled in what they saw', () => {
    expect(refusedFor({ filledMs: 2000, website: '' })).toBeUndefined()
  })

  it('gives away a program that fills in every field, and one that takes no time', () => {
    expect(refusedFor({ filledMs: 60_000, website: 'https://spam.example' })).toBe('FORM_TRAP_FILLED')
    expect(refusedFor({ filledMs: 1999, website: '' })).toBe('FORM_FILLED_TOO_FAST')
  })

  it('is not asked of calls that come from no form', () => {
    expect(() => requirePerson(undefined)).not.toThrow()
  })
})
