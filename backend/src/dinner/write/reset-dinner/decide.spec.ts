import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { finishedAt, minute, reset, started } from '../dinner.fixture.ts'
import { type ResetDinner, resetDinnerDecider } from './decide.ts'

const given = DeciderSpecification.for(resetDinnerDecider)
const command: ResetDinner = { type: 'ResetDinner', data: {}, metadata: { now: minute(90) } }

describe('Reset Dinner', () => {
  it('begins the next dinner', () => {
    given([started(), finishedAt()])
      .when(command)
      .then([reset(2)])
    given([started(), finishedAt(), reset(2), started(70, 2), finishedAt(80, 2)])
      .when(command)
      .then([reset(3)])
  })

  it('is refused before Finish', () => {
    for (const events of [[], [started()], [started(), finishedAt(), reset()]])
      given(events)
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'DINNER_NOT_FINISHED')
  })
})
