import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { finishedAt, minute, reset, started } from '../dinner.fixture.ts'
import { type StartDinner, startDinnerDecider } from './decide.ts'

const given = DeciderSpecification.for(startDinnerDecider)
const command: StartDinner = { type: 'StartDinner', data: {}, metadata: { now: minute(90) } }

describe('Start Dinner', () => {
  it('begins the dinner, and the next one after a reset', () => {
    given([])
      .when(command)
      .then([started(90)])
    given([started(), finishedAt(), reset()])
      .when(command)
      .then([started(90, 2)])
  })

  it('is refused twice, and after Finish', () => {
    given([started()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_STARTED')
    given([started(), finishedAt()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_FINISHED')
  })
})
