import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { PhotoFile } from '@ultimate/events/staff/events.ts'
import type { PhotoType } from '@ultimate/events/staff/photo.ts'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'

export interface Reencoded {
  /** A `data:` URI of a few hundred characters. */
  readonly placeholder: string
  readonly files: readonly (PhotoFile & { readonly content: Buffer })[]
}

/** For a phone, for a tablet or a phone with a dense screen, and for a desktop (docs/decisions/0014). */
const widths = [480, 960, 1600]
const widest = Math.max(...widths)
/** Taller pictures become narrower instead. */
const tallest = 2
const smallestSide = 16
/** Panoramas are rarely more than ten times as wide as high. */
const longestOfShortest = 20
/** A picture of 64 megapixels from a phone is 9,248 x 6,936. */
const maxPixels = 70_000_000
const secondsToDecode = 20
const placeholderSide = 24

/** The names that the library gives to each kind. */
const formats: Readonly<Record<ImageKind, readonly string[]>> = {
  jpeg: ['jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['heif', 'avif'],
}

const encoders: Readonly<Record<'image/webp' | 'image/jpeg', (image: Sharp) => Sharp>> = {
  'image/webp': (image) => image.webp({ quality: 76, effort: 4 }),
  'image/jpeg': (image) => image.jpeg({ quality: 78, mozjpeg: true }),
}

// Nothing is decoded twice; and one thread for each picture leaves the others to other requests.
sharp.cache(false)
sharp.concurrency(1)
const inTurn = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))

/**
 * The picture anew, from its pixels alone: upright, in sRGB, without anything else that stood in the file. Null where
 * there is no picture that can be shown, be it by kind, by size or by damage.
 */
export function reencode(bytes: Uint8Array): Promise<Reencoded | null> {
  const kind = imageKind(bytes)
  return kind ? inTurn(() => encoded(bytes, kind)) : Promise.resolve(null)
}

async function encoded(bytes: Uint8Array, kind: ImageKind): Promise<Reencoded | null> {
  const picture = await pixels(bytes, kind)
  if (!picture) return null
  const { data, info } = picture
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files: Reencoded['files'][number][] = []
  for (const width of [...widths.filter((it) => it < info.width), info.width]) {
    for (const type of ['image/webp', 'image/jpeg'] as const) {
      const made = await encoders[type](open().resize({ width })).toBuffer({ resolveWithObject: true })
      files.push(fileOf(type, made))
    }
  }
  return { placeholder: await placeholderOf(open()), files }
}

interface EncodedImage {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

function fileOf(type: PhotoType, { data, info: { width, height } }: EncodedImage): Reencoded['files'][number] {
  const hash = createHash('sha256').update(data).digest('hex')
  return { hash, type, width, height, bytes: data.length, content: data }
}

async function pixels(bytes: Uint8Array, kind: ImageKind) {
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
  try {
    const { format, compression, width, height } = await open().metadata()
    if (!formats[kind].includes(format) || (kind === 'avif' && compression !== 'av1')) return null
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    if (short < smallestSide || long > short * longestOfShortest) return null
    return await open()
      .resize({ width: widest, height: widest * tallest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .timeout({ seconds: secondsToDecode })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    // Only the file can make the decoder fail.
    return null
  }
}

async function placeholderOf(image: Sharp): Promise<string> {
  const tiny = await image
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type ImageKind = (typeof kinds)[number]

const beginnings: Readonly<Record<ImageKind, (start: string) => boolean>> = {
  jpeg: (start) => start.startsWith('\xff\xd8\xff'),
  png: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (start) => /^RIFF.{4}WEBP/s.test(start),
  gif: (start) => /^GIF8[79]a/.test(start),
  // One of the names that the file goes by; some call it an image in general, and an AVIF further on.
  avif: (start) => /^.{4}ftyp(avi[fs]|(mif1|msf1).{4}(.{4})*?avi[fs])/s.test(start),
}
const heic = /^.{4}ftyp(he[iv][cmsx]|(mif1|msf1).{4}(.{4})*?he[iv][cmsx])/s
const looked = 64
const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, looked)).toString('latin1')

/**
 * What a file is by its first bytes; its name and the type that came with it prove nothing. Only these kinds
 * ever reach a decoder: SVG and PDF, which the library could draw too, are programs.
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const start = startOf(bytes)
  return kinds.find((kind) => beginnings[kind](start)) ?? null
}

/** As iPhones take photos: a picture, but one that few browsers show. */
export const isHeic = (bytes: Uint8Array): boolean => imageKind(bytes) === null && heic.test(startOf(bytes))
