import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { PhotoFile } from '@ultimate/events/staff/events.ts'
import { logoSize } from '@ultimate/events/staff/logo.ts'
import type { PhotoType } from '@ultimate/events/staff/photo.ts'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'

export interface Reencoded {
  /** A `data:` URI of a few hundred characters. */
  readonly placeholder: string
  readonly files: readonly (PhotoFile & { readonly content: Buffer })[]
}

/** Widths in px for a phone, for a tablet or a phone with a dense screen, and for a desktop (docs/decisions/0014). */
const widths = [480, 960, 1600]
const widest = Math.max(...widths)
/** The most height, as a multiple of the widest width. Taller pictures become narrower instead. */
const maxHeightRatio = 2
const minSide = 16
/** Panoramas are rarely more than ten times as wide as high. */
const maxRatio = 20
/** A picture of 64 megapixels from a phone is 9,248 x 6,936. */
const maxPixels = 70_000_000
const maxSecondsToDecode = 20
const placeholderSide = 24

/** The names that the decoder gives to each kind. */
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

// No cache, because no file is decoded twice. With one thread per picture, other requests have the other threads.
sharp.cache(false)
sharp.concurrency(1)
const inTurn = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))

/**
 * Encodes a picture again from its pixels alone: upright, in sRGB, without anything else that stood in the file.
 * Returns null if its kind, its size or damage keeps it from being shown.
 */
export function reencode(bytes: Uint8Array): Promise<Reencoded | null> {
  const kind = imageKind(bytes)
  return kind ? inTurn(() => encodePhoto(bytes, kind)) : Promise.resolve(null)
}

async function encodePhoto(bytes: Uint8Array, kind: ImageKind): Promise<Reencoded | null> {
  const picture = await decodePixels(bytes, kind, { width: widest, height: widest * maxHeightRatio })
  if (!picture) return null
  const { data, info } = picture
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const files: Reencoded['files'][number][] = []
  for (const width of [...widths.filter((it) => it < info.width), info.width]) {
    for (const type of ['image/webp', 'image/jpeg'] as const) {
      const encoded = await encoders[type](open().resize({ width })).toBuffer({ resolveWithObject: true })
      files.push(buildFile(type, encoded))
    }
  }
  return { placeholder: await buildPlaceholder(open()), files }
}

/** A logo as the header shows it. */
export interface ReencodedLogo {
  readonly hash: string
  readonly width: number
  readonly height: number
  /** WebP. */
  readonly content: Buffer
}

const logoKinds: readonly ImageKind[] = ['png', 'jpeg', 'webp']
/** The edge around a logo that gets a white ground, as a share of its height. */
const logoEdge = 0.1
/**
 * A brightness from 0 to 255: a logo darker on average is lost on the ground of the header, which is dark in both
 * schemes.
 */
const darkestLogo = 125

/** Encodes a logo again as {@link reencode} does a photo, but keeps it transparent. A dark one gets a white ground. */
export function reencodeLogo(bytes: Uint8Array): Promise<ReencodedLogo | null> {
  const kind = imageKind(bytes)
  return kind && logoKinds.includes(kind) ? inTurn(() => encodeLogo(bytes, kind)) : Promise.resolve(null)
}

async function encodeLogo(bytes: Uint8Array, kind: ImageKind): Promise<ReencodedLogo | null> {
  const picture = await decodePixels(bytes, kind, logoSize, true)
  if (!picture) return null
  const { data, info } = picture
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const needsGround = info.channels === 4 && measureBrightness(data) < darkestLogo
  const edge = Math.round(info.height * logoEdge)
  const bordered = needsGround
    ? open()
        .resize({
          width: Math.max(1, info.width - 2 * edge),
          height: Math.max(1, info.height - 2 * edge),
          fit: 'contain',
          background: 'white',
        })
        .extend({ top: edge, bottom: edge, left: edge, right: edge, background: 'white' })
        .flatten({ background: 'white' })
    : open()
  const encoded = await bordered
    .webp({ quality: 90, alphaQuality: 100, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = encoded.info
  return { hash: createHash('sha256').update(encoded.data).digest('hex'), width, height, content: encoded.data }
}

/** Returns the average brightness of the pixels, each weighed by its opacity; the highest if none is visible. */
function measureBrightness(rgba: Buffer): number {
  let [light, visible] = [0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4)
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
    visible += alpha
  }
  return visible === 0 ? 255 : light / visible
}

interface PictureSize {
  readonly width: number
  readonly height: number
}

interface EncodedImage {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

function buildFile(type: PhotoType, { data, info: { width, height } }: EncodedImage): Reencoded['files'][number] {
  const hash = createHash('sha256').update(data).digest('hex')
  return { hash, type, width, height, bytes: data.length, content: data }
}

/** Decodes the pixels, shrunk to fit into `size`; on white unless the background is to show through. */
async function decodePixels(bytes: Uint8Array, kind: ImageKind, size: PictureSize, showsThrough = false) {
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
  try {
    const { format, compression, width, height } = await open().metadata()
    if (!formats[kind].includes(format) || (kind === 'avif' && compression !== 'av1')) return null
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    if (short < minSide || long > short * maxRatio) return null
    const small = open().resize({ ...size, fit: 'inside', withoutEnlargement: true })
    return await (showsThrough ? small : small.flatten({ background: 'white' }))
      .toColourspace('srgb')
      .timeout({ seconds: maxSecondsToDecode })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    // Only the file can make the decoder fail.
    return null
  }
}

async function buildPlaceholder(image: Sharp): Promise<string> {
  const tiny = await image
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .blur(1)
    .webp({ quality: 40, effort: 4 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
export type ImageKind = (typeof kinds)[number]

const signatures: Readonly<Record<ImageKind, (start: string) => boolean>> = {
  jpeg: (start) => start.startsWith('\xff\xd8\xff'),
  png: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (start) => /^RIFF.{4}WEBP/s.test(start),
  gif: (start) => /^GIF8[79]a/.test(start),
  // The brand of the file: some give a general one first, and AVIF among those that follow.
  avif: (start) => /^.{4}ftyp(avi[fs]|(mif1|msf1).{4}(.{4})*?avi[fs])/s.test(start),
}
const heic = /^.{4}ftyp(he[iv][cmsx]|(mif1|msf1).{4}(.{4})*?he[iv][cmsx])/s
const bytesToTellKind = 64
const decodeStart = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, bytesToTellKind)).toString('latin1')

/**
 * Returns the kind of a file by its first bytes; its name and the type that came with it prove nothing. Only these
 * kinds ever reach a decoder: SVG and PDF, which the library could draw too, are programs.
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  const start = decodeStart(bytes)
  return kinds.find((kind) => signatures[kind](start)) ?? null
}

/** True for photos as iPhones take them, which few browsers can show. */
export const isHeic = (bytes: Uint8Array): boolean => imageKind(bytes) === null && heic.test(decodeStart(bytes))
