import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  arrivedAnyway,
  at,
  buffet,
  canceled,
  checkedIn,
  dismissed,
  emptied,
  finished,
  holding,
  inProgress,
  minute,
  moved,
  notStarted,
  putBack,
  restored,
  undone,
  warming,
} from './dinner.fixture.ts'
import type { SignupEvent } from './events.ts'
import {
  advanceToDinner,
  type CheckIn,
  type CheckInData,
  checkInDecider,
  type DecideArrival,
  decideArrivalDecider,
  type EmptyDish,
  emptyDishDecider,
  evolve,
  evolveDish,
  initialState,
  type MoveDish,
  type MoveDishData,
  moveDishDecider,
  type ReopenArrival,
  reopenArrivalDecider,
  signupIdOf,
  signupStream,
  unmoved,
} from './signup.ts'

const after = (...events: SignupEvent[]) => events.reduce(evolve, initialState())

describe('A sign-up', () => {
  it('is expected until it is checked in, and again after an undo', () => {
    expect(after().status).toBe('expected')
    expect(after(checkedIn(3))).toMatchObject({ status: 'checked-in', at: at(3) })
    expect(after(checkedIn(3), undone).status).toBe('expected')
  })

  it('knows where its dish stands', () => {
    expect(after(checkedIn(), moved(buffet(4), 9))).toMatchObject({ dish: { place: buffet(4), since: at(9) } })
  })

  it('stays canceled', () => {
    expect(after(checkedIn(), canceled('slot-deleted'), checkedIn(), moved(buffet(1)), undone)).toEqual({
      status: 'canceled',
      removedArrival: { status: 'none' },
    })
  })

  it('is expected again once it is reinstated, and stands nowhere', () => {
    const reinstated: SignupEvent = { type: 'SignupReinstated', data: { slotId: 'slot-a' } }
    expect(after(checkedIn(), moved(buffet(1)), canceled(), reinstated)).toEqual(initialState())
  })

  it('is checked in and stands where it stood once it is reinstated with its slot', () => {
    const stood = after(checkedIn(), moved(buffet(1)))
    if (stood.status !== 'checked-in') throw new Error('it is not checked in')
    const arrival = { category: 'dishes', at: stood.at, standing: stood.dish } as const
    const reinstated: SignupEvent = { type: 'SignupReinstated', data: { slotId: 'slot-a', arrival } }
    expect(after(checkedIn(), moved(buffet(1)), canceled('slot-deleted'), reinstated)).toEqual(stood)
  })

  it('that was canceled knows of an arrival until staff have decided on it', () => {
    const came = after(canceled(), arrivedAnyway(3))
    expect(came).toEqual({ status: 'canceled', removedArrival: { status: 'undecided', at: at(3) } })
    expect(evolve(came, undone)).toEqual({ status: 'canceled', removedArrival: { status: 'none' } })
    expect(evolve(came, dismissed)).toEqual({ status: 'canceled', removedArrival: { status: 'dismissed' } })
    expect(evolve(came, restored)).toMatchObject({ status: 'checked-in', at: at(3) })
    expect(after(canceled(), restored)).toEqual(after(canceled()))
  })

  it('has a stream of its own', () => {
    expect(signupIdOf(signupStream('abc-1'))).toBe('abc-1')
  })
})

const dishAfter = (...events: SignupEvent[]) => events.reduce(evolveDish, unmoved)

describe('A dish', () => {
  it('begins a stay when it comes to the buffet, and ends it when it leaves', () => {
    expect(dishAfter(moved(buffet(1), 5))).toEqual({
      dinner: 1,
      place: buffet(1),
      stays: [{ from: at(5), to: null }],
      emptiedAt: null,
      since: at(5),
    })
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 9))).toEqual({
      dinner: 1,
      place: warming(2),
      stays: [{ from: at(5), to: at(9) }],
      emptiedAt: null,
      since: at(9),
    })
  })

  it('keeps its stay from one place of the buffet to another', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(buffet(4), 9))).toMatchObject({
      place: buffet(4),
      stays: [{ from: at(5), to: null }],
      since: at(9),
    })
  })

  it('begins another stay when it comes back', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 9), moved(buffet(1), 12)).stays).toEqual([
      { from: at(5), to: at(9) },
      { from: at(12), to: null },
    ])
  })

  it('has no stay where it never was on the buffet', () => {
    expect(dishAfter(moved(warming(2), 5)).stays).toEqual([])
    expect(dishAfter(moved(warming(2), 5), emptied(7))).toMatchObject({ stays: [], emptiedAt: at(7), since: at(7) })
  })

  it('does not end a stay twice', () => {
    expect(dishAfter(moved(buffet(1), 5), emptied(9), moved(warming(2), 12)).stays).toEqual([
      { from: at(5), to: at(9) },
    ])
  })

  it('goes on with its last stay when it was not empty after all', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 6), moved(buffet(1), 7), emptied(9), putBack(11))).toEqual({
      dinner: 1,
      place: buffet(1),
      stays: [
        { from: at(5), to: at(6) },
        { from: at(7), to: null },
      ],
      emptiedAt: null,
      since: at(11),
    })
  })

  it('is not put back where it was not emptied, or never stood on the buffet', () => {
    const standing = dishAfter(moved(buffet(1), 5), moved(warming(2), 9))
    expect(evolveDish(standing, putBack(11))).toEqual(standing)
    const emptiedElsewhere = dishAfter(moved(warming(2), 5), emptied(7))
    expect(evolveDish(emptiedElsewhere, putBack(11))).toEqual(emptiedElsewhere)
  })

  it('begins anew in a later dinner, and an event of an earlier one that comes late changes nothing', () => {
    const second = dishAfter(moved(buffet(1), 5), moved(warming(2), 9, 2))
    expect(second).toEqual({ dinner: 2, place: warming(2), stays: [], emptiedAt: null, since: at(9) })
    expect(evolveDish(second, moved(buffet(3), 10, 1))).toEqual(second)
    expect(advanceToDinner(3, second)).toEqual({ ...unmoved, dinner: 3 })
    expect(advanceToDinner(2, second)).toEqual(second)
    expect(advanceToDinner(1, second)).toEqual(second)
  })

  it('is not moved by what happens to its sign-up', () => {
    const standing = dishAfter(moved(buffet(1), 5))
    expect(evolveDish(standing, { type: 'CheckInUndone', data: {} })).toEqual(standing)
  })
})

describe('Checking in', () => {
  const arrival = { slotId: 'slot-a', category: 'dishes' } as const
  const given = DeciderSpecification.for(checkInDecider)
  const command = (checked: boolean, changes: Partial<CheckInData> = {}): CheckIn => ({
    type: 'CheckIn',
    data: { checkedIn: checked, slotId: 'slot-a', category: 'dishes', at: null, dinner: 1, ...changes },
    metadata: { now: minute(30) },
  })

  it.each(['dishes', 'serving'] as const)('records when one of %s came', (category) => {
    given([])
      .when(command(true, { category }))
      .then([checkedIn(30, category)])
  })

  it('believes a device that was offline', () => {
    given([])
      .when(command(true, { at: minute(12) }))
      .then([checkedIn(12)])
  })

  it('appends nothing the second time, and keeps the first time', () => {
    given([checkedIn(12)])
      .when(command(true, { at: minute(20) }))
      .thenNothingHappened()
    given([]).when(command(false)).thenNothingHappened()
  })

  it('is undone, and done again', () => {
    given([checkedIn(12)])
      .when(command(false))
      .then([undone])
    given([checkedIn(12), undone])
      .when(command(true))
      .then([checkedIn(30)])
  })

  it.each([
    ['warms', [moved(warming(1))]],
    ['stands on the buffet', [moved(buffet(1))]],
    ['is done', [moved(buffet(1)), emptied()]],
    ['is done without a place', [emptied()]],
  ])('is not undone for a dish that %s', (_, events) => {
    given([checkedIn(), ...events])
      .when(command(false))
      .thenThrows(DomainError, (it) => it.code === 'DISH_IN_USE')
  })

  it('is undone for a dish that went back to Holding, or that only an earlier dinner moved', () => {
    given([checkedIn(), moved(buffet(1)), moved(holding)])
      .when(command(false))
      .then([undone])
    given([checkedIn(), moved(buffet(1))])
      .when(command(false, { dinner: 2 }))
      .then([undone])
  })

  it('is not undone where the dish was moved in a dinner that began after the caller looked', () => {
    given([checkedIn(), moved(buffet(1), 3, 2)])
      .when(command(false, { dinner: 1 }))
      .thenThrows(DomainError, (it) => it.code === 'DISH_IN_USE')
  })

  it('marks where the time of the device could not be true, of the undo too', () => {
    given([])
      .when(command(true, { at: minute(12), timeTrusted: false }))
      .then([{ type: 'CheckedIn', data: { ...arrival, at: minute(12).toISOString(), timeTrusted: false } }])
    given([checkedIn(12)])
      .when(command(false, { timeTrusted: false }))
      .then([{ type: 'CheckInUndone', data: { timeTrusted: false } }])
  })

  const canceledAt = minute(20)

  it('of a sign-up that was removed is recorded once where it happened before', () => {
    given([canceled()])
      .when(command(true, { at: minute(12), canceledAt }))
      .then([arrivedAnyway(12)])
    for (const before of [[arrivedAnyway(12)], [arrivedAnyway(12), dismissed]])
      given([canceled(), ...before])
        .when(command(true, { at: minute(15), canceledAt }))
        .thenNothingHappened()
    given([canceled(), arrivedAnyway(12)])
      .when(command(false, { at: minute(16), canceledAt }))
      .then([undone])
    given([canceled(), arrivedAnyway(12), undone])
      .when(command(true, { at: minute(17), canceledAt }))
      .then([arrivedAnyway(17)])
  })

  it('of a sign-up that was removed is refused where it happened later, or gives no time', () => {
    for (const at of [minute(20), minute(25), null])
      given([canceled()])
        .when(command(true, { at, canceledAt }))
        .thenThrows(DomainError, (it) => it.code === 'SIGNUP_NOT_FOUND')
  })

  it('of a sign-up that was restored is an ordinary one', () => {
    given([canceled(), arrivedAnyway(12), restored])
      .when(command(true))
      .thenNothingHappened()
    given([canceled(), arrivedAnyway(12), restored])
      .when(command(false))
      .then([undone])
  })

  it('refuses a sign-up that was canceled', () => {
    for (const checked of [true, false])
      given([canceled()])
        .when(command(checked))
        .thenThrows(DomainError, (it) => it.code === 'SIGNUP_NOT_FOUND')
  })
})

describe('Who came although removed', () => {
  const given = DeciderSpecification.for(decideArrivalDecider)
  const decide = (decision: 'restore' | 'dismiss'): DecideArrival => ({
    type: 'DecideArrival',
    data: { decision },
    metadata: { now: minute(30) },
  })

  it('is restored, or stays removed', () => {
    given([canceled(), arrivedAnyway(5)])
      .when(decide('restore'))
      .then([restored])
    given([canceled(), arrivedAnyway(5)])
      .when(decide('dismiss'))
      .then([dismissed])
  })

  it.each([
    ['was never there', []],
    ['is not removed', [checkedIn()]],
    ['did not come', [canceled()]],
    ['was undone', [canceled(), arrivedAnyway(5), undone]],
    ['is restored already', [canceled(), arrivedAnyway(5), restored]],
    ['is dismissed already', [canceled(), arrivedAnyway(5), dismissed]],
  ])('is not decided on where it %s', (_, events) => {
    for (const decision of ['restore', 'dismiss'] as const)
      given(events)
        .when(decide(decision))
        .thenThrows(DomainError, (it) => it.code === 'NOT_UNDECIDED')
  })
})

describe('Undoing a dismissal', () => {
  const given = DeciderSpecification.for(reopenArrivalDecider)
  const came = arrivedAnyway(5)
  const command: ReopenArrival = {
    type: 'ReopenArrival',
    data: { slotId: 'slot-a', category: 'dishes', at: at(5) },
    metadata: { now: minute(30) },
  }

  it('lets staff decide again', () => {
    given([canceled(), came, dismissed]).when(command).then([came])
  })

  it('does nothing to what is decided otherwise, or not at all', () => {
    for (const events of [[], [canceled()], [canceled(), came], [canceled(), came, restored]])
      given(events).when(command).thenNothingHappened()
  })
})

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

  it('marks where the time of the device could not be true', () => {
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
