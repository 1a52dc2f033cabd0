import { describe, expect, it } from 'vitest'
import { imageKind, isHeic } from './reencode.ts'

const kindOf = (start: string) => imageKind(Buffer.from(start, 'latin1'))
const box = (brands: string) => `\0\0\0\x20ftyp${brands}`

describe('The kind of an image', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['RIFF\x10\0\0\nWEBPVP8 ', 'webp'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    [box('avif\0\0\0\0mif1'), 'avif'],
    [box('avis\0\0\0\0avif'), 'avif'],
    [box('mif1\0\0\0\0miafavif'), 'avif'],
  ])('is read from its first bytes: %j is %s', (start, kind) => expect(kindOf(start)).toBe(kind))

  it.each([
    ['nothing', ''],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a JPEG behind a blank', ' \xff\xd8\xff\xe0'],
    ['a PNG that went through a text editor', '\x89PNG\n\x1a\n'],
    ['a sound in the same container', 'RIFF\x10\0\0\0WAVEfmt '],
    ['HEIC', box('heic\0\0\0\0mif1heic')],
    ['HEIC that calls itself an image first', box('mif1\0\0\0\0mif1heic')],
    ['a film', box('isom\0\0\0\0avc1')],
    ['PDF', '%PDF-1.7'],
    ['TIFF', 'II*\0'],
    ['BMP', 'BM'],
    ['a zip', 'PK\x03\x04'],
  ])('is none for %s', (_, start) => expect(kindOf(start)).toBeNull())

  it('is told apart from other files where it is HEIC', () => {
    const isHeicPhoto = (start: string) => isHeic(Buffer.from(start, 'latin1'))
    for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0mif1heic', 'heix\0\0\0\0', 'hevc\0\0\0\0'])
      expect(isHeicPhoto(box(brands))).toBe(true)
    for (const other of [box('isom\0\0\0\0avc1'), box('avif\0\0\0\0'), '%PDF-1.7', 'heic'])
      expect(isHeicPhoto(other)).toBe(false)
  })
})
