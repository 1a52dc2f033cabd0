import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import { freed, pool, published, saved, unpublished } from '@ultimate/events/tournament/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import { buildHistory } from './history.ts'

const at = new Date('2025-11-20T12:00:00Z')

const recorded = (events: readonly PoolsEvent[]) =>
  events.map((event, index) => ({
    ...event,
    metadata: {
      position: index + 1,
      stream: 'pools-rec',
      version: index + 1,
      at,
      happenedAt: null,
      actor: { kind: 'staff', id: 'u', name: index % 2 === 0 ? 'td' : 'anna', role: index % 2 === 0 ? 'TD' : 'admin' },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  })) as RecordedEvent<PoolsEvent>[]

describe('The history of pools', () => {
  it('lists newest first who did what, and what it moved', () => {
    const history = buildHistory(
      recorded([saved(pool('A', ['huck', null])), saved(pool('A', [null, 'huck'])), published, unpublished]),
    )
    expect(history.map(({ version, by, what, changes }) => [version, by.name, what, changes])).toEqual([
      [4, 'anna', 'unpublished', []],
      [3, 'td', 'published', []],
      [2, 'anna', 'saved', [{ kind: 'team-moved', team: 'huck', from: 'A1', to: 'A2' }]],
      [
        1,
        'td',
        'saved',
        [
          { kind: 'pool-added', pool: 'Pool A', size: 2 },
          { kind: 'team-moved', team: 'huck', from: null, to: 'A1' },
        ],
      ],
    ])
  })

  it('has the draft after each of them, to be taken up again', () => {
    const [first, second] = [pool('A', ['huck', null]), pool('B', [null, 'becky'])]
    const history = buildHistory(recorded([saved(first), published, saved(second)]))
    expect(history.map(({ pools }) => pools)).toEqual([[second], [first], [first]])
  })

  it('shows which places were given up by teams that were removed', () => {
    const [newest] = buildHistory(recorded([saved(pool('A', ['huck', 'becky'])), published, freed('huck')]))
    expect(newest).toMatchObject({
      what: 'freed',
      changes: [{ kind: 'team-moved', team: 'huck', from: 'A1', to: null }],
      pools: [pool('A', [null, 'becky'])],
    })
  })

  it('compares a draft with what is public where there was no draft', () => {
    const [newest] = buildHistory(
      recorded([saved(pool('A', ['huck', null])), published, saved(pool('A', ['huck', null]))]),
    )
    expect(newest?.changes).toEqual([])
  })
})
