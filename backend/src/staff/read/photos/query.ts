import { photoFileUrl, photoTypes } from '@ultimate/events/staff/photo.ts'
import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import type { Sql } from 'postgres'
import type { PhotoRow } from './project.ts'

/** In the order in which they were added. */
export async function listPhotos(sql: Sql): Promise<Photo[]> {
  const rows = await sql<PhotoRow[]>`select * from photos order by added_at, id`
  return rows.map(answerOf)
}

/** With its version; refuses where there is none. */
export async function presentPhoto(sql: Sql, id: string): Promise<{ body: { photo: Photo }; version: number }> {
  const [row] = await sql<PhotoRow[]>`select * from photos where id = ${id}`
  if (!row) return photoErrors.fail('PHOTO_NOT_FOUND')
  return { body: { photo: answerOf(row) }, version: row.version }
}

/** Sources in the order in which a browser should try them: newest format first, narrow before wide. */
export function answerOf({ id, title, version, placeholder, files }: PhotoRow): Photo {
  const sources = photoTypes.flatMap((type) =>
    files
      .filter((file) => file.type === type)
      .toSorted((one, other) => one.width - other.width)
      .map((file) => ({ type, width: file.width, url: photoFileUrl(file.hash, type) })),
  )
  const widest = files.reduce((one, other) => (other.width > one.width ? other : one))
  return {
    id,
    title,
    version,
    placeholder,
    sources,
    url: sources.findLast(({ type }) => type === 'image/jpeg')?.url ?? photoFileUrl(widest.hash, widest.type),
    width: widest.width,
    height: widest.height,
  }
}
