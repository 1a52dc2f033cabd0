import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { arrivedAnyway, checkedIn, dismissed, minute, restored, undone, withdrawn } from '../dinner.fixture.ts'
import { type DecideArrival, decideArrivalDecider } from './decide.ts'

const given = DeciderSpecification.for(decideArrivalDecider)
const decide = (decision: 'restore' | 'dismiss'): DecideArrival => ({
  type: 'DecideArrival',
  data: { decision },
  metadata: { now: minute(30) },
})

describe('Who came although removed', () => {
  it('is restored, or stays removed', () => {
    given([withdrawn(), arrivedAnyway(5)])
      .when(decide('restore'))
      .then([restored])
    given([withdrawn(), arrivedAnyway(5)])
      .when(decide('dismiss'))
      .then([dismissed])
  })

  it.each([
    ['was never there', []],
    ['is not removed', [checkedIn()]],
    ['did not come', [withdrawn()]],
    ['was undone', [withdrawn(), arrivedAnyway(5), undone]],
    ['is restored already', [withdrawn(), arrivedAnyway(5), restored]],
    ['is dismissed already', [withdrawn(), arrivedAnyway(5), dismissed]],
  ])('is not decided on where it %s', (_, events) => {
    for (const decision of ['restore', 'dismiss'] as const)
      given(events)
        .when(decide(decision))
        .thenThrows(DomainError, (it) => it.code === 'NOT_UNDECIDED')
  })
})
