import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { describe, expect, it } from 'vitest'
import { claims } from './claims.view.ts'

const metadata = { stream: 'visitor-abc', version: 3, edition: '2026' }
const recorded = (event: VisitorEvent) => ({ ...event, metadata }) as RecordedEvent<VisitorEvent>
const claimed = (edition: string | null) =>
  recorded({ type: 'SignupsClaimed', data: { contact: { email: 'Becky@Example.org' }, edition, generation: 2 } })
const requested = recorded({ type: 'SignupLinkRequested', data: { contact: { email: 'becky@example.org' } } })

describe('The row of a claim', () => {
  const row = { id: 'visitor-abc/3', visitor_id: 'abc', email_key: 'becky@example.org', edition: '2025', generation: 2 }

  it('names whose sign-ups a device may show, by the link that it opened', () => {
    expect(claims.rowsOf(claimed('2025'))).toBe('visitor-abc/3')
    expect(claims.evolve(null, claimed('2025'))).toEqual(row)
  })

  it('is of the edition in which the link was opened, where the link names none', () =>
    expect(claims.evolve(null, claimed(null))).toMatchObject({ edition: '2026' }))

  it('is not made by asking for the link', () => {
    expect(claims.rowsOf(requested)).toEqual([])
    expect(claims.evolve(row, requested)).toEqual(row)
  })
})
