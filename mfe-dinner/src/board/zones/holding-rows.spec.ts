import { describe, expect, it } from 'vitest'
import { arrangeDishes, closeGaps, isSameList, leaveGaps } from './holding-rows.ts'

const dish = (slot_name: string, person_name = 'Becky', team_name = 'Huck Finns') => ({
  item: { slot_name, person_name, team_name },
})
/** The dishes in the order in which they came in. */
const items = [dish('Pie'), dish('ham', 'Zoë'), dish('Ham', 'Ana'), dish('Crème brûlée', 'Tom', 'Hucksters')]
const names = (order: 'time' | 'name', search = '') => arrangeDishes(items, order, search).map(({ item }) => item)

describe('Holding', () => {
  it('is in the order in which the dishes came, or by name and then by person, in any case of letters', () => {
    expect(names('time').map(({ slot_name }) => slot_name)).toEqual(['Pie', 'ham', 'Ham', 'Crème brûlée'])
    expect(names('name').map(({ slot_name, person_name }) => `${slot_name} ${person_name}`)).toEqual([
      'Crème brûlée Tom',
      'Ham Ana',
      'ham Zoë',
      'Pie Becky',
    ])
  })

  it.each([
    ['HAM', ['ham', 'Ham']],
    ['brulee', ['Crème brûlée']],
    ['huck ana', ['Ham']],
    ['hucksters', ['Crème brûlée']],
    ['  ', ['Pie', 'ham', 'Ham', 'Crème brûlée']],
    ['turkey', []],
  ])('is searched for each word, in dish, person and team: %j', (search, found) =>
    expect(names('time', search).map(({ slot_name }) => slot_name)).toEqual(found),
  )
})

const at = (id: string) => ({ id, isGap: false })
const gap = (id: string) => ({ id, isGap: true })

describe('The list of Holding, while it is touched', () => {
  it('keeps every dish where it is when one above it leaves', () =>
    expect(leaveGaps(closeGaps(['ham', 'rolls', 'pie']), ['rolls', 'pie'])).toEqual([
      gap('ham'),
      at('rolls'),
      at('pie'),
    ]))

  it('appends new dishes, in any order', () =>
    expect(leaveGaps(closeGaps(['rolls']), ['ham', 'rolls'])).toEqual([at('rolls'), at('ham')]))

  it('gives what comes back its gap', () =>
    expect(leaveGaps([gap('ham'), at('pie')], ['pie', 'ham'])).toEqual([at('ham'), at('pie')]))

  it('knows whether anything changed', () => {
    expect(isSameList([at('ham')], closeGaps(['ham']))).toBe(true)
    expect(isSameList([gap('ham')], closeGaps(['ham']))).toBe(false)
    expect(isSameList([], closeGaps(['ham']))).toBe(false)
  })
})
