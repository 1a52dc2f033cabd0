import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { tdOnly } from '../language/roles.ts'
import { line } from '../language/text/text.ts'
import { photoFileName, photoTitle, photoTypes } from './photo.ts'
import { maxPhoto, photoErrors } from './photo-limits.ts'

export const photoId = z.uuid('This is not the id of a photo.')

export const photo = z.strictObject({
  id: photoId,
  title: z.string(),
  /** Grows with every change; `If-Match: "v<version>"` refuses a change that is based on an earlier one. */
  version: z.int(),
  /** The widest JPEG, for clients that take no `sources`. */
  url: z.string(),
  /** The size of the widest file, upright. */
  width: z.int(),
  height: z.int(),
  /** The picture as a blur of a few pixels: a `data:` URI. */
  placeholder: z.string(),
  sources: z.array(z.strictObject({ type: z.enum(photoTypes), width: z.int(), url: z.string() })),
})
export type Photo = z.infer<typeof photo>

const { PHOTO_INVALID } = photoErrors.registry

/** Both fields may be missing here, so that the route rejects with one sentence. The OpenAPI document requires both. */
const newPhoto = z
  .strictObject({ title: line(120).optional(), photo: z.file(PHOTO_INVALID.message).optional() })
  .meta({ override: { required: ['title', 'photo'] } })

export const photoApi = {
  listPhotos: endpoint({
    method: 'GET',
    path: '/api/photos',
    summary: 'List the photos of past tournaments, in the order in which they were added',
    allow: 'everyone',
    answers: { 200: z.strictObject({ photos: z.array(photo) }) },
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/api/photos',
    summary: 'Add a photo: JPEG, PNG, WebP, GIF or AVIF. Metadata of the file is dropped',
    allow: tdOnly,
    body: newPhoto,
    form: { maxFile: maxPhoto },
    answers: { 201: z.strictObject({ photo }) },
    errors: ['PHOTO_INCOMPLETE', 'PHOTO_INVALID', 'PHOTO_HEIC', 'PHOTO_TOO_LARGE', 'TOO_MANY_REQUESTS'],
  }),
  renamePhoto: endpoint({
    method: 'PUT',
    path: '/api/photos/{id}',
    summary: 'Give a photo another title',
    allow: tdOnly,
    params: z.strictObject({ id: photoId }),
    body: z.strictObject({ title: photoTitle }),
    answers: { 200: z.strictObject({ photo }) },
    errors: ['PHOTO_NOT_FOUND', 'STALE'],
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/api/photos/{id}',
    summary: 'Delete a photo and its files',
    allow: tdOnly,
    params: z.strictObject({ id: photoId }),
    answers: { 204: null },
    errors: ['PHOTO_NOT_FOUND', 'STALE'],
  }),
  photoFile: endpoint({
    method: 'GET',
    path: '/api/photos/files/{name}',
    summary: 'Read a photo in one width and format; the file never changes',
    allow: 'everyone',
    params: z.strictObject({ name: photoFileName }),
    answers: { 200: null },
    errors: ['PHOTO_NOT_FOUND'],
    media: 'image/*',
  }),
}
