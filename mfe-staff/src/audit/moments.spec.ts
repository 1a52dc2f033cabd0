import { describe, expect, it } from 'vitest'
import { timeAgo } from './moments.ts'

const now = Date.parse('2025-11-22T18:00:00Z')

describe('how long ago something was', () => {
  it.each([
    ['2025-11-22T17:59:30Z', 'now'],
    ['2025-11-22T17:57:01Z', '2 minutes ago'],
    ['2025-11-22T15:00:00Z', '3 hours ago'],
    ['2025-11-21T17:00:00Z', 'yesterday'],
    ['2025-11-22T18:00:05Z', 'now'],
  ])('%s was %s', (at, ago) => expect(timeAgo(at, now)).toBe(ago))
})
