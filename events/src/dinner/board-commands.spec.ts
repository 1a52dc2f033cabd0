import { describe, expect, it } from 'vitest'
import {
  applyCommand,
  type BoardDish,
  type BoardState,
  type DishCommand,
  findBoardError,
  findHolder,
  findPlace,
} from './board.ts'
import {
  at,
  buffet,
  emptied,
  finished,
  holding,
  inProgress,
  minute,
  moved,
  notStarted,
  warming,
} from './dinner.fixture.ts'
import type { SignupEvent } from './events.ts'
import { type DishPlace, evolveDish, unmoved } from './signup.ts'

const dish = (id: string, ...events: SignupEvent[]): BoardDish => ({
  id,
  checkedInAt: at(-10),
  state: events.reduce(evolveDish, unmoved),
})

describe('A command about one dish of the board', () => {
  const held = dish('ham', moved(buffet(0), 1))
  const done = dish('pie', moved(buffet(1), 1), emptied(2))
  const dishes = [held, done, dish('rolls')]
  const board: BoardState = { session: inProgress(), dishes }
  const move = (id: string, to: DishPlace): DishCommand => ({ kind: 'move', dish: id, to })
  const marked = (id: string): DishCommand => ({ kind: 'done', dish: id })
  const back = (id: string): DishCommand => ({ kind: 'put back', dish: id })
  const findCode = (command: DishCommand, of: BoardState = board) => findBoardError(of, command)?.code ?? null

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
    expect(findCode(marked('ham'), { session: notStarted(), dishes })).toBe('DINNER_NOT_IN_PROGRESS')
    expect(findCode(move('ham', holding), { session: finished(), dishes })).toBe('DINNER_ALREADY_FINISHED')
  })

  it('is refused where another dish holds the place', () => {
    expect(findCode(move('rolls', buffet(0)))).toBe('SLOT_OCCUPIED')
    const taken: BoardState = { session: inProgress(), dishes: [done, dish('rolls', moved(buffet(1), 3))] }
    expect(findCode(back('pie'), taken)).toBe('SLOT_OCCUPIED')
  })

  it('changes its dish as the rules say, and the board not at all where they refuse', () => {
    const after = applyCommand(board, move('rolls', warming(2)), minute(5))
    expect([findPlace(after, 'rolls'), findPlace(after, 'ham')]).toEqual([warming(2), buffet(0)])
    expect(findPlace(applyCommand(board, marked('ham'), minute(5)), 'ham')).toBeNull()
    expect(findPlace(applyCommand(board, back('pie'), minute(5)), 'pie')).toEqual(buffet(1))
    expect(applyCommand(board, marked('rolls'), minute(5))).toBe(board)
    expect(applyCommand(board, marked('pie'), minute(5))).toBe(board)
  })

  it('goes by who holds a place in this dinner: Holding is always free, and so is the place of what is done', () => {
    expect(findHolder(board, buffet(0))).toBe(held)
    for (const place of [buffet(1), warming(0), holding]) expect(findHolder(board, place)).toBeUndefined()
    const next = { session: notStarted({ dinner: 2 }), dishes }
    expect(findHolder(next, buffet(0))).toBeUndefined()
    expect([findPlace(next, 'ham'), findPlace(next, 'pie'), findPlace(next, 'soup')]).toEqual([holding, holding, null])
  })
})
