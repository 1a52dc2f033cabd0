import { describe, expect, it } from 'vitest'
import { captainStream, requestConfirmationLink, requestConfirmationLinkDecider } from './decide.ts'

describe('Asking for the confirmation link again', () => {
  it('is recorded for any address: the fact does not say whether a bid of it waits', () => {
    const metadata = { now: new Date('2025-09-01T12:00:00Z') }
    const command = { type: 'RequestConfirmationLink', data: { email: 'nobody@example.org' }, metadata } as const
    expect(requestConfirmationLink(command)).toEqual({
      type: 'ConfirmationLinkRequested',
      data: { contact: { email: 'nobody@example.org' } },
    })
  })

  it('is recorded each time in the stream of the captain, and leaves nothing that a later request could depend on', () => {
    const { decide, evolve, initialState } = requestConfirmationLinkDecider
    expect([captainStream('becky'), initialState(), evolve(initialState())]).toEqual(['captain-becky', {}, {}])
    expect(decide).toBe(requestConfirmationLink)
  })
})
