import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import { photoErrors } from '@ultimate/events/staff/photo-api.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type PhotoState } from '../photo.ts'

export type DeletePhoto = TimedCommand<'DeletePhoto'>

export function deletePhoto(_: DeletePhoto, photo: PhotoState): PhotoEvent {
  if (photo.status !== 'shown') return photoErrors.fail('PHOTO_NOT_FOUND')
  return { type: 'PhotoDeleted', data: {} }
}

export const deletePhotoDecider: StreamDecider<PhotoState, DeletePhoto, PhotoEvent> = {
  decide: deletePhoto,
  evolve,
  initialState,
}
