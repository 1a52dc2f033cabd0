import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  type CheckIn,
  type CheckInData,
  checkInDecider,
  type DecideArrival,
  decideArrivalDecider,
  type ReopenArrival,
  reopenArrivalDecider,
} from './check-in.ts'
import {
  arrivedAnyway,
  at,
  buffet,
  canceled,
  checkedIn,
  dismissed,
  emptied,
  holding,
  minute,
  moved,
  restored,
  undone,
  warming,
} from './dinner.fixture.ts'

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

  it('says where the time of the device could not be true, of the undo too', () => {
    given([])
      .when(command(true, { at: minute(12), timeTrusted: false }))
      .then([{ type: 'CheckedIn', data: { ...arrival, at: minute(12).toISOString(), timeTrusted: false } }])
    given([checkedIn(12)])
      .when(command(false, { timeTrusted: false }))
      .then([{ type: 'CheckInUndone', data: { timeTrusted: false } }])
  })

  const removedAt = minute(20)

  it('of a sign-up that was removed is recorded once where it happened before', () => {
    given([canceled()])
      .when(command(true, { at: minute(12), removedAt }))
      .then([arrivedAnyway(12)])
    for (const before of [[arrivedAnyway(12)], [arrivedAnyway(12), dismissed]])
      given([canceled(), ...before])
        .when(command(true, { at: minute(15), removedAt }))
        .thenNothingHappened()
    given([canceled(), arrivedAnyway(12)])
      .when(command(false, { at: minute(16), removedAt }))
      .then([undone])
    given([canceled(), arrivedAnyway(12), undone])
      .when(command(true, { at: minute(17), removedAt }))
      .then([arrivedAnyway(17)])
  })

  it('of a sign-up that was removed is refused where it happened later, or gives no time', () => {
    for (const at of [minute(20), minute(25), null])
      given([canceled()])
        .when(command(true, { at, removedAt }))
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
