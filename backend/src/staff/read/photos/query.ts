import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-errors.ts'
import type { Sql } from 'postgres'
import { answerOf } from './answer.ts'
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
