import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { describe, expect, it } from 'vitest'
import type { Mark } from '../marks.ts'
import { buildChecklist, createMatcher, findTeam, groupBySlot, narrowLists } from './checklist.ts'
import { listPendingRows } from './frozen-rows.ts'

const at = (minute: number) => `2025-11-22T23:${minute}:00.000Z`
const turkey = exampleSignup({ id: 'turkey' })
const pie = exampleSignup({ id: 'pie', slot_name: 'Pecan pie', person_name: 'Rémy Thibodeaux' })
const ham = exampleSignup({ id: 'ham', slot_name: 'Ham', checked_in: true, checked_at: at(10) })
const beans = exampleSignup({ id: 'beans', slot_name: 'Beans', checked_in: true, checked_at: at(20) })
const mark = (changes: Partial<Mark>): Mark => ({
  checkedIn: true,
  status: 'queued',
  at: at(50),
  sentence: null,
  rejected: null,
  ...changes,
})
const ids = (rows: readonly { signup: { id: string } }[]) => rows.map(({ signup }) => signup.id)

describe('The two lists', () => {
  it('keep the server’s order for the pending ones, and put the latest arrival first', () => {
    const { pending, checkedIn } = buildChecklist([turkey, ham, pie, beans], new Map())
    expect(pending).toEqual([turkey, pie])
    expect(checkedIn).toEqual([
      { signup: beans, at: at(20) },
      { signup: ham, at: at(10) },
    ])
  })

  it('show an attempt under way in the list it goes to, with the moment of this device', () => {
    const marks = new Map([
      ['turkey', mark({ at: at(30) })],
      ['beans', mark({ checkedIn: false })],
    ])
    const { pending, checkedIn } = buildChecklist([turkey, ham, pie, beans], marks)
    expect(pending).toEqual([pie, beans])
    expect(checkedIn[0]).toEqual({ signup: turkey, at: at(30) })
  })
})

describe('The search', () => {
  it.each(['remy', 'RÉMY', ' thibo', 'pecan'])(
    'finds a dish by person or dish, ignoring case and accents: %s',
    (text) => expect([turkey, pie].filter((signup) => createMatcher(text)(signup))).toEqual([pie]),
  )

  it('finds a person whose name is typed with the letters of an English keyboard', () => {
    const strauss = exampleSignup({ person_name: 'Anne\u00A0Marie Strauß', team_name: 'Don\u2019t Panic' })
    for (const typed of ['strauss', 'anne marie', 'anne-marie', "don't", 'dont'])
      expect([typed, createMatcher(typed)(strauss)]).toEqual([typed, true])
  })

  it('narrows both lists, and hides nothing that failed', () => {
    const lists = buildChecklist([turkey, ham, pie, beans], new Map())
    expect(narrowLists(lists, 'ham', new Set()).checkedIn).toEqual([{ signup: ham, at: at(10) }])
    expect(narrowLists(lists, 'ham', new Set(['pie'])).pending).toEqual([pie])
  })

  it('finds servers by their name and team, not by slot', () => {
    const server = exampleSignup({ category: 'serving', slot_name: 'Carving', person_name: 'Tom Sawyer' })
    expect(createMatcher('tom')(server)).toBe(true)
    expect(createMatcher('huck')(server)).toBe(true)
    expect(createMatcher('carving')(server)).toBe(false)
  })

  it('knows a team by its name, where it alone is meant and has more than one', () => {
    const other = exampleSignup({ id: 'rolls', team_name: 'Huckleberries' })
    const gravy = exampleSignup({ id: 'gravy', person_name: 'Huck Finn', team_name: '' })
    expect(findTeam([turkey, pie, gravy], ' húck ')).toEqual({ name: 'Huck Finns', signups: [turkey, pie] })
    expect(findTeam([turkey, pie, other], 'huck'), 'two teams').toBeNull()
    expect(findTeam([turkey, pie, other], 'huck f')?.signups).toEqual([turkey, pie])
    expect(findTeam([turkey, other], 'huck f'), 'a single one').toBeNull()
    expect(findTeam([turkey, pie], ' ')).toBeNull()
  })

  it('takes text literally, and finds all when it is blank', () => {
    expect(createMatcher('.*')(turkey)).toBe(false)
    expect(createMatcher('  ')(turkey)).toBe(true)
  })
})

describe('Servers', () => {
  it('stand together by slot, the earliest first, and slots of one time by name', () => {
    const server = (id: string, slot_id: string, time_slot: string, slot_name: string) => ({
      signup: exampleSignup({ id, slot_id, time_slot, slot_name, category: 'serving' }),
    })
    const groups = groupBySlot([
      server('a', 'late', '19:00', 'Line'),
      server('b', 'drinks', '18:00', 'Drinks'),
      server('c', 'carving', '18:00', 'Carving'),
      server('d', 'late', '19:00', 'Line'),
    ])
    expect(groups.map(({ slotId, timeSlot }) => [slotId, timeSlot])).toEqual([
      ['carving', '18:00'],
      ['drinks', '18:00'],
      ['late', '19:00'],
    ])
    expect(ids(groups[2]?.rows ?? [])).toEqual(['a', 'd'])
  })
})

describe('A frozen list', () => {
  const frozen = [turkey, pie, ham]

  it('keeps the places of rows that left, and new rows wait', () => {
    const rows = listPendingRows(frozen, [beans, turkey], [turkey, beans, ham])
    expect(rows.map(({ signup, list }) => [signup.id, list])).toEqual([
      ['turkey', 'pending'],
      ['pie', 'removed'],
      ['ham', 'checked in'],
    ])
  })

  it('is the plain list again once it is unfrozen', () => {
    expect(listPendingRows(null, [beans, turkey], [turkey, beans, ham])).toEqual([
      { signup: beans, list: 'pending' },
      { signup: turkey, list: 'pending' },
    ])
  })
})
