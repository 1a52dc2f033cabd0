import { describe, expect, it } from 'vitest'
import type { BoardDish, BoardState } from './board.ts'
import { applyCommand, type DishCommand, findBoardRefusal, findHolder, findPlace } from './board-rules.ts'
import { evolveDish, unmoved } from './dish-state.ts'
import type { SignupEvent } from './events.ts'
import type { DishPlace } from './place.ts'
import type { DinnerSession } from './session.ts'

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

describe('A command about one dish of the board', () => {
  const held = dish('ham', moved(1, buffet(0)))
  const done = dish('pie', moved(1, buffet(1)), emptied(2))
  const dishes = [held, done, dish('rolls')]
  const board: BoardState = { session: running, dishes }
  const move = (id: string, to: DishPlace): DishCommand => ({ kind: 'move', dish: id, to })
  const marked = (id: string): DishCommand => ({ kind: 'done', dish: id })
  const back = (id: string): DishCommand => ({ kind: 'put back', dish: id })
  const findCode = (command: DishCommand, of: BoardState = board) => findBoardRefusal(of, command)?.code ?? null

  it('is allowed where its rules allow it, or where it changes nothing', () => {
    for (const command of [
      move('ham', warming(3)),
      move('ham', holding),
      move('ham', buffet(0)),
      move('rolls', buffet(1)),
      marked('ham'),
      marked('pie'),
      back('pie'),
      back('ham'),
    ])
      expect(findCode(command)).toBeNull()
  })

  it('is refused with the code of the rule that is broken', () => {
    expect(findCode(move('pie', warming(0)))).toBe('DISH_FINISHED')
    expect(findCode(move('ham', buffet(16)))).toBe('NO_SUCH_PLACE')
    expect(findCode(move('soup', warming(0)))).toBe('DISH_NOT_CHECKED_IN')
    expect(findCode(marked('rolls'))).toBe('DISH_NOT_ON_BUFFET')
    expect(findCode(marked('ham'), { session: session(), dishes })).toBe('DINNER_NOT_IN_PROGRESS')
    expect(findCode(move('ham', holding), { session: over, dishes })).toBe('DINNER_ALREADY_FINISHED')
  })

  it('is refused where another dish holds the place', () => {
    expect(findCode(move('rolls', buffet(0)))).toBe('SLOT_OCCUPIED')
    const taken: BoardState = { session: running, dishes: [done, dish('rolls', moved(3, buffet(1)))] }
    expect(findCode(back('pie'), taken)).toBe('SLOT_OCCUPIED')
  })

  it('changes its dish as the rules say, and the board not at all where they refuse', () => {
    const after = applyCommand(board, move('rolls', warming(2)), time(5))
    expect([findPlace(after, 'rolls'), findPlace(after, 'ham')]).toEqual([warming(2), buffet(0)])
    expect(findPlace(applyCommand(board, marked('ham'), time(5)), 'ham')).toBeNull()
    expect(findPlace(applyCommand(board, back('pie'), time(5)), 'pie')).toEqual(buffet(1))
    expect(applyCommand(board, marked('rolls'), time(5))).toBe(board)
    expect(applyCommand(board, marked('pie'), time(5))).toBe(board)
  })

  it('goes by who holds a place in this dinner: Holding is always free, and so is the place of what is done', () => {
    expect(findHolder(board, buffet(0))).toBe(held)
    for (const place of [buffet(1), warming(0), holding]) expect(findHolder(board, place)).toBeUndefined()
    const next = { session: session({ dinner: 2 }), dishes }
    expect(findHolder(next, buffet(0))).toBeUndefined()
    expect([findPlace(next, 'ham'), findPlace(next, 'pie'), findPlace(next, 'soup')]).toEqual([holding, holding, null])
  })
})
