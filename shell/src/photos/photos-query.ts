import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { call } from '@ultimate/kit/api.ts'
import { useLive } from '@ultimate/kit/live.ts'
import { queryClient, useQuery } from '@ultimate/kit/query.ts'

/** Begins with the live topic's name: that is how the live stream finds what it has to refresh. */
const photosKey = ['photos', 'all']

/** Every photo in the order of the carousel, as it is now. */
export function usePhotos() {
  useLive(['photos'])
  return useQuery({
    queryKey: photosKey,
    queryFn: async ({ signal }): Promise<readonly Photo[]> => (await call('GET /api/photos', {}, { signal })).photos,
  })
}

/** The photos are read again; resolves when they are here. */
export const refreshPhotos = (): Promise<void> => queryClient.invalidateQueries({ queryKey: photosKey })

/** Shows a photo at once as the server has just told it. */
export const showPhoto = (photo: Photo): Promise<void> =>
  changeShownPhotos((photos) => photos.map((other) => (other.id === photo.id ? photo : other)))

/** Shows at once what the server has just accepted. What was asked for before must not come in after it. */
export async function changeShownPhotos(change: (photos: readonly Photo[]) => readonly Photo[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: photosKey })
  queryClient.setQueryData<readonly Photo[]>(photosKey, (photos) => photos && change(photos))
  void refreshPhotos()
}
