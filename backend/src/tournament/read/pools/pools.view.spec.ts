import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import { freed, pool, published, saved, unpublished } from '@ultimate/events/tournament/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import { type PoolsRow, pools, toPools } from './pools.view.ts'

const at = new Date('2025-10-01T12:00:00Z')
const recorded = (event: PoolsEvent, index: number, stream = 'pools-rec'): RecordedEvent<PoolsEvent> =>
  ({
    ...event,
    metadata: {
      position: 0,
      stream,
      version: index + 1,
      at,
      happenedAt: null,
      actor: { kind: 'staff', id: 't', name: index % 2 ? 'Ada' : 'Thea', role: 'TD' },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  }) as RecordedEvent<PoolsEvent>
const rowAfter = (...events: PoolsEvent[]) =>
  events.map((event, index) => recorded(event, index)).reduce<PoolsRow | null>(pools.evolve, null)
const a = pool('A', ['huck', null])

describe('The row of a division’s pools', () => {
  it('holds the draft and what is public, and who changed them last', () => {
    const row = { id: 'rec', changed_by: 'Ada', changed_at: at }
    const byThea = { drafted_by: 'Thea', drafted_at: at }
    const none = { drafted_by: null, drafted_at: null }
    expect(rowAfter(saved(a))).toEqual({
      ...row,
      ...byThea,
      changed_by: 'Thea',
      saved: [a],
      published: [],
      version: 1,
    })
    expect(rowAfter(saved(a), published)).toEqual({ ...row, ...none, saved: null, published: [a], version: 2 })
    expect(rowAfter(saved(), published, saved(a), unpublished)).toEqual({
      ...row,
      ...byThea,
      saved: [a],
      published: [],
      version: 4,
    })
  })

  it('names who saved the draft, not who took removed teams out of it', () => {
    expect(rowAfter(saved(a), freed('huck'))).toMatchObject({ drafted_by: 'Thea', changed_by: 'Ada' })
    expect(rowAfter(saved(a), saved())).toMatchObject({ drafted_by: 'Ada' })
  })

  it('names who unpublished where that made the draft', () => {
    expect(rowAfter(saved(a), published, unpublished)).toMatchObject({ saved: [a], drafted_by: 'Thea' })
    expect(rowAfter(unpublished)).toMatchObject({ drafted_by: 'Thea' })
  })

  it('is that of its stream, and of no division that does not exist', () => {
    const foreign = recorded(saved(a), 0, 'pools-mixed')
    expect([pools.rowsOf(recorded(saved(a), 0)), pools.rowsOf(foreign)]).toEqual(['rec', []])
    expect(pools.evolve(null, foreign)).toBeNull()
  })

  it('says of a division without a row that it has no pools', () => {
    expect(toPools(null)).toEqual({ draft: null, published: [] })
    expect(toPools({ saved: [a], published: [] })).toEqual({ draft: [a], published: [] })
  })

  it('has a column for every field, and no other', () => {
    expect(Object.keys(pools.columns).toSorted()).toEqual(Object.keys(rowAfter(saved(a)) ?? {}).toSorted())
  })
})
