import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, showAccepted, useLiveQuery } from '@ultimate/kit/request/live.ts'

const photosKey: LiveKey = ['photos', 'all']

/** Every photo in the order of the carousel, as it is now. */
export const usePhotos = () =>
  useLiveQuery({
    key: photosKey,
    read: async (signal): Promise<readonly Photo[]> => (await call('GET /api/photos', {}, { signal })).photos,
  })

/** The photos are read again; resolves when they are here. */
export const refreshPhotos = (): Promise<void> => refresh(photosKey)

/** Shows a photo at once as the server has just answered it. */
export const showPhoto = (photo: Photo): Promise<void> =>
  changeShownPhotos((photos) => photos.map((other) => (other.id === photo.id ? photo : other)))

/** Shows at once what the server has just accepted. */
export async function changeShownPhotos(change: (photos: readonly Photo[]) => readonly Photo[]): Promise<void> {
  await showAccepted(photosKey, change)
  void refreshPhotos()
}
