import { allEvents } from '@ultimate/events/all-events.ts'
import { describe, expect, it } from 'vitest'
import { type PlannedStream, planHistory } from './history.ts'

const lived = (streams: readonly PlannedStream[]) =>
  streams.flatMap(({ stream, times, step }) => times.map((at, index) => ({ stream, at, ...step(index + 1, at) })))

describe.each(['spread', 'long'] as const)('A history of 10,000 events in the %s shape', (shape) => {
  const planned = planHistory({ events: 10_000, shape })
  const events = lived(planned)

  it('has as many events, teams and sign-ups as it should', () => {
    const ofType = (type: string) => events.filter((event) => event.type === type).length
    expect([events.length, ofType('TeamRegistered'), ofType('SignedUp')]).toEqual([10_000, 50, 500])
  })

  it('consists of events that the product could have stored', () => {
    for (const { type, data } of events) expect(() => allEvents[type]?.data.parse(data)).not.toThrow()
  })

  it('has each stream once, and its events in their order', () => {
    expect(new Set(planned.map(({ stream }) => stream)).size).toBe(planned.length)
    expect(planned.filter(({ times }) => times.some((at, index) => at < (times[index - 1] ?? 0)))).toEqual([])
  })

  it('ends with the edition of 2025 as the current one', () => {
    const published = events.filter(({ type }) => type === 'EditionPublished').map(({ stream }) => stream)
    expect(published).toHaveLength(9)
    expect(published.at(-1)).toBe('edition-2025')
  })

  it('is the same for the same seed, and another for another one', () => {
    const plan = (seed: number) => lived(planHistory({ events: 1_000, shape, seed }))
    const once = plan(1)
    expect(plan(1)).toEqual(once)
    expect(plan(2)).not.toEqual(once)
  })
})

describe('The shapes of a history', () => {
  it('are streams of five events on average', () => {
    expect(planHistory({ events: 10_000, shape: 'spread' })).toHaveLength(2_000)
  })

  it('are streams of 2,500 events, as many as fit', () => {
    const long = planHistory({ events: 10_000, shape: 'long' }).filter(({ times }) => times.length >= 2_500)
    expect(long.map(({ stream, times }) => [stream.split('-')[0], times.length])).toEqual([
      ['team', 2_500],
      ['slot', 2_500],
      ['signup', 2_500],
    ])
  })
})
