import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedPhoto as added, deletedPhoto as deleted, metadata, picture } from '../facts.fixture.ts'
import { type AddPhoto, addPhotoDecider } from './decide.ts'

const given = DeciderSpecification.for(addPhotoDecider)
const add: AddPhoto = { type: 'AddPhoto', data: { title: 'Sunset', by: 'becky', ...picture }, metadata }

describe('Adding a photo', () => {
  it('adds one that was not there', () => given([]).when(add).then([added()]))

  it('adds none twice: the same id again is a repeated request', () => given([added()]).when(add).thenNothingHappened())

  it('brings none back that was deleted', () =>
    given([added(), deleted])
      .when(add)
      .thenThrows(DomainError, (it) => it.code === 'PHOTO_NOT_FOUND'))
})
