import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { mark, now, registered, removed } from '../facts.fixture.ts'
import { type CorrectTeam, correctTeamDecider } from './decide.ts'

const given = DeciderSpecification.for(correctTeamDecider)
const { teamName, location, captain } = registered.data
const asRegistered: CorrectTeam['data'] = {
  teamName,
  location,
  pastTeamNames: '',
  captainName: captain.name,
  captainEmail: captain.email,
  captainPhone: captain.phone,
  altCaptainName: '',
  altCaptainEmail: '',
  altCaptainPhone: '',
  comments: '',
}
const correct = (changes: Partial<CorrectTeam['data']>): CorrectTeam => ({
  type: 'CorrectTeam',
  data: { ...asRegistered, ...changes },
  metadata: { now },
})
const corrected: TeamEvent = {
  type: 'TeamCorrected',
  data: {
    teamName: 'Raft',
    pastTeamNames: '',
    location,
    captain,
    alternate: { name: 'Joe Harper', email: '', phone: '' },
  },
}
const change = correct({ teamName: 'Raft', altCaptainName: 'Joe Harper' })

describe('Correcting a bid', () => {
  it('notes all that the bid says from then on, also where staff have decided about it', () => {
    given([registered]).when(change).then([corrected])
    given([registered, mark('TeamConfirmed'), mark('TeamMarkedPaid')])
      .when(change)
      .then([corrected])
  })

  it('does nothing where it says nothing new', () => {
    given([registered]).when(correct({})).thenNothingHappened()
    given([registered, corrected]).when(change).thenNothingHappened()
    given([registered, corrected])
      .when(correct({}))
      .then([{ ...corrected, data: { ...corrected.data, teamName, alternate: null } } as TeamEvent])
  })

  it('refuses a bid that was taken out or never made', () => {
    for (const [facts, code] of [
      [[], 'TEAM_NOT_FOUND'],
      [[registered, removed], 'TEAM_REMOVED'],
      [[registered, { type: 'TeamWithdrawn', data: {} }], 'TEAM_REMOVED'],
    ] as const)
      given([...facts])
        .when(change)
        .thenThrows(DomainError, (error) => error.code === code)
  })
})
