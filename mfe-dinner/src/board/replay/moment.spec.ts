import { expect, it } from 'vitest'
import { localText, momentOf } from './moment.ts'

it('brings a moment into the field and back', () =>
  expect(momentOf(localText('2025-11-22T18:04:05.000Z'))).toBe('2025-11-22T18:04:05.000Z'))

it('has no moment for an incomplete field, and no text for an invalid moment', () => {
  expect(momentOf('')).toBeNull()
  expect(momentOf('2025-13-40T10:00')).toBeNull()
  expect(momentOf('0002-11-22T10:00')).toBeNull()
  expect(localText('0002-11-22T10:00:00Z')).toBe('')
  expect(localText('yesterday')).toBe('')
})
