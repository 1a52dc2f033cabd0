import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  type AddPhoto,
  addPhotoDecider,
  type DeletePhoto,
  deletePhotoDecider,
  evolve,
  initialState,
  photoIdOf,
  photoStream,
  type RenamePhoto,
  renamePhotoDecider,
} from './change-photos.ts'
import type { PhotoEvent } from './events.ts'
import {
  addedPhoto as added,
  deletedPhoto as deleted,
  metadata,
  picture,
  renamedPhoto as renamed,
} from './facts.fixture.ts'

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

describe('Adding a photo', () => {
  const given = DeciderSpecification.for(addPhotoDecider)
  const add: AddPhoto = { type: 'AddPhoto', data: { title: 'Sunset', by: 'becky', ...picture }, metadata }

  it('adds one that was not there', () => given([]).when(add).then([added()]))

  it('adds none twice: the same id again is a repeated request', () => given([added()]).when(add).thenNothingHappened())

  it('brings none back that was deleted', () =>
    given([added(), deleted])
      .when(add)
      .thenThrows(DomainError, (it) => it.code === 'PHOTO_NOT_FOUND'))
})

describe('Renaming a photo', () => {
  const given = DeciderSpecification.for(renamePhotoDecider)
  const rename = (title: string): RenamePhoto => ({ type: 'RenamePhoto', data: { title }, metadata })

  it('gives it the new title', () =>
    given([added('Sunset')])
      .when(rename('Sunrise'))
      .then([renamed('Sunrise')]))

  it('says nothing where it is called that already', () => {
    given([added('Sunset')])
      .when(rename('Sunset'))
      .thenNothingHappened()
    given([added('Sunset'), renamed('Sunrise')])
      .when(rename('Sunrise'))
      .thenNothingHappened()
  })

  it('gives back a title of before', () =>
    given([added('Sunset'), renamed('Sunrise')])
      .when(rename('Sunset'))
      .then([renamed('Sunset')]))

  it('refuses one that never was or is no more', () => {
    for (const events of [[], [added(), deleted], [added(), deleted, renamed('Late')]])
      given(events)
        .when(rename('Sunrise'))
        .thenThrows(DomainError, (it) => it.code === 'PHOTO_NOT_FOUND')
  })
})

describe('Deleting a photo', () => {
  const given = DeciderSpecification.for(deletePhotoDecider)
  const remove: DeletePhoto = { type: 'DeletePhoto', data: {}, metadata }

  it('deletes it, by any title', () =>
    given([added(), renamed('Sunrise')])
      .when(remove)
      .then([deleted]))

  it('refuses one that never was or is no more', () => {
    for (const events of [[], [added(), deleted]])
      given(events)
        .when(remove)
        .thenThrows(DomainError, (it) => it.code === 'PHOTO_NOT_FOUND')
  })
})
