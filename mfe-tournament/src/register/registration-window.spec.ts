import { describe, expect, it } from 'vitest'
import { registrationAt } from './registration-window.ts'

const opens = '2025-09-01T12:00:00-05:00'
const closes = '2025-11-01T20:00:00-05:00'
const at = (moment: string) => Date.parse(moment)

describe('Registration', () => {
  it('is always open where no one has set a time', () => {
    expect(registrationAt({ opens: null, closes: null }, 0)).toEqual({ status: 'open', at: null })
  })

  it('opens and closes at the moments that are set', () => {
    const registration = { opens, closes }
    const statuses = ['2025-09-01T16:59:59Z', '2025-09-01T17:00:00Z', '2025-11-02T00:59:59Z', '2025-11-02T01:00:00Z']
    expect(statuses.map((moment) => registrationAt(registration, at(moment)).status)).toEqual([
      'not-yet',
      'open',
      'open',
      'closed',
    ])
    expect(registrationAt(registration, at('2025-09-01T00:00:00Z')).at).toEqual(new Date(opens))
    expect(registrationAt(registration, at('2025-10-01T00:00:00Z')).at).toEqual(new Date(closes))
  })

  it('that a director closed before it opened is closed', () => {
    expect(registrationAt({ opens: closes, closes: opens }, at('2025-10-01T00:00:00Z')).status).toBe('closed')
  })
})
