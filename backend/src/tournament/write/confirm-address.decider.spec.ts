import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { CaptainEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { mark, registered, removed } from '@ultimate/events/tournament/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import {
  type ConfirmAddress,
  captainStream,
  confirmAddressDecider,
  requestConfirmationLink,
  requestConfirmationLinkDecider,
} from './confirm-address.decider.ts'

describe('Asking for the confirmation link again', () => {
  it('is recorded for any address: the fact does not say whether a bid of it waits', () => {
    const metadata = { now: new Date('2025-09-01T12:00:00Z') }
    const command = { type: 'RequestConfirmationLink', data: { email: 'unknown@example.org' }, metadata } as const
    expect(requestConfirmationLink(command)).toEqual({
      type: 'ConfirmationLinkRequested',
      data: { contact: { email: 'unknown@example.org' } },
    })
  })

  it('is recorded each time in the stream of the captain, and leaves nothing that a later request could depend on', () => {
    const { decide, evolve, initialState } = requestConfirmationLinkDecider
    const asked: CaptainEvent = {
      type: 'ConfirmationLinkRequested',
      data: { contact: { email: 'unknown@example.org' } },
    }
    expect([captainStream('becky'), initialState(), evolve(initialState(), asked)]).toEqual(['captain-becky', {}, {}])
    expect(decide).toBe(requestConfirmationLink)
  })
})

describe('Confirming an address', () => {
  const given = DeciderSpecification.for(confirmAddressDecider)
  const waiting: TeamEvent = { ...registered, data: { ...registered.data, awaitsConfirmation: true } }
  const confirmed: TeamEvent = { type: 'AddressConfirmed', data: { by: 'link' } }
  const confirm = (data: Partial<ConfirmAddress['data']> = {}): ConfirmAddress => ({
    type: 'ConfirmAddress',
    data: { by: 'link', isExpired: false, ...data },
    metadata: { now: new Date('2025-09-01T12:00:00Z') },
  })

  it('makes a waiting bid count, by the link or by staff', () => {
    given([waiting]).when(confirm()).then([confirmed])
    given([waiting, mark('TeamMarkedPaid')])
      .when(confirm({ by: 'staff' }))
      .then([{ type: 'AddressConfirmed', data: { by: 'staff' } }])
  })

  it('happens once, also when an old link is opened again', () => {
    given([waiting, confirmed]).when(confirm()).thenNothingHappened()
    given([waiting, confirmed])
      .when(confirm({ isExpired: true }))
      .thenNothingHappened()
    given([registered]).when(confirm()).thenNothingHappened()
  })

  it('is refused for a link that is too old, and for a team that does not exist or was removed', () => {
    given([waiting])
      .when(confirm({ isExpired: true }))
      .thenThrows(DomainError, (error) => error.code === 'CONFIRMATION_LINK_EXPIRED')
    given([])
      .when(confirm())
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
    given([waiting, removed])
      .when(confirm())
      .thenThrows(DomainError, (error) => error.code === 'TEAM_REMOVED')
  })
})
