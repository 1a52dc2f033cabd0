import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import type { PlanEvent } from './events.ts'
import { type FoundChange, type NoticePlan, noticePlanDecider } from './notice-plan.ts'

const early = { name: 'Carving', timeSlot: '18:30' }
const late = { name: 'Carving', timeSlot: '20:00' }
const change = (fields: Partial<FoundChange> = {}): FoundChange => ({
  signupId: 'a',
  slotId: 'carving',
  was: early,
  is: late,
  ...fields,
})
const notice = (...found: FoundChange[]): NoticePlan => ({
  type: 'NoticePlan',
  data: { found },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const noticed = (sequence: number, ...found: FoundChange[]): PlanEvent => ({
  type: 'PlanChangeNoticed',
  data: { signups: found.map((one) => ({ ...one, sequence })) },
})

describe('Noticing that sign-ups are not what their owner last heard', () => {
  const given = DeciderSpecification.for(noticePlanDecider)

  it('records all of one address together', () => {
    const found = [change(), change({ signupId: 'b' })]
    given([])
      .when(notice(...found))
      .then([noticed(1, ...found)])
  })

  it('records what ended apart from what changed', () => {
    const gone = change({ signupId: 'b', is: null })
    given([])
      .when(notice(change(), gone))
      .then([noticed(1, gone), noticed(1, change())])
  })

  it('records a change once, however often it is looked for', () =>
    given([noticed(1, change())])
      .when(notice(change()))
      .thenNothingHappened())

  it('counts the changes of a sign-up, which calendars go by', () => {
    const gone = change({ was: late, is: null })
    given([noticed(1, change())])
      .when(notice(gone))
      .then([noticed(2, gone)])
  })
})
