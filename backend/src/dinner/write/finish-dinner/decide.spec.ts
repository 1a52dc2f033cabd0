import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { finishedAt, minute, reset, started } from '../dinner.fixture.ts'
import { type FinishDinner, finishDinnerDecider } from './decide.ts'

const given = DeciderSpecification.for(finishDinnerDecider)
const command: FinishDinner = { type: 'FinishDinner', data: {}, metadata: { now: minute(90) } }

describe('Finish Dinner', () => {
  it('ends the dinner, never before it began', () => {
    given([started(0)])
      .when(command)
      .then([finishedAt(90)])
    given([started(95)])
      .when(command)
      .then([finishedAt(95)])
  })

  it('is refused before Start, and twice', () => {
    for (const events of [[], [started(), finishedAt(), reset()]])
      given(events)
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'DINNER_NOT_IN_PROGRESS')
    given([started(), finishedAt()])
      .when(command)
      .thenThrows(DomainError, (it) => it.code === 'DINNER_ALREADY_FINISHED')
  })
})
