import type { Decider, TimedCommand } from '../language/command.ts'
import type { PhotoEvent, PhotoFile } from './events.ts'
import { photoErrors } from './photo-limits.ts'

/** The state that decisions about one photo need. */
export type PhotoState =
  | { status: 'unknown' }
  | { status: 'shown'; title: string; by: string | null }
  | { status: 'deleted' }

export const initialState = (): PhotoState => ({ status: 'unknown' })

export function evolve(state: PhotoState, event: PhotoEvent): PhotoState {
  switch (event.type) {
    case 'PhotoAdded':
      return { status: 'shown', title: event.data.title, by: event.data.by }
    case 'PhotoRenamed':
      return state.status === 'shown' ? { ...state, title: event.data.title } : state
    case 'PhotoDeleted':
      return { status: 'deleted' }
    default:
      return state
  }
}

export const photoStream = (id: string): string => `photo-${id}`

export const photoIdOf = (stream: string): string => stream.slice('photo-'.length)

export type AddPhoto = TimedCommand<
  'AddPhoto',
  { title: string; by: string | null; placeholder: string; files: PhotoFile[] }
>

/** A repeated request has the same id: it adds no second photo, and brings none back. */
export function addPhoto({ data }: AddPhoto, photo: PhotoState): PhotoEvent[] {
  if (photo.status === 'deleted') return photoErrors.fail('PHOTO_NOT_FOUND')
  return photo.status === 'unknown' ? [{ type: 'PhotoAdded', data }] : []
}

export const addPhotoDecider: Decider<PhotoState, AddPhoto, PhotoEvent> = { decide: addPhoto, evolve, initialState }

export type RenamePhoto = TimedCommand<'RenamePhoto', { title: string }>

export function renamePhoto({ data: { title } }: RenamePhoto, photo: PhotoState): PhotoEvent[] {
  if (photo.status !== 'shown') return photoErrors.fail('PHOTO_NOT_FOUND')
  return photo.title === title ? [] : [{ type: 'PhotoRenamed', data: { title, by: photo.by } }]
}

export const renamePhotoDecider: Decider<PhotoState, RenamePhoto, PhotoEvent> = {
  decide: renamePhoto,
  evolve,
  initialState,
}

export type DeletePhoto = TimedCommand<'DeletePhoto'>

export function deletePhoto(_: DeletePhoto, photo: PhotoState): PhotoEvent {
  if (photo.status !== 'shown') return photoErrors.fail('PHOTO_NOT_FOUND')
  return { type: 'PhotoDeleted', data: {} }
}

export const deletePhotoDecider: Decider<PhotoState, DeletePhoto, PhotoEvent> = {
  decide: deletePhoto,
  evolve,
  initialState,
}
