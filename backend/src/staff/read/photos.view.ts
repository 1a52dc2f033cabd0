import { readModel } from '@ultimate/event-store/read-model.ts'
import { photoIdOf } from '@ultimate/events/staff/change-photos.ts'
import type { PhotoEvent, PhotoFile } from '@ultimate/events/staff/events.ts'
import { photoFileUrl, photoTypes } from '@ultimate/events/staff/photo.ts'
import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import type { Sql } from 'postgres'
import type { Edition } from '../../platform/edition.ts'

export type PhotoRow = {
  readonly id: string
  readonly title: string
  readonly placeholder: string
  readonly files: readonly PhotoFile[]
  readonly added_at: Date
  /** The year of the edition during which it was added. */
  readonly edition: string
  readonly version: number
}

export const photos = readModel<PhotoRow, PhotoEvent>({
  table: 'photos',
  version: 2,
  category: 'photo',
  columns: {
    id: { type: 'uuid' },
    title: { type: 'text' },
    placeholder: { type: 'text' },
    files: { type: 'jsonb' },
    added_at: { type: 'timestamptz' },
    edition: { type: 'text' },
    version: { type: 'integer' },
  },
  // The first index serves the question whether any photo shows a file.
  constraints: [
    'create index {table}_files on {table} using gin (files jsonb_path_ops)',
    'create index on {table} (edition)',
  ],
  rowsOf: ({ metadata }) => photoIdOf(metadata.stream),
  evolve(row, { type, data, metadata }) {
    const { version, at, edition } = metadata
    switch (type) {
      case 'PhotoAdded':
        return { id: photoIdOf(metadata.stream), ...pickShown(data), added_at: at, edition, version }
      case 'PhotoRenamed':
        return row && { ...row, title: data.title, version }
      case 'PhotoDeleted':
        return null
      default:
        return row
    }
  },
})

/** Returns the fields that pages show; the owner stays in the log. */
const pickShown = ({ title, placeholder, files }: Pick<PhotoRow, 'title' | 'placeholder' | 'files'>) => ({
  title,
  placeholder,
  files,
})

/** Lists all photos in the order in which they were added. */
export async function listPhotos(sql: Sql): Promise<Photo[]> {
  const rows = await sql<PhotoRow[]>`select * from photos order by added_at, id`
  return rows.map(buildAnswer)
}

/** Lists the photos that were added during an edition, for the archive of its year. */
export async function listPhotosOf({ sql, edition }: Edition): Promise<Photo[]> {
  const rows = await sql<PhotoRow[]>`select * from photos where edition = ${edition} order by added_at, id`
  return rows.map(buildAnswer)
}

/** Returns a photo with its version. Fails with PHOTO_NOT_FOUND where there is none. */
export async function presentPhoto(sql: Sql, id: string): Promise<{ body: { photo: Photo }; version: number }> {
  const [row] = await sql<PhotoRow[]>`select * from photos where id = ${id}`
  if (!row) return photoErrors.fail('PHOTO_NOT_FOUND')
  return { body: { photo: buildAnswer(row) }, version: row.version }
}

/** Sources in the order in which a browser should try them: newest format first, narrow before wide. */
export function buildAnswer({ id, title, version, placeholder, files }: PhotoRow): Photo {
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
