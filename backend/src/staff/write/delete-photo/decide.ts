import type { PhotoEvent } from '@ultimate/events/staff/photo-events.ts'
import { photoRefusals } from '@ultimate/events/staff/photo-refusals.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type PhotoState } from '../photo.ts'

export type DeletePhoto = TimedCommand<'DeletePhoto'>

function decide(_: DeletePhoto, photo: PhotoState): PhotoEvent {
  if (photo.status !== 'shown') return photoRefusals.refuse('PHOTO_NOT_FOUND')
  return { type: 'PhotoDeleted', data: {} }
}

export const deletingPhoto: StreamDecider<PhotoState, DeletePhoto, PhotoEvent> = { decide, evolve, initialState }
