import { describe, expect, it } from 'vitest'
import { dishPlace } from './board/dish-schema.ts'
import { type BoardDish, buildBoard, countShownSeconds, type PlacedDish } from './board.ts'
import type { SignupEvent } from './events.ts'
import type { DinnerSession } from './session.ts'
import { type DishPlace, evolveDish, isSamePlace, placeName, positionOf, unmoved } from './signup.ts'

/** Six in the evening, and so many seconds later. */
const at = (seconds: number): string => new Date(Date.UTC(2025, 10, 22, 18) + seconds * 1000).toISOString()
const time = (seconds: number): Date => new Date(at(seconds))

const moved = (seconds: number, to: DishPlace, dinner = 1): SignupEvent => ({
  type: 'DishMoved',
  data: { dinner, to, at: at(seconds) },
})
const emptied = (seconds: number, dinner = 1): SignupEvent => ({
  type: 'DishEmptied',
  data: { dinner, at: at(seconds) },
})
const putBack = (seconds: number, dinner = 1): SignupEvent => ({
  type: 'DishPutBack',
  data: { dinner, at: at(seconds) },
})
const holding: DishPlace = { zone: 'holding' }
const warming = (position: number): DishPlace => ({ zone: 'warming', position })
const buffet = (position: number): DishPlace => ({ zone: 'buffet', position })

const dish = (id: string, ...events: SignupEvent[]): BoardDish => ({
  id,
  checkedInAt: at(-600),
  state: events.reduce(evolveDish, unmoved),
})

const session = (changes: Partial<DinnerSession> = {}): DinnerSession => ({
  dinner: 1,
  warmingSlots: 24,
  buffetSlots: 16,
  startedAt: null,
  finishedAt: null,
  ...changes,
})
const running = session({ startedAt: at(0) })
const over = session({ startedAt: at(0), finishedAt: at(100) })

const onlyItem = (dishes: BoardDish[], of: DinnerSession): PlacedDish<BoardDish> => {
  const { items, finished, leftovers } = buildBoard(dishes, of)
  const all = [...items, ...finished, ...leftovers]
  expect(all).toHaveLength(1)
  return all[0] as PlacedDish<BoardDish>
}
const answered = (item: PlacedDish<BoardDish>) => ({
  buffet_entered_at: item.buffetEnteredAt,
  buffet_total_duration: item.buffetTotalDuration,
})
const answeredSession = ({ startedAt, finishedAt }: DinnerSession) => ({
  started_at: startedAt,
  finished_at: finishedAt,
})

describe('A place', () => {
  it('is known by its zone and its position; in Holding there is one for all', () => {
    expect(isSamePlace(holding, holding)).toBe(true)
    expect(isSamePlace(buffet(3), buffet(3))).toBe(true)
    expect(isSamePlace(buffet(3), buffet(4))).toBe(false)
    expect(isSamePlace(buffet(3), warming(3))).toBe(false)
    expect(isSamePlace(buffet(0), holding)).toBe(false)
    expect([positionOf(holding), positionOf(buffet(0))]).toEqual([null, 0])
  })

  it('is called by its zone and its number, which begins with one', () =>
    expect([holding, warming(0), buffet(2)].map(placeName)).toEqual(['Holding', 'Warming 1', 'Buffet 3']))

  it.each([{ zone: 'holding' }, { zone: 'warming', position: 0 }, { zone: 'buffet', position: 49 }])(
    'may be %j',
    (value) => expect(dishPlace.parse(value)).toEqual(value),
  )

  it.each([
    { zone: 'holding', position: 0 },
    { zone: 'buffet' },
    { zone: 'buffet', position: -1 },
    { zone: 'buffet', position: 0.5 },
    { zone: 'warming', position: 1, row: 2 },
    { zone: 'kitchen', position: 1 },
  ])('is not %j', (value) => expect(dishPlace.safeParse(value).success).toBe(false))
})

describe('The board', () => {
  it('shows a dish in Holding once it is checked in', () => {
    expect(onlyItem([dish('a')], session())).toMatchObject({ zone: 'holding', position: null, buffetTotalDuration: 0 })
  })

  it('shows each dish in the place where it was put last', () => {
    const item = onlyItem([dish('a', moved(1, warming(3)), moved(2, buffet(0)), moved(3, warming(5)))], running)
    expect(item).toMatchObject({ zone: 'warming', position: 5 })
  })

  it('lists Holding by check-in, the other zones by place', () => {
    const early = { ...dish('z'), checkedInAt: at(-900) }
    const dishes = [dish('a'), dish('b', moved(1, buffet(7))), dish('c', moved(1, buffet(2))), early]
    const { items } = buildBoard([...dishes, dish('d', moved(1, warming(9)))], running)
    expect(items.map((item) => item.dish.id)).toEqual(['z', 'a', 'd', 'c', 'b'])
  })

  it.each(['abc', 'cba', 'bca'])('lists what came at one time by its id, in any order of reading: %s', (read) => {
    const ids = (list: readonly PlacedDish<BoardDish>[]) => list.map((item) => item.dish.id).join('')
    const waiting = [...read].map((id) => dish(id))
    expect(ids(buildBoard(waiting, running).items)).toBe('abc')
    expect(ids(buildBoard(waiting, over).leftovers)).toBe('abc')
    const done = [...read].map((id) => dish(id, moved(1, buffet(1)), emptied(50)))
    expect(ids(buildBoard(done, running).finished)).toBe('abc')
  })

  it.each(['abc', 'cba', 'bca'])('lists a zone by its places, in any order of reading: %s', (read) => {
    const places = { a: 9, b: 5, c: 0 }
    const dishes = [...read].map((id) => dish(id, moved(1, buffet(places[id as keyof typeof places]))))
    expect(buildBoard(dishes, running).items.map(({ position }) => position)).toEqual([0, 5, 9])
  })

  it('never hides a dish beyond the layout', () => {
    const small = session({ buffetSlots: 4, warmingSlots: 4 })
    expect(buildBoard([dish('a', moved(1, buffet(11)))], small).layout).toEqual({ warmingSlots: 4, buffetSlots: 12 })
    expect(buildBoard([dish('a', moved(1, warming(7)))], small).layout).toEqual({ warmingSlots: 8, buffetSlots: 4 })
  })

  it('lists what is done in the order in which it was done, with its last zone and no place', () => {
    const dishes = [
      dish('a', moved(1, buffet(1)), emptied(50)),
      dish('b', moved(1, buffet(2)), emptied(40)),
      dish('c', moved(1, buffet(3))),
    ]
    const { items, finished, leftovers } = buildBoard(dishes, running)
    expect(finished.map((item) => [item.dish.id, item.zone, item.position])).toEqual([
      ['b', 'buffet', null],
      ['a', 'buffet', null],
    ])
    expect([...finished, ...items].map((item) => item.emptiedFrom)).toEqual([2, 1, null])
    expect(buildBoard(dishes.toReversed(), running).finished).toEqual(finished)
    expect(items.map((item) => item.dish.id)).toEqual(['c'])
    expect(leftovers).toEqual([])
  })

  it('shows what is not done after all where it stood', () => {
    const item = onlyItem([dish('a', moved(1, buffet(1)), emptied(50), putBack(60))], running)
    expect(item).toMatchObject({ zone: 'buffet', position: 1, emptiedAt: null })
  })

  it('makes everything that was not done a leftover with its last zone when dinner is finished', () => {
    const dishes = [
      dish('a', moved(1, buffet(1)), emptied(50)),
      dish('b', moved(1, warming(2))),
      dish('c', moved(1, buffet(3))),
      dish('d'),
    ]
    const { items, finished, leftovers } = buildBoard(dishes, over)
    expect(items).toEqual([])
    expect(finished.map((item) => item.dish.id)).toEqual(['a'])
    expect(leftovers.map((item) => [item.dish.id, item.zone])).toEqual([
      ['d', 'holding'],
      ['b', 'warming'],
      ['c', 'buffet'],
    ])
  })

  it('puts every dish back in Holding with its clock at zero in a new dinner', () => {
    const dishes = [dish('a', moved(1, buffet(1)), emptied(50)), dish('b', moved(1, buffet(2)))]
    const { items, finished, leftovers } = buildBoard(dishes, session({ dinner: 2 }))
    expect(items.map((item) => [item.zone, item.buffetTotalDuration, item.buffetEnteredAt, item.emptiedAt])).toEqual([
      ['holding', 0, null, null],
      ['holding', 0, null, null],
    ])
    expect([finished, leftovers]).toEqual([[], []])
  })

  it('pays no attention to a move of an earlier dinner that is stored late', () => {
    const late = dish('a', moved(1, buffet(1), 2), moved(2, warming(4), 1))
    expect(onlyItem([late], session({ dinner: 2 }))).toMatchObject({ zone: 'buffet', position: 1 })
  })
})

describe('The buffet clock', () => {
  const cases: [string, DinnerSession, SignupEvent[], number, number][] = [
    ['does not run before Start', session(), [moved(-300, buffet(0))], 60, 0],
    ['did not run for a dish that left before Start', session(), [moved(-300, buffet(0)), moved(-200, holding)], 60, 0],
    ['counts from Start for a dish that stood there before', running, [moved(-300, buffet(0))], 60, 60],
    ['counts from the moment a dish comes during dinner', running, [moved(20, buffet(0))], 60, 40],
    ['stops when the dish leaves', running, [moved(20, buffet(0)), moved(50, warming(0))], 90, 30],
    ['stops when the dish is done', running, [moved(20, buffet(0)), emptied(50)], 90, 30],
    ['has never stopped when Done is taken back', running, [moved(20, buffet(0)), emptied(50), putBack(70)], 90, 70],
    ['stops at the second Done', running, [moved(20, buffet(0)), emptied(50), putBack(70), emptied(80)], 90, 60],
    [
      'adds up over several stays',
      running,
      [moved(0, buffet(0)), moved(10, holding), moved(30, buffet(4)), moved(45, warming(1)), moved(80, buffet(0))],
      90,
      10 + 15 + 10,
    ],
    ['goes on through a change of place on the buffet', running, [moved(0, buffet(0)), moved(30, buffet(1))], 40, 40],
    ['stops at Finish', over, [moved(20, buffet(0))], 5000, 80],
    ['does not count what came after Finish', over, [moved(150, buffet(0))], 5000, 0],
    ['does not count a stay that was over before Start', running, [moved(-90, buffet(0)), moved(-10, holding)], 60, 0],
    ['starts at zero in a new dinner', session({ dinner: 2, startedAt: at(200) }), [moved(20, buffet(0))], 500, 0],
    ['is never negative for a device that is behind', running, [moved(100, buffet(0))], 40, 0],
    [
      'keeps fractions of seconds',
      running,
      [moved(0.25, buffet(0)), moved(1.5, holding), moved(2, buffet(0)), moved(2.125, holding)],
      9,
      1.375,
    ],
  ]

  it.each(cases)('%s', (_, of, events, now, expected) => {
    const it = dish('a', ...events)
    // The screen, which knows only the answer, comes to the same.
    expect(countShownSeconds(answered(onlyItem([it], of)), answeredSession(of), time(now))).toBe(expected)
  })

  it('stands still once dinner is finished, also for a dish that was answered before', () => {
    const item = { buffet_entered_at: at(20), buffet_total_duration: 7 }
    expect(countShownSeconds(item, answeredSession(over), time(500))).toBe(7)
  })

  it('answers since when it counts, so that a screen need only add', () => {
    const early = dish('a', moved(-300, buffet(0)))
    expect(onlyItem([early], session()).buffetEnteredAt).toBe(at(-300))
    expect(onlyItem([early], running).buffetEnteredAt).toBe(at(0))
    expect(onlyItem([early], over)).toMatchObject({ buffetEnteredAt: null, buffetTotalDuration: 100 })
  })
})
