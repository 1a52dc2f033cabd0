/** What the server reads as a photo; a file's first bytes decide there, its declared type here. */
export const photoFileTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

/** Bytes; a file of exactly this size is taken. */
export const largestFile = 10 * 1024 * 1024

export const sentences = {
  incomplete: 'Please provide both title and image',
  noImage: 'Please select a valid image file',
  tooLarge: 'File size must be less than 10MB',
  failed: 'Failed to upload photo',
} as const

/** Why a file need not be sent at all; null when the server may judge it. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!photoFileTypes.some((known) => known === type)) return sentences.noImage
  return size > largestFile ? sentences.tooLarge : null
}
