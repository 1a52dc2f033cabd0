import { describe, expect, it } from 'vitest'
import { mailedByRemoval, mailedByRestoring } from './mailed-captains.ts'
import type { ShownTeam } from './team-list.ts'

const team = (number: number, fields: Partial<ShownTeam> = {}): ShownTeam =>
  ({
    id: `${number}`,
    created_at: `2025-09-01T12:00:${String(number).padStart(2, '0')}.000Z`,
    status: number <= 35 ? 'confirmed' : 'waitlist',
    ...fields,
  }) as ShownTeam
const field = Array.from({ length: 38 }, (_, index) => team(index + 1))

describe('Captains who get an email', () => {
  it('are those of the teams that leave and of the teams that move up', () => {
    expect(mailedByRemoval(field, new Set(['1']))).toBe(2)
    expect(mailedByRemoval(field, new Set(['1', '2', '3', '4']))).toBe(7)
    expect(mailedByRemoval(field, new Set(['38']))).toBe(1)
  })

  it('are not those whose status was set by hand, nor those whose bid does not count', () => {
    const decided = field.with(35, team(36, { by_hand: true, status: 'waitlist' }))
    expect(mailedByRemoval(decided, new Set(['1']))).toBe(1)
    expect(mailedByRemoval([team(1, { email_confirmed: false })], new Set(['1']))).toBe(0)
  })

  it('are those of the teams that come back and of the teams that move down', () => {
    const [first, ...others] = field
    expect(mailedByRestoring(others, first ? [first] : [])).toBe(2)
    expect(mailedByRestoring(field.slice(0, 3), [team(4)])).toBe(1)
  })
})
