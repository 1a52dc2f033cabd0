import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import {
  addedPhoto as added,
  deletedPhoto as deleted,
  picture,
  renamedPhoto as renamed,
} from '@ultimate/events/staff/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import { buildAnswer, type PhotoRow, photos } from './photos.view.ts'

const id = '6f9619ff-8b86-4011-b42d-00c04fc96401'
const at = new Date('2025-10-01T12:00:00Z')
const recorded = (event: PhotoEvent, index: number): RecordedEvent<PhotoEvent> =>
  ({
    ...event,
    metadata: {
      position: 0,
      stream: `photo-${id}`,
      version: index + 1,
      at,
      happenedAt: null,
      actor: { kind: 'staff', id: 't', name: 'Thea', role: 'TD' },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  }) as RecordedEvent<PhotoEvent>
const rowAfter = (...events: PhotoEvent[]) => events.map(recorded).reduce<PhotoRow | null>(photos.evolve, null)

describe('The row of a photo', () => {
  it('follows its title and counts its versions', () => {
    const row = rowAfter(added('Sunset'), renamed('Sunrise'))
    expect(row).toEqual({ id, title: 'Sunrise', ...picture, added_at: at, edition: '2025', version: 2 })
    expect(Object.keys(photos.columns).toSorted()).toEqual(Object.keys(row ?? {}).toSorted())
  })

  it('is gone with the photo', () => expect(rowAfter(added(), deleted)).toBeNull())

  it('is not touched by an unknown fact, nor made by a new title', () => {
    const unknown = { type: 'PhotoCropped', data: {} } as unknown as PhotoEvent
    expect(rowAfter(added(), unknown)).toEqual(rowAfter(added()))
    expect(rowAfter(renamed('Sunrise'))).toBeNull()
  })
})

describe('The answer about a photo', () => {
  const file = (type: 'image/avif' | 'image/webp' | 'image/jpeg', width: number) => ({
    hash: `${width}`.padEnd(64, type === 'image/jpeg' ? 'e' : 'b'),
    type,
    width,
    height: width / 2,
    bytes: 1,
  })
  const answerAbout = (...files: PhotoRow['files']) =>
    buildAnswer({ id, title: 'Sunset', placeholder: 'data:,', files, added_at: at, edition: '2025', version: 1 })

  it('names newer formats first and narrow files before wide ones, in any stored order', () => {
    const answer = answerAbout(
      file('image/jpeg', 960),
      file('image/jpeg', 480),
      file('image/webp', 960),
      file('image/avif', 80),
    )
    expect(answer.sources.map(({ type, width }) => `${type} ${width}`)).toEqual([
      ...['image/avif 80', 'image/webp 960', 'image/jpeg 480', 'image/jpeg 960'],
    ])
    expect(answer).toMatchObject({ width: 960, height: 480, url: `/api/photos/files/${'960'.padEnd(64, 'e')}.jpg` })
  })

  it('shows what there is where there is no JPEG', () => {
    expect(answerAbout(file('image/webp', 480)).url).toBe(`/api/photos/files/${'480'.padEnd(64, 'b')}.webp`)
  })
})
