import { largestPhoto } from '@ultimate/events/staff/photo.ts'
import { photoErrors } from '@ultimate/events/staff/photo-api.ts'
import { describe, expect, it } from 'vitest'
import { fileProblem, largestFile, sentences } from './file-problem.ts'

describe('a picked file', () => {
  it('may be as large as the server takes, and not a byte larger', () => {
    expect(largestFile).toBe(largestPhoto)
    expect(fileProblem({ type: 'image/jpeg', size: largestPhoto })).toBeNull()
    expect(fileProblem({ type: 'image/jpeg', size: largestPhoto + 1 })).toBe('File size must be less than 10MB')
  })

  it.each(['text/plain', 'image/svg+xml', 'image/heic', 'application/pdf', ''])('must be an image, not %s', (type) => {
    expect(fileProblem({ type, size: 100 })).toBe('Please select a valid image file')
  })

  it('is complained about in the words of the server', () => {
    const { PHOTO_INCOMPLETE, PHOTO_INVALID, PHOTO_TOO_LARGE } = photoErrors.registry
    expect([sentences.incomplete, sentences.noImage, sentences.tooLarge]).toEqual([
      PHOTO_INCOMPLETE.message,
      PHOTO_INVALID.message,
      PHOTO_TOO_LARGE.message,
    ])
  })
})
