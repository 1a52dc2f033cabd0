import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import { photoErrors } from '@ultimate/events/staff/photo-api.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type PhotoState } from '../photo.ts'

export type RenamePhoto = TimedCommand<'RenamePhoto', { title: string }>

export function renamePhoto({ data: { title } }: RenamePhoto, photo: PhotoState): PhotoEvent[] {
  if (photo.status !== 'shown') return photoErrors.fail('PHOTO_NOT_FOUND')
  return photo.title === title ? [] : [{ type: 'PhotoRenamed', data: { title, by: photo.by } }]
}

export const renamePhotoDecider: StreamDecider<PhotoState, RenamePhoto, PhotoEvent> = {
  decide: renamePhoto,
  evolve,
  initialState,
}
