import type { VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { metadata } from '../slot.fixture.ts'
import { volunteerStream } from '../volunteer.ts'
import { type RevokeLink, revokeLinkDecider } from './decide.ts'

const given = DeciderSpecification.for(revokeLinkDecider)
const person = { name: 'Becky Thatcher', email: 'becky@example.org' }
const revoke = (known = 0, more: Partial<RevokeLink['data']> = {}): RevokeLink => ({
  type: 'RevokeLink',
  data: { person, known, ...more },
  metadata,
})
const refused = (code: string) => (error: DomainError) => error.code === code
const revoked = (generation: number): VolunteerEvent => ({
  type: 'VolunteerLinkRevoked',
  data: { person, generation },
})

describe('Revoking the private link of a volunteer', () => {
  it('begins the next generation of links, each time', () => {
    given([])
      .when(revoke())
      .then([revoked(1)])
    given([revoked(1), revoked(2)])
      .when(revoke(2))
      .then([revoked(3)])
  })

  it('never goes back: neither where rows are behind, nor where another secret made another stream', () => {
    given([revoked(1)])
      .when(revoke(0))
      .then([revoked(2)])
    given([])
      .when(revoke(4))
      .then([revoked(5)])
  })

  it('by the link itself ends that link once', () => {
    given([revoked(1)])
      .when(revoke(1, { link: 1 }))
      .then([revoked(2)])
    given([revoked(1), revoked(2)])
      .when(revoke(1, { link: 1 }))
      .thenThrows(DomainError, refused('LINK_REVOKED'))
  })

  it('refuses a volunteer who has no address', () => {
    given([])
      .when(revoke(0, { person: { name: 'Forgotten', email: '' } }))
      .thenThrows(DomainError, refused('NO_PRIVATE_LINK'))
  })

  it('is a fact of one edition', () => {
    expect([volunteerStream('abc', '2025'), volunteerStream('abc', '2026')]).toEqual([
      'volunteer-abc',
      'volunteer-abc-2026',
    ])
  })
})
