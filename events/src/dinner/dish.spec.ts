import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { BoardDish, BoardState } from './board.ts'
import {
  at,
  buffet,
  canceled,
  checkedIn,
  emptied,
  finished,
  holding,
  inProgress,
  minute,
  moved,
  notStarted,
  putBack,
  undone,
  warming,
} from './dinner.fixture.ts'
import {
  applyCommand,
  type DishCommand,
  type DishPlace,
  type EmptyDish,
  emptyDishDecider,
  findBoardRefusal,
  findHolder,
  findPlace,
  type MoveDish,
  type MoveDishData,
  moveDishDecider,
} from './dish.ts'
import type { SignupEvent } from './events.ts'
import { evolveDish, unmoved } from './signup-state.ts'

describe('Moving a dish', () => {
  const given = DeciderSpecification.for(moveDishDecider)
  const move = (changes: Partial<MoveDishData>): MoveDish => ({
    type: 'MoveDish',
    data: { to: buffet(3), at: null, session: notStarted(), ...changes },
    metadata: { now: minute(30) },
  })
  const refusedAs = (code: string) => (error: DomainError) => error.code === code

  it.each([
    ['before dinner', notStarted()],
    ['during dinner', inProgress()],
  ])('puts it into any zone %s', (_, session) => {
    for (const to of [warming(0), buffet(15), holding])
      given([checkedIn(), moved(warming(7))])
        .when(move({ to, session }))
        .then([moved(to, 30)])
  })

  it('appends nothing where it stands there already', () => {
    given([checkedIn()])
      .when(move({ to: holding }))
      .thenNothingHappened()
    given([checkedIn(), moved(buffet(3))])
      .when(move({ to: buffet(3) }))
      .thenNothingHappened()
  })

  it('begins in Holding in a new dinner', () => {
    given([checkedIn(), moved(buffet(3))])
      .when(move({ to: buffet(3), session: notStarted({ dinner: 2 }) }))
      .then([moved(buffet(3), 30, 2)])
    given([checkedIn(), moved(buffet(3))])
      .when(move({ to: holding, session: notStarted({ dinner: 2 }) }))
      .thenNothingHappened()
  })

  it('believes a device that was offline, but nothing before the last move and nothing to come', () => {
    const events = [checkedIn(), moved(warming(1), 10)]
    given(events)
      .when(move({ at: minute(20) }))
      .then([moved(buffet(3), 20)])
    given(events)
      .when(move({ at: minute(5) }))
      .then([moved(buffet(3), 10)])
    given(events)
      .when(move({ at: minute(99) }))
      .then([moved(buffet(3), 30)])
  })

  it('is refused where the dish is not at the place that the client names', () => {
    given([checkedIn(), moved(warming(1))])
      .when(move({ from: holding }))
      .thenThrows(DomainError, refusedAs('DISH_MOVED_MEANWHILE'))
    given([checkedIn(), moved(warming(1))])
      .when(move({ from: warming(1) }))
      .then([moved(buffet(3), 30)])
    given([checkedIn(), moved(buffet(3))])
      .when(move({ from: holding }))
      .thenNothingHappened()
  })

  it('says where the time of the device could not be true', () => {
    given([checkedIn()])
      .when(move({ timeTrusted: false }))
      .then([
        { type: 'DishMoved', data: { dinner: 1, to: buffet(3), at: minute(30).toISOString(), timeTrusted: false } },
      ])
  })

  it('refuses a dish that is not checked in', () => {
    for (const events of [[], [checkedIn(), undone]])
      given(events).when(move({})).thenThrows(DomainError, refusedAs('DISH_NOT_CHECKED_IN'))
  })

  it('refuses a dish whose sign-up was canceled', () => {
    given([canceled()]).when(move({})).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
  })

  it('refuses places beyond the layout', () => {
    const session = notStarted({ warmingSlots: 2, buffetSlots: 4 })
    for (const to of [warming(2), buffet(4), buffet(1000)])
      given([checkedIn()])
        .when(move({ to, session }))
        .thenThrows(DomainError, (it) => it.code === 'NO_SUCH_PLACE' && it.fields?.position !== undefined)
  })

  it('refuses a dish that is done', () => {
    given([checkedIn(), moved(buffet(3)), emptied()])
      .when(move({ to: holding, session: inProgress() }))
      .thenThrows(DomainError, refusedAs('DISH_FINISHED'))
  })

  it('refuses when dinner is finished: leftovers stay where they are', () => {
    given([checkedIn(), moved(buffet(3))])
      .when(move({ to: holding, session: finished() }))
      .thenThrows(DomainError, refusedAs('DINNER_ALREADY_FINISHED'))
  })

  it('refuses a move that was decided on in an earlier dinner than the dish is in', () => {
    given([checkedIn(), moved(buffet(3), 20, 2)])
      .when(move({ to: holding, session: inProgress() }))
      .thenThrows(DomainError, refusedAs('DINNER_WAS_RESET'))
  })
})

describe('Emptying a dish', () => {
  const given = DeciderSpecification.for(emptyDishDecider)
  const empty = (session = inProgress(), at: Date | null = null): EmptyDish => ({
    type: 'EmptyDish',
    data: { emptied: true, at, session },
    metadata: { now: minute(30) },
  })
  const undo = (session = inProgress()): EmptyDish => ({
    type: 'EmptyDish',
    data: { emptied: false, at: null, session },
    metadata: { now: minute(30) },
  })
  const refusedAs = (code: string) => (error: DomainError) => error.code === code
  const onBuffet = [checkedIn(), moved(buffet(3), 10)]

  describe('Done', () => {
    it('records when a tray on the buffet was empty', () => {
      given(onBuffet)
        .when(empty())
        .then([emptied(30)])
      given(onBuffet)
        .when(empty(inProgress(), minute(20)))
        .then([emptied(20)])
      given(onBuffet)
        .when(empty(inProgress(), minute(5)))
        .then([emptied(10)])
    })

    it('appends nothing the second time, also when dinner is over', () => {
      for (const session of [inProgress(), finished()])
        given([...onBuffet, emptied()])
          .when(empty(session))
          .thenNothingHappened()
    })

    it.each([
      ['before Start', notStarted()],
      ['after Finish', finished()],
    ])('is refused %s', (_, session) => {
      given(onBuffet).when(empty(session)).thenThrows(DomainError, refusedAs('DINNER_NOT_IN_PROGRESS'))
    })

    it('is accepted after Finish from a device that was offline, where it was before Finish', () => {
      const at = (minutes: number) => ({ ...empty(finished(), minute(minutes)), metadata: { now: minute(90) } })
      given(onBuffet)
        .when(at(59))
        .then([emptied(59)])
      given(onBuffet).when(at(60)).thenThrows(DomainError, refusedAs('DINNER_NOT_IN_PROGRESS'))
      given([checkedIn(), moved(buffet(3), 61)])
        .when(at(59))
        .thenThrows(DomainError, refusedAs('DINNER_NOT_IN_PROGRESS'))
    })

    it('is refused for a dish that does not stand on the buffet', () => {
      for (const events of [[checkedIn()], [checkedIn(), moved(warming(3))]])
        given(events).when(empty()).thenThrows(DomainError, refusedAs('DISH_NOT_ON_BUFFET'))
    })

    it('is refused for a dish that stood there only in an earlier dinner', () => {
      given(onBuffet)
        .when(empty(inProgress({ dinner: 2 })))
        .thenThrows(DomainError, refusedAs('DISH_NOT_ON_BUFFET'))
    })

    it('is refused where dinner was reset meanwhile', () => {
      given([checkedIn(), moved(buffet(3), 20, 2)])
        .when(empty())
        .thenThrows(DomainError, refusedAs('DINNER_WAS_RESET'))
    })

    it('is refused for what is not checked in, or canceled', () => {
      given([]).when(empty()).thenThrows(DomainError, refusedAs('DISH_NOT_CHECKED_IN'))
      given([canceled()]).when(empty()).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
    })
  })

  describe('Done, taken back', () => {
    const done = [...onBuffet, emptied(20)]

    it('records that the dish stands there again', () => {
      given(done)
        .when(undo())
        .then([putBack(30)])
    })

    it('may be followed by another Done', () => {
      given([...done, putBack(25)])
        .when(empty())
        .then([emptied(30)])
    })

    it('appends nothing for a dish that is not done', () => {
      for (const events of [[checkedIn()], onBuffet, [...done, putBack(25)]])
        given(events).when(undo()).thenNothingHappened()
      given(done)
        .when(undo(inProgress({ dinner: 2 })))
        .thenNothingHappened()
    })

    it('is refused once dinner is finished: what is done then is no leftover', () => {
      given(done).when(undo(finished())).thenThrows(DomainError, refusedAs('DINNER_NOT_IN_PROGRESS'))
    })

    it('is refused where dinner was reset meanwhile, and for what is not checked in, or canceled', () => {
      given([checkedIn(), moved(buffet(3), 20, 2)])
        .when(undo())
        .thenThrows(DomainError, refusedAs('DINNER_WAS_RESET'))
      given([]).when(undo()).thenThrows(DomainError, refusedAs('DISH_NOT_CHECKED_IN'))
      given([canceled()]).when(undo()).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
    })
  })
})

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
