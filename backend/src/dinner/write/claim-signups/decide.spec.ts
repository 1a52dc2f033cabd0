import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { metadata } from '../slot.fixture.ts'
import { type ClaimSignups, claimSignupsDecider } from './decide.ts'

const given = DeciderSpecification.for(claimSignupsDecider)
const command = (email: string): ClaimSignups => ({ type: 'ClaimSignups', data: { email }, metadata })
const claimed = (email: string): VisitorEvent => ({ type: 'SignupsClaimed', data: { contact: { email } } })
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
})
