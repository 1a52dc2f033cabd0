import { Refusal } from '@ultimate/events/language/refusal.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { evolve, initialState } from '../team.ts'
import { type UpdateTeam, updateTeam } from './decide.ts'

const given = DeciderSpecification.for({ decide: updateTeam, evolve, initialState })

const update = (data: UpdateTeam['data']): UpdateTeam => ({
  type: 'UpdateTeam',
  data,
  metadata: { now: new Date('2025-10-01T12:00:00Z') },
})
const registered: TeamEvent = {
  type: 'TeamRegistered',
  data: {
    teamName: 'Huck Finns',
    pastTeamNames: '',
    location: 'Florence, AL',
    division: 'rec',
    captain: { name: 'Becky Thatcher', email: 'becky@example.org', phone: '256-555-0142' },
    alternate: null,
    comments: '',
  },
}
const fact = (type: 'TeamConfirmed' | 'TeamWaitlisted' | 'TeamMarkedPaid' | 'TeamMarkedUnpaid'): TeamEvent => ({
  type,
  data: {},
})

describe('Updating a team', () => {
  it('refuses a team that never registered', () => {
    given([])
      .when(update({ status: 'confirmed' }))
      .thenThrows(Refusal, (refusal) => refusal.code === 'TEAM_NOT_FOUND')
  })

  it('confirms and waitlists', () => {
    given([registered])
      .when(update({ status: 'confirmed' }))
      .then([fact('TeamConfirmed')])
    given([registered])
      .when(update({ status: 'waitlist' }))
      .then([fact('TeamWaitlisted')])
  })

  it('changes its mind', () => {
    given([registered, fact('TeamConfirmed')])
      .when(update({ status: 'waitlist' }))
      .then([fact('TeamWaitlisted')])
    given([registered, fact('TeamWaitlisted')])
      .when(update({ status: 'confirmed' }))
      .then([fact('TeamConfirmed')])
  })

  it('marks paid and unpaid', () => {
    given([registered])
      .when(update({ paid: true }))
      .then([fact('TeamMarkedPaid')])
    given([registered, fact('TeamMarkedPaid')])
      .when(update({ paid: false }))
      .then([fact('TeamMarkedUnpaid')])
  })

  it('does both with one command', () => {
    given([registered])
      .when(update({ status: 'confirmed', paid: true }))
      .then([fact('TeamConfirmed'), fact('TeamMarkedPaid')])
  })

  it('records only what differs', () => {
    given([registered, fact('TeamConfirmed')])
      .when(update({ status: 'confirmed', paid: true }))
      .then([fact('TeamMarkedPaid')])
  })

  it('records nothing when everything is so already', () => {
    given([registered])
      .when(update({ paid: false }))
      .thenNothingHappened()
    given([registered, fact('TeamWaitlisted'), fact('TeamMarkedPaid')])
      .when(update({ status: 'waitlist', paid: true }))
      .thenNothingHappened()
  })
})
