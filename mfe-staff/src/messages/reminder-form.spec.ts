import { expect, it } from 'vitest'
import { toChange, toDraft } from './reminder-form.ts'

const usual = '2025-11-22T15:00:00.000Z'

it('The form of a reminder shows the clock at the venue, and sends the usual time as none of its own', () => {
  expect(toDraft({ at: usual, extra: 'Hi' })).toEqual({ at: '2025-11-22T09:00', extra: 'Hi' })
  expect(toDraft({ at: null, extra: '' })).toEqual({ at: '', extra: '' })
  expect(toChange({ at: '2025-11-22T09:00', extra: '' }, usual)).toEqual({ at: null, extra: '' })
  expect(toChange({ at: '', extra: '' }, usual)).toEqual({ at: null, extra: '' })
  expect(toChange({ at: '2025-11-22T08:00', extra: '' }, usual).at).toBe('2025-11-22T14:00:00.000Z')
})
