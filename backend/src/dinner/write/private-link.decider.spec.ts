import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import type { VisitorEvent, VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { metadata } from '@ultimate/events/dinner/slot.fixture.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, expect, it } from 'vitest'
import {
  type ClaimSignups,
  claimSignupsDecider,
  type RevokeLink,
  requestLink,
  revokeLinkDecider,
  visitorIdOf,
  visitorStream,
  volunteerStream,
} from './private-link.decider.ts'

describe('Asking for the private link again', () => {
  it('is recorded for any address: the fact does not say whether it is known', () => {
    expect(requestLink({ type: 'RequestLink', data: { email: 'unknown@example.org' }, metadata })).toEqual({
      type: 'SignupLinkRequested',
      data: { contact: { email: 'unknown@example.org' } },
    })
  })
})

describe('Opening a private link', () => {
  const given = DeciderSpecification.for(claimSignupsDecider)
  const of: Pick<ClaimSignups['data'], 'edition' | 'generation'> = { edition: '2025', generation: 0 }
  const command = (email: string, link = of): ClaimSignups => ({
    type: 'ClaimSignups',
    data: { email, ...link },
    metadata,
  })
  const claimed = (email: string, link = of) =>
    ({ type: 'SignupsClaimed', data: { contact: { email }, ...link } }) as VisitorEvent
  const requested: VisitorEvent = { type: 'SignupLinkRequested', data: { contact: { email: 'becky@example.org' } } }

  it('gives the device the right over that address', () => {
    given([requested, claimed('joe@example.org')])
      .when(command('becky@example.org'))
      .then([claimed('becky@example.org')])
  })

  it('gives it once, in any case of the letters', () => {
    given([claimed('Becky@example.org')])
      .when(command('becky@Example.org'))
      .thenNothingHappened()
  })

  it.each([
    { edition: '2025', generation: 1 },
    { edition: '2026', generation: 0 },
  ])('gives it again by a link that followed one which ended: %o', (next) => {
    given([claimed('becky@example.org')])
      .when(command('becky@example.org', next))
      .then([claimed('becky@example.org', next)])
  })

  it('gives it once by a link that names no edition, as the first ones did', () => {
    const first = { edition: null, generation: 0 }
    given([claimed('sid@example.org', first)])
      .when(command('sid@example.org', first))
      .thenNothingHappened()
  })

  it('is stored in a stream of the visitor', () => {
    expect(visitorStream('abc-1')).toBe('visitor-abc-1')
    expect(visitorIdOf(visitorStream('abc-1'))).toBe('abc-1')
  })
})

describe('Revoking the private link of a volunteer', () => {
  const given = DeciderSpecification.for(revokeLinkDecider)
  const person = { name: 'Becky Thatcher', email: 'becky@example.org' }
  const revoke = (rowGeneration = 0, more: Partial<RevokeLink['data']> = {}): RevokeLink => ({
    type: 'RevokeLink',
    data: { person, rowGeneration, ...more },
    metadata,
  })
  const refused = (code: string) => (error: DomainError) => error.code === code
  const revoked = (generation: number): VolunteerEvent => ({
    type: 'VolunteerLinkRevoked',
    data: { person, generation },
  })

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
      .when(revoke(1, { sentGeneration: 1 }))
      .then([revoked(2)])
    given([revoked(1), revoked(2)])
      .when(revoke(1, { sentGeneration: 1 }))
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
