import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedPhoto as added, deletedPhoto as deleted, metadata, renamedPhoto as renamed } from '../facts.fixture.ts'
import { type DeletePhoto, deletePhotoDecider } from './decide.ts'

const given = DeciderSpecification.for(deletePhotoDecider)
const remove: DeletePhoto = { type: 'DeletePhoto', data: {}, metadata }

describe('Deleting a photo', () => {
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
