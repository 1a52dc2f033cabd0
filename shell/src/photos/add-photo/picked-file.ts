import { maxPhoto, maxPhotoTitleLength, photoErrors } from '@ultimate/events/staff/photo-limits.ts'

/**
 * The types that the server reads as photos. The server decides by a file's first bytes. Here its type counts, if the
 * device declares one.
 */
export const photoFileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

const { PHOTO_INCOMPLETE, PHOTO_INVALID, PHOTO_HEIC, PHOTO_TOO_LARGE } = photoErrors.registry

export const incomplete = PHOTO_INCOMPLETE.message

/** Returns why a file need not be sent at all; null when the server may judge it. */
export function fileProblem({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return PHOTO_HEIC.message
  const isDeclared = type !== '' && type !== 'application/octet-stream'
  if (isDeclared && !photoFileTypes.some((allowed) => allowed === type)) return PHOTO_INVALID.message
  return size > maxPhoto ? PHOTO_TOO_LARGE.message : null
}

/** The title that a file's name offers: its words, without the ending and the marks that stand for spaces. */
export function titleFrom(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_+-]+/g, ' ')
    .trim()
    .slice(0, maxPhotoTitleLength)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns one sentence about all files that were sent together. */
export const storedSentence = (count: number): string =>
  count === 1 ? 'Photo uploaded successfully!' : `${count} photos uploaded successfully!`
