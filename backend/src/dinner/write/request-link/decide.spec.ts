import { describe, expect, it } from 'vitest'
import { metadata } from '../slot.fixture.ts'
import { requestLink } from './decide.ts'

describe('Asking for the private link again', () => {
  it('is recorded for any address: the fact does not say whether it is known', () => {
    expect(requestLink({ type: 'RequestLink', data: { email: 'nobody@example.org' }, metadata })).toEqual({
      type: 'SignupLinkRequested',
      data: { contact: { email: 'nobody@example.org' } },
    })
  })
})
