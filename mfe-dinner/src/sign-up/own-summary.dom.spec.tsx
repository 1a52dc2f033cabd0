import { cleanup, render, screen } from '@testing-library/react'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { OwnSummary } from './own-summary.tsx'

afterEach(cleanup)

const shift = (time_slot: string, changes: Partial<OwnSignup> = {}): OwnSignup => ({
  ...exampleSignup({ id: time_slot, slot_id: time_slot, category: 'serving', slot_name: 'Serving', time_slot }),
  email: 'becky@example.org',
  captain_id: 'team',
  ...changes,
})
const renderText = (ownSignups: readonly OwnSignup[]) => {
  render(<OwnSummary ownSignups={ownSignups} />)
  return screen.getByRole('status').textContent
}

describe('The own sign-ups', () => {
  it('warn of shifts that overlap', () => {
    expect(renderText([shift('18:00'), shift('18:15')])).toContain(
      'Your shifts overlap: 6:00 PM - 6:30 PM and 6:15 PM - 6:45 PM.',
    )
  })

  it('say nothing of shifts that follow each other, nor of two people at one time', () => {
    const sid = { person_name: 'Sid Sawyer', email: 'sid@example.org' }
    expect(renderText([shift('18:00'), shift('18:30'), shift('18:00', { id: 'sid', ...sid })])).not.toContain('overlap')
  })
})
