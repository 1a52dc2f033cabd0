import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { TeamEvent } from './events.ts'
import { mark, now, registered, removed } from './facts.fixture.ts'
import { type FillSpot, fillSpotDecider, type UpdateTeam, updateTeamDecider } from './update-team.ts'

const given = DeciderSpecification.for(updateTeamDecider)

const update = (data: UpdateTeam['data']): UpdateTeam => ({
  type: 'UpdateTeam',
  data,
  metadata: { now: new Date('2025-10-01T12:00:00Z') },
})

describe('Updating a team', () => {
  it('refuses a team that never registered', () => {
    given([])
      .when(update({ status: 'confirmed' }))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
  })

  it('refuses a team that was removed, also where nothing would change', () => {
    for (const data of [{ status: 'confirmed' }, { paid: false }] as const)
      given([registered, removed])
        .when(update(data))
        .thenThrows(DomainError, (error) => error.code === 'TEAM_REMOVED')
  })

  it('confirms and waitlists', () => {
    given([registered])
      .when(update({ status: 'confirmed' }))
      .then([mark('TeamConfirmed')])
    given([registered])
      .when(update({ status: 'waitlist' }))
      .then([mark('TeamWaitlisted')])
  })

  it('changes its mind', () => {
    given([registered, mark('TeamConfirmed')])
      .when(update({ status: 'waitlist' }))
      .then([mark('TeamWaitlisted')])
    given([registered, mark('TeamWaitlisted')])
      .when(update({ status: 'confirmed' }))
      .then([mark('TeamConfirmed')])
  })

  it('takes a decision back, so that the order of registration counts again', () => {
    for (const decision of ['TeamConfirmed', 'TeamWaitlisted'] as const)
      given([registered, mark(decision)])
        .when(update({ status: 'by-order' }))
        .then([mark('TeamStandingReset')])
    given([registered])
      .when(update({ status: 'by-order' }))
      .thenNothingHappened()
    given([registered, mark('TeamConfirmed'), mark('TeamStandingReset')])
      .when(update({ status: 'by-order' }))
      .thenNothingHappened()
  })

  it('marks paid and unpaid', () => {
    given([registered])
      .when(update({ paid: true }))
      .then([mark('TeamMarkedPaid')])
    given([registered, mark('TeamMarkedPaid')])
      .when(update({ paid: false }))
      .then([mark('TeamMarkedUnpaid')])
  })

  it('does both with one command', () => {
    given([registered])
      .when(update({ status: 'confirmed', paid: true }))
      .then([mark('TeamConfirmed'), mark('TeamMarkedPaid')])
  })

  it('records only what differs', () => {
    given([registered, mark('TeamConfirmed')])
      .when(update({ status: 'confirmed', paid: true }))
      .then([mark('TeamMarkedPaid')])
  })

  it('records nothing when everything is so already', () => {
    given([registered])
      .when(update({ paid: false }))
      .thenNothingHappened()
    given([registered, mark('TeamWaitlisted'), mark('TeamMarkedPaid')])
      .when(update({ status: 'waitlist', paid: true }))
      .thenNothingHappened()
  })

  it('seeds, once, and takes the seed away', () => {
    const seeded = (seed: number | null): TeamEvent => ({ type: 'TeamSeeded', data: { seed } })
    given([registered])
      .when(update({ seed: 3 }))
      .then([seeded(3)])
    given([registered, seeded(3)])
      .when(update({ seed: 3 }))
      .then([])
    given([registered, seeded(3)])
      .when(update({ seed: null }))
      .then([seeded(null)])
    given([registered])
      .when(update({ seed: null }))
      .then([])
  })
})

describe('Filling a spot from the waitlist', () => {
  const given = DeciderSpecification.for(fillSpotDecider)
  const fill = (spot: FillSpot['data']['spot']): FillSpot => ({ type: 'FillSpot', data: { spot }, metadata: { now } })
  const left = { leftBy: 'tom-sawyers' }

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
