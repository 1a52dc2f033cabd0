import { describe, expect, it } from 'vitest'
import { photoFileName, photoFileUrl, photoTitle, photoTypes } from './photo.ts'
import { maxPhoto } from './photo-limits.ts'

const hash = '0123456789abcdef'.repeat(4)
const sentenceFor = (title: unknown) => photoTitle.safeParse(title).error?.issues[0]?.message

describe('A photo', () => {
  it('has ten megabytes at most', () => expect(maxPhoto).toBe(10_485_760))

  it('has a title of at most 120 characters', () => {
    expect(photoTitle.parse(' Sunset ')).toBe('Sunset')
    for (const title of [undefined, '', '  ']) expect(sentenceFor(title)).toBe('Please enter a title')
    expect(sentenceFor('x'.repeat(120))).toBeUndefined()
    expect(sentenceFor('x'.repeat(121))).toBe('Please use at most 120 characters.')
  })
})

describe('A file of a photo', () => {
  it('is served under what is in it and its type, the newest type first', () => {
    expect(photoTypes.map((type) => photoFileUrl(hash, type))).toEqual([
      `/api/photos/files/${hash}.avif`,
      `/api/photos/files/${hash}.webp`,
      `/api/photos/files/${hash}.jpg`,
    ])
  })

  it.each(['avif', 'webp', 'jpg'])('may end in .%s', (extension) => {
    expect(photoFileName.safeParse(`${hash}.${extension}`).success).toBe(true)
  })

  it.each([`${hash}.png`, `${hash}.avifs`, `${hash}xavif`, `${hash}0.avif`, `${hash.slice(1)}.avif`, `../${hash}.jpg`])(
    'has another name than %s',
    (name) => {
      expect(photoFileName.safeParse(name).error?.issues[0]?.message).toBe('This is not the name of a photo file.')
    },
  )

  it.each([`${hash.slice(1)}g.jpg`, `${hash.slice(1)}A.jpg`])(
    'is named in small hexadecimal digits, not %s',
    (name) => {
      expect(photoFileName.safeParse(name).success).toBe(false)
    },
  )
})
