import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import {
  buffet,
  checkedIn,
  emptied,
  finished,
  inProgress,
  minute,
  moved,
  notStarted,
  putBack,
  warming,
  withdrawn,
} from '../dinner.fixture.ts'
import { type EmptyDish, emptyDishDecider } from './decide.ts'

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
const refusedAs = (code: string) => (refusal: DomainError) => refusal.code === code
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

  it('is refused for what is not checked in, or withdrawn', () => {
    given([]).when(empty()).thenThrows(DomainError, refusedAs('DISH_NOT_CHECKED_IN'))
    given([withdrawn()]).when(empty()).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
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

  it('is refused where dinner was reset meanwhile, and for what is not checked in, or withdrawn', () => {
    given([checkedIn(), moved(buffet(3), 20, 2)])
      .when(undo())
      .thenThrows(DomainError, refusedAs('DINNER_WAS_RESET'))
    given([]).when(undo()).thenThrows(DomainError, refusedAs('DISH_NOT_CHECKED_IN'))
    given([withdrawn()]).when(undo()).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
  })
})
