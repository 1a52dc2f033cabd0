import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { finishedAt, minute, reset, resumed, started } from '../dinner.fixture.ts'
import { type ResumeDinner, resumeDinnerDecider } from './decide.ts'

const given = DeciderSpecification.for(resumeDinnerDecider)
const at = (now: Date): ResumeDinner => ({ type: 'ResumeDinner', data: {}, metadata: { now } })

describe('Resume Dinner', () => {
  it('takes Finish back within half an hour, as often as it was a mistake', () => {
    for (const when of [61, 90])
      given([started(), finishedAt(60)])
        .when(at(minute(when)))
        .then([resumed(when)])
    given([started(), finishedAt(60), resumed(65), finishedAt(80)])
      .when(at(minute(110)))
      .then([resumed(110)])
  })

  it('lies never before Finish, whichever backend’s clock is behind', () => {
    given([started(), finishedAt(60)])
      .when(at(minute(59)))
      .then([resumed(60)])
  })

  it('is refused later', () => {
    given([started(), finishedAt(60)])
      .when(at(new Date(minute(90).getTime() + 1)))
      .thenThrows(DomainError, (it) => it.code === 'TOO_LATE_TO_RESUME')
  })

  it('is refused where nothing is finished, and after a reset', () => {
    for (const events of [[], [started()], [started(), finishedAt(60), resumed(65)], [started(1, 2)]])
      given(events)
        .when(at(minute(70)))
        .thenThrows(DomainError, (it) => it.code === 'NOTHING_TO_RESUME')
    given([started(), finishedAt(60), reset()])
      .when(at(minute(70)))
      .thenThrows(DomainError, (it) => it.code === 'DINNER_WAS_RESET')
  })
})
