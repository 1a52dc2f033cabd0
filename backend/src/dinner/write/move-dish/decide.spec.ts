import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import {
  buffet,
  checkedIn,
  emptied,
  finished,
  holding,
  inProgress,
  minute,
  moved,
  notStarted,
  undone,
  warming,
  withdrawn,
} from '../dinner.fixture.ts'
import { type MoveDish, type MoveDishData, moveDishDecider } from './decide.ts'

const given = DeciderSpecification.for(moveDishDecider)
const move = (changes: Partial<MoveDishData>): MoveDish => ({
  type: 'MoveDish',
  data: { to: buffet(3), at: null, session: notStarted(), ...changes },
  metadata: { now: minute(30) },
})
const refusedAs = (code: string) => (refusal: DomainError) => refusal.code === code

describe('Moving a dish', () => {
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

  it('refuses a dish whose sign-up was withdrawn', () => {
    given([withdrawn()]).when(move({})).thenThrows(DomainError, refusedAs('SIGNUP_NOT_FOUND'))
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
