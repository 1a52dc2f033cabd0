import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { describe, expect, it } from 'vitest'
import { evolve, initialState, visitorIdOf, visitorStream } from './visitor.ts'

const claimed = (email: string): VisitorEvent => ({
  type: 'SignupsClaimed',
  data: { contact: { email }, edition: '2025', generation: 0 },
})
const requested: VisitorEvent = { type: 'SignupLinkRequested', data: { contact: { email: 'sid@example.org' } } }
const after = (...events: VisitorEvent[]) => [...events.reduce(evolve, initialState()).claimed]

describe('A visitor', () => {
  it('has claimed no address at first, and none by asking for its link', () => {
    expect(after()).toEqual([])
    expect(after(requested)).toEqual([])
  })

  it('keeps every link that was opened, by its address in one case of letters', () => {
    expect(after(claimed('Becky@Example.org'), claimed('joe@example.org'), claimed('becky@example.org'))).toEqual([
      'becky@example.org 2025 0',
      'joe@example.org 2025 0',
    ])
  })

  it('keeps a link that names no edition, as the first ones did', () => {
    const first = {
      type: 'SignupsClaimed',
      data: { contact: { email: 'sid@example.org' }, edition: null, generation: 0 },
    }
    expect(after(first as VisitorEvent)).toEqual(['sid@example.org  0'])
  })

  it('has a stream of their own', () => {
    expect(visitorStream('abc-1')).toBe('visitor-abc-1')
    expect(visitorIdOf(visitorStream('abc-1'))).toBe('abc-1')
  })
})
