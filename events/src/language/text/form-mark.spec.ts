import { describe, expect, it } from 'vitest'
import { rejectBots } from './form-mark.ts'

const refusedFor = (mark: Parameters<typeof rejectBots>[0]): string | undefined => {
  try {
    rejectBots(mark)
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
    expect(() => rejectBots(undefined)).not.toThrow()
  })
})
