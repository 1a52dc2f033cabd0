import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { metadata } from '../slot.fixture.ts'
import { type ClaimSignups, claimSignupsDecider } from './decide.ts'

const given = DeciderSpecification.for(claimSignupsDecider)
const of = { edition: '2025', generation: 0 }
const command = (email: string, link = of): ClaimSignups => ({
  type: 'ClaimSignups',
  data: { email, ...link },
  metadata,
})
const claimed = (email: string, link = of): VisitorEvent => ({
  type: 'SignupsClaimed',
  data: { contact: { email }, ...link },
})
const requested: VisitorEvent = { type: 'SignupLinkRequested', data: { contact: { email: 'becky@example.org' } } }

describe('Opening a private link', () => {
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
})
