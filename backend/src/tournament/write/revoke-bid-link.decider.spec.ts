import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { now, registered, removed } from '@ultimate/events/tournament/facts.fixture.ts'
import { describe, it } from 'vitest'
import { type RevokeBidLink, revokeBidLinkDecider } from './revoke-bid-link.decider.ts'

describe('Revoking the private link of a bid', () => {
  const given = DeciderSpecification.for(revokeBidLinkDecider)
  const revoke = (link?: number): RevokeBidLink => ({
    type: 'RevokeBidLink',
    data: link === undefined ? {} : { link },
    metadata: { now },
  })
  const revoked: TeamEvent = { type: 'BidLinkRevoked', data: {} }
  const waiting: TeamEvent = { ...registered, data: { ...registered.data, awaitsConfirmation: true } }
  const forgotten: TeamEvent = {
    ...registered,
    data: { ...registered.data, captain: { ...registered.data.captain, email: '' } },
  }
  const refused = (code: string) => (error: DomainError) => error.code === code

  it('ends it, by staff as often as they like, also of a bid that was taken out', () => {
    given([registered]).when(revoke()).then([revoked])
    given([registered, revoked]).when(revoke()).then([revoked])
    given([registered, removed]).when(revoke()).then([revoked])
  })

  it('by the link itself ends that link once', () => {
    given([registered]).when(revoke(0)).then([revoked])
    given([registered, revoked]).when(revoke(1)).then([revoked])
    given([registered, revoked]).when(revoke(0)).thenThrows(DomainError, refused('BID_LINK_REVOKED'))
  })

  it('refuses where no link was mailed', () => {
    given([]).when(revoke()).thenThrows(DomainError, refused('TEAM_NOT_FOUND'))
    given([waiting]).when(revoke()).thenThrows(DomainError, refused('NO_BID_LINK'))
    given([forgotten]).when(revoke()).thenThrows(DomainError, refused('NO_BID_LINK'))
    given([waiting, { type: 'AddressConfirmed', data: { by: 'link' } }])
      .when(revoke())
      .then([revoked])
  })
})
