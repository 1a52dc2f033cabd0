import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { addedPhoto as added, deletedPhoto as deleted, renamedPhoto as renamed } from './facts.fixture.ts'
import { evolve, initialState, photoIdOf, photoStream } from './photo.ts'

const after = (...events: PhotoEvent[]) => events.reduce(evolve, initialState())

describe('A photo', () => {
  it('is shown under its last title from when it is added until it is deleted', () => {
    expect(after()).toEqual({ status: 'unknown' })
    expect(after(added('Sunset'), renamed('Sunrise'))).toEqual({ status: 'shown', title: 'Sunrise', by: 'becky' })
    expect(after(added('Sunset'), deleted)).toEqual({ status: 'deleted' })
  })

  it('is not brought back by a new title, nor touched by an unknown fact', () => {
    const unknown = { type: 'PhotoCropped', data: {} } as unknown as PhotoEvent
    expect(after(added('Sunset'), deleted, renamed('Late'))).toEqual({ status: 'deleted' })
    expect(after(added('Sunset'), unknown)).toEqual({ status: 'shown', title: 'Sunset', by: 'becky' })
  })

  it('has a stream of its own', () => {
    expect(photoStream('abc-1')).toBe('photo-abc-1')
    expect(photoIdOf(photoStream('abc-1'))).toBe('abc-1')
  })
})
