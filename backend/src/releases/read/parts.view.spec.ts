import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import {
  activated,
  added,
  buildRelease,
  canary,
  canaryEnded,
  ended,
  issued,
  released,
  rolledBack,
} from '@ultimate/events/releases/part.fixture.ts'
import { describe, expect, it } from 'vitest'
import { type PartRow, parts, type ReleaseTokenRow, releaseTokens } from './parts.view.ts'

const minute = (count: number) => new Date(Date.UTC(2025, 10, 22, 18, count))
/** One a minute, by two users in turn. */
const recorded = (event: ReleasesEvent, index: number) =>
  ({
    ...event,
    metadata: {
      stream: 'part-dinner',
      version: index + 1,
      at: minute(index),
      actor: { name: index % 2 ? 'Ada' : 'Thea' },
    },
  }) as RecordedEvent<ReleasesEvent>
const rowAfter = (...events: ReleasesEvent[]) => events.map(recorded).reduce<PartRow | null>(parts.evolve, null)
const one = { version: '1.0.0', builtIn: false }
const two = { version: '2.0.0', builtIn: false }
const unknown = { type: 'PartPainted', data: {} } as unknown as ReleasesEvent

describe('The row of a part', () => {
  it('lists its releases, with who released them and when', () =>
    expect(rowAfter(added, released('1.0.0'))).toEqual({
      id: 'dinner',
      added: true,
      releases: [{ ...buildRelease('1.0.0'), at: minute(1).toISOString(), by: 'Ada' }],
      activated: [],
      canary: null,
      since: null,
      by: null,
      version: 2,
    }))

  it('says what is live, since when and by whom', () => {
    expect(rowAfter(activated('1.0.0'), activated('2.0.0'))).toMatchObject({
      activated: [one, two],
      since: minute(1),
      by: 'Ada',
    })
    expect(rowAfter(activated('1.0.0'), activated('2.0.0'), rolledBack('2.0.0', '1.0.0'))).toMatchObject({
      activated: [one],
      since: minute(2),
      by: 'Thea',
    })
  })

  it('has a canary until it ends; what is live stays what it was', () => {
    const live = { activated: [one], since: minute(0), by: 'Thea' }
    expect(rowAfter(activated('1.0.0'), canary('2.0.0', 10))).toMatchObject({
      ...live,
      canary: { ...two, percent: 10 },
    })
    expect(rowAfter(activated('1.0.0'), canary('2.0.0'), canaryEnded('2.0.0', '1.0.0'))).toMatchObject({
      ...live,
      canary: null,
    })
    expect(rowAfter(activated('1.0.0'), canary('2.0.0'), activated('1.0.0'))).toMatchObject({ ...live, canary: null })
  })

  it('counts tokens as events alone, and is not touched by an unknown fact', () => {
    expect(rowAfter(added, issued, ended)).toEqual({ ...rowAfter(added), version: 3 })
    expect(rowAfter(added, unknown)).toEqual(rowAfter(added))
  })
})

describe('The row of a release token', () => {
  const [made, over, other] = [recorded(issued, 0), recorded(ended, 1), recorded(added, 2)]
  const row: ReleaseTokenRow = { id: 'hash', part: 'dinner' }

  it('is there from the issue on', () => {
    expect(releaseTokens.rowsOf(made)).toBe('hash')
    expect(releaseTokens.evolve(null, made)).toEqual(row)
  })

  it('is gone with all others of the part', () => {
    expect(releaseTokens.rowsOf(over)).toBe('*')
    expect(releaseTokens.evolve(row, over)).toBeNull()
  })

  it('is not touched by other facts', () => {
    expect(releaseTokens.rowsOf(other)).toEqual([])
    expect(releaseTokens.evolve(row, other)).toEqual(row)
  })
})
