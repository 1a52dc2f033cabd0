import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedPhoto as added, deletedPhoto as deleted, metadata, renamedPhoto as renamed } from '../facts.fixture.ts'
import { type RenamePhoto, renamePhotoDecider } from './decide.ts'

const given = DeciderSpecification.for(renamePhotoDecider)
const rename = (title: string): RenamePhoto => ({ type: 'RenamePhoto', data: { title }, metadata })

describe('Renaming a photo', () => {
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
