import { z } from 'zod'
import { requiredLine } from '../language/text/text.ts'
import { maxPhotoTitleLength } from './photo-limits.ts'

/** The types of files, newest first: a browser takes the first type that it knows. */
export const photoTypes = ['image/avif', 'image/webp', 'image/jpeg'] as const
export type PhotoType = (typeof photoTypes)[number]

/** The end of an address that serves a file of this type. */
export const photoExtensions: Readonly<Record<PhotoType, string>> = {
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
}

export const photoTitleRequired = 'Please enter a title'
export const photoTitle = requiredLine(maxPhotoTitleLength, photoTitleRequired)

export const photoFileName = z
  .string()
  .regex(/^[0-9a-f]{64}\.(avif|webp|jpg)$/, 'This is not the name of a photo file.')

/** The name of a file is the hash of its content, so the content behind an address never changes. */
export const photoFileUrl = (hash: string, type: PhotoType): string =>
  `/api/photos/files/${hash}.${photoExtensions[type]}`
