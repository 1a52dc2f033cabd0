import { photoFileUrl, photoTypes } from '@ultimate/events/staff/photo.ts'
import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import type { PhotoRow } from './project.ts'

/** Sources in the order in which a browser should look at them: newest format first, narrow before wide. */
export function answerOf({ id, title, version, placeholder, files }: PhotoRow): Photo {
  const sources = photoTypes.flatMap((type) =>
    files
      .filter((file) => file.type === type)
      .toSorted((one, other) => one.width - other.width)
      .map((file) => ({ type, width: file.width, url: photoFileUrl(file.hash, type) })),
  )
  const widest = files.reduce((one, other) => (other.width > one.width ? other : one))
  return {
    ...{ id, title, version, placeholder, sources },
    url: sources.findLast(({ type }) => type === 'image/jpeg')?.url ?? photoFileUrl(widest.hash, widest.type),
    width: widest.width,
    height: widest.height,
  }
}
