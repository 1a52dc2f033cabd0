import { describe, expect, it } from 'vitest'
import { buildBoardAfter, type ReplayChange } from './replayed-board.ts'
import { type DishState, unmoved } from './signup.ts'
import { exampleSignup } from './slots/slots.fixture.ts'

const ham = exampleSignup({
  id: 'ham',
  checked_in: true,
  checked_at: '2025-11-22T23:00:00.000Z',
  slot_name: 'Ham',
})
const pie = { ...ham, id: 'pie', slot_name: 'Pie' }
const slots = { warming_slots: 24, buffet_slots: 16 }
const change = (changes: Partial<ReplayChange>): ReplayChange => ({
  signups: [],
  standings: [],
  gone: [],
  session: null,
  ...changes,
})
const onBuffet: DishState = {
  ...unmoved,
  dinner: 2,
  place: { zone: 'buffet', position: 3 },
  stays: [{ from: '2025-11-23T00:00:00.000Z', to: null }],
}

const steps = [
  change({
    signups: [ham, pie],
    standings: [
      { id: 'ham', standing: { ...onBuffet, dinner: 1 }, moved_by: 'Abe' },
      { id: 'pie', standing: unmoved, moved_by: null },
    ],
    session: { ...slots, started_at: null, finished_at: null },
  }),
  change({ standings: [{ id: 'ham', standing: onBuffet, moved_by: 'Ada' }] }),
  change({ signups: [{ ...pie, slot_name: 'Pecan pie' }] }),
  change({ session: { ...slots, started_at: '2025-11-23T00:10:00.000Z', finished_at: null } }),
  change({ gone: ['pie'] }),
  change({
    session: { ...slots, started_at: '2025-11-23T00:10:00.000Z', finished_at: '2025-11-23T00:20:00.000Z' },
  }),
]
const seen = (count: number) => {
  const { items, leftovers } = buildBoardAfter(steps.slice(0, count), 2)
  return [...items, ...leftovers].map(({ slot_name, management_zone, moved_by }) => [
    slot_name,
    management_zone,
    moved_by,
  ])
}

describe('The board of a replay', () => {
  it('is empty before the first step', () =>
    expect(buildBoardAfter([], 1)).toEqual({
      session: { ...slots, started_at: null, finished_at: null },
      items: [],
      finished: [],
      leftovers: [],
    }))

  it('begins with everything in Holding, wherever it stood at the dinner before', () =>
    expect(seen(1)).toEqual([
      ['Ham', 'holding', null],
      ['Pie', 'holding', null],
    ]))

  it('shows what each step changed, and keeps the rest', () => {
    expect(seen(3)).toEqual([
      ['Pecan pie', 'holding', null],
      ['Ham', 'buffet', 'Ada'],
    ])
    expect(buildBoardAfter(steps.slice(0, 4), 2).items[1]?.buffet_entered_at).toBe('2025-11-23T00:10:00.000Z')
    expect(seen(5)).toEqual([['Ham', 'buffet', 'Ada']])
  })

  it('leaves out what stands nowhere, and what is checked in no more', () => {
    const signups = [ham, { ...pie, checked_in: false, checked_at: null }]
    const standings = [{ id: 'pie', standing: unmoved, moved_by: null }]
    expect(buildBoardAfter([change({ signups, standings })], 1)).toMatchObject({
      items: [],
      finished: [],
      leftovers: [],
    })
  })

  it('counts the clocks up to the end', () =>
    expect(buildBoardAfter(steps, 2).leftovers).toMatchObject([{ id: 'ham', buffet_total_duration: 600 }]))
})
