import type { PhotoEvent } from '@ultimate/events/staff/events.ts'

/** What decisions about one photo need to know. */
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
