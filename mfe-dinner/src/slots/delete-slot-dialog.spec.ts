import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { describe, expect, it } from 'vitest'
import { describeDeletion } from './delete-slot-dialog.tsx'

const of = (person_name: string, checked_in = false, slot_id = 'pies'): Signup =>
  ({ person_name, checked_in, slot_id }) as Signup
const pies = { id: 'pies', category: 'dishes', current_signups: 3 } as const

describe('What deleting a slot takes', () => {
  it('is counted before the list is here', () =>
    expect(describeDeletion(pies, undefined)).toBe('It takes 3 dishes with it.'))

  it('is dishes and people by name, each person once, and not what belongs to other slots', () =>
    expect(describeDeletion(pies, [of('Becky'), of('Tom'), of('Becky'), of('Sid', false, 'ham')])).toBe(
      'It takes 3 dishes of 2 people: Becky, Tom.',
    ))

  it('is servers for a serving time', () =>
    expect(describeDeletion({ ...pies, category: 'serving' }, [of('Becky')])).toBe('It takes 1 server: Becky.'))

  it('names no more than five', () =>
    expect(
      describeDeletion(
        pies,
        ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => of(name)),
      ),
    ).toBe('It takes 7 dishes of 7 people: A, B, C, D, E and 2 more.'))

  it('says what is here already', () => {
    expect(describeDeletion(pies, [of('Becky', true), of('Tom')])).toContain(
      '1 of them is checked in already, and leaves the board.',
    )
    expect(describeDeletion(pies, [of('Becky', true)])).toContain('It is checked in already')
  })
})
