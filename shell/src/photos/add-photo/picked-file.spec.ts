import { maxPhoto, maxPhotoTitleLength, photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { describe, expect, it } from 'vitest'
import { fileProblem, storedSentence, titleFrom } from './picked-file.ts'

describe('a picked file', () => {
  it('may be as large as the server takes, and not a byte larger', () => {
    expect(fileProblem({ type: 'image/jpeg', size: maxPhoto, name: 'a.jpg' })).toBeNull()
    expect(fileProblem({ type: 'image/jpeg', size: maxPhoto + 1, name: 'a.jpg' })).toBe(
      'File size must be less than 10MB',
    )
  })

  it.each(['text/plain', 'image/svg+xml', 'application/pdf'])('must be an image, not %s', (type) => {
    expect(fileProblem({ type, size: 100, name: 'a.jpg' })).toBe('Please select a valid image file')
  })

  it.each(['', 'application/octet-stream'])('is judged by the server where its type is %j', (type) => {
    expect(fileProblem({ type, size: 100, name: 'IMG_1' })).toBeNull()
  })

  it.each([
    { type: 'image/heic', name: 'IMG_1.HEIC' },
    { type: '', name: 'IMG_1.HEIC' },
    { type: 'image/heif', name: 'photo' },
  ])('is told apart where it is HEIC: %j', (file) => {
    expect(fileProblem({ ...file, size: 100 })).toBe(photoErrors.registry.PHOTO_HEIC.message)
  })
})

describe('many files at once', () => {
  it.each([
    ['the_longest-huck.jpg', 'The longest huck'],
    ['IMG_2034.JPG', 'IMG 2034'],
    ['no ending', 'No ending'],
    ['v1.2 final.tar.webp', 'V1.2 final.tar'],
    ['ריצה.png', 'ריצה'],
    ['.jpg', ''],
  ])('have their titles from their names: %s', (file, title) => expect(titleFrom(file)).toBe(title))

  it('have no title that the server would refuse', () =>
    expect(titleFrom(`${'g'.repeat(300)}.jpg`)).toHaveLength(maxPhotoTitleLength))

  it('are told about in one sentence', () => {
    expect(storedSentence(1)).toBe('Photo uploaded successfully!')
    expect(storedSentence(60)).toBe('60 photos uploaded successfully!')
  })
})
