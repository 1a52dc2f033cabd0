import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { mark, now, registered, removed } from './facts.fixture.ts'
import { type FillSpot, fillSpotDecider } from './fill-spot.ts'

const given = DeciderSpecification.for(fillSpotDecider)
const fill = (spot: FillSpot['data']['spot']): FillSpot => ({ type: 'FillSpot', data: { spot }, metadata: { now } })
const left = { leftBy: 'tom-sawyers' }

describe('Filling a spot from the waitlist', () => {
  it('confirms the team in place of the one that left', () => {
    given([registered])
      .when(fill(left))
      .then([{ type: 'TeamConfirmed', data: { teamId: 'tom-sawyers' } }])
  })

  it('names no team where the spot was never taken', () => {
    given([registered, mark('TeamWaitlisted')])
      .when(fill({ leftBy: null }))
      .then([mark('TeamConfirmed')])
  })

  it('confirms a team once, also where the spot is filled by then', () => {
    for (const spot of [left, null])
      given([registered, mark('TeamConfirmed')])
        .when(fill(spot))
        .thenNothingHappened()
  })

  it('refuses a team to which no spot is offered', () => {
    given([registered])
      .when(fill(null))
      .thenThrows(DomainError, (error) => error.code === 'SPOT_FILLED')
  })

  it('refuses a team that never registered, and one that was removed', () => {
    given([])
      .when(fill(left))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
    given([registered, removed])
      .when(fill(left))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_REMOVED')
  })
})
