import { existsSync, mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { expect, test } from '../fixtures/test.ts'

/** A window of the pictures. `shrink` is how many of its pixels become one: what the comparison sees is the layout. */
export interface Shot {
  readonly width: number
  readonly height: number
  readonly shrink: number
  /** How far down the page the picture begins. */
  readonly top?: number
}

/** The widths of a phone, a tablet, a notebook and a desktop, with the height of their windows. */
export const shots: readonly Shot[] = [
  { width: 360, height: 740, shrink: 3 },
  { width: 768, height: 1024, shrink: 4 },
  { width: 1280, height: 800, shrink: 5 },
  { width: 1920, height: 1080, shrink: 6 },
]

export const schemes = ['light', 'dark'] as const

/** Height of a picture on the sheet. What a page has below `cellHeight * shrink` pixels is on the next picture, or on none. */
export const cellHeight = 480
const gap = 4
/** How far two colours may be apart, from 0 to 1, and which share of a picture's pixels farther than that. */
const tolerance = { threshold: 0.12, share: 0.004 }

const computeWidth = ({ width, shrink }: Shot) => Math.round(width / shrink)

/** The pictures of a page on a phone, so many of them below each other. */
export function phoneShots(count: number): readonly Shot[] {
  const [phone] = shots as [Shot]
  return Array.from({ length: count }, (_, index) => ({ ...phone, top: index * cellHeight * phone.shrink }))
}

/** The place of each picture on the sheet: a column per shot, in the order in which they were taken, a row per scheme. */
function layOut(pictures: readonly Picture[]) {
  const columns = [...new Set(pictures.map(({ shot }) => shot))]
  const computeLeft = (index: number) =>
    columns.slice(0, index).reduce((left, shot) => left + computeWidth(shot) + gap, 0)
  return {
    size: { width: computeLeft(columns.length) - gap, height: schemes.length * (cellHeight + gap) - gap },
    findPlace: ({ shot, scheme }: Picture): Offset => ({
      left: computeLeft(columns.indexOf(shot)),
      top: schemes.indexOf(scheme) * (cellHeight + gap),
    }),
  }
}

interface Offset {
  readonly left: number
  readonly top: number
}

export interface Picture {
  readonly shot: Shot
  readonly scheme: (typeof schemes)[number]
  /** A PNG of the page at its own size. */
  readonly png: Buffer
}

/** All pictures of one page on one sheet. */
async function drawSheet(pictures: readonly Picture[]): Promise<Buffer> {
  const { size, findPlace } = layOut(pictures)
  const cells = pictures.map(async (picture) => {
    const small = sharp(picture.png).resize({ width: computeWidth(picture.shot), kernel: 'lanczos3' })
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
    const { width, channels } = info
    const height = Math.min(info.height, cellHeight)
    const input = data.subarray(0, width * height * channels)
    return { input, raw: { width, height, channels }, ...findPlace(picture) }
  })
  const ground = sharp({ create: { ...size, channels: 3, background: '#888' } })
  return ground
    .composite(await Promise.all(cells))
    .webp({ quality: 60, effort: 4, smartSubsample: true })
    .toBuffer()
}

const readPixels = async (sheet: Buffer) => new Uint8Array(await sharp(sheet).ensureAlpha().raw().toBuffer())

/**
 * Compares the pictures of a page with those in the repository; `npm run look` writes them instead. Both were shrunk and
 * packed in the same way. Pictures that differ are replaced by those of `takeStill` first, which takes twice the time. Where
 * these differ too, the sheet of now and one that marks the differences are in `test-results`.
 */
export async function expectLook(
  name: string,
  pictures: readonly Picture[],
  takeStill: () => Promise<readonly Picture[]>,
): Promise<void> {
  const info = test.info()
  const file = join(import.meta.dirname, 'references', `${name}.webp`)
  if (info.config.updateSnapshots === 'all') {
    mkdirSync(dirname(file), { recursive: true })
    await writeFile(file, await drawSheet(await takeStill()))
    return
  }
  expect.soft(existsSync(file), `${name} has no reference yet: npm run look`).toBe(true)
  if (!existsSync(file)) return
  const expected = await readFile(file)
  const first = await compare(pictures, expected)
  const { actual, far } = first.far.length === 0 ? first : await compare(await takeStill(), expected)
  if (far.length > 0) {
    const [now, before] = await Promise.all([readPixels(actual), readPixels(expected)])
    const { width, height } = layOut(pictures).size
    const marked = new Uint8Array(now.length)
    pixelmatch(now, before, marked, width, height, { threshold: tolerance.threshold, alpha: 0.3 })
    const difference = sharp(marked, { raw: { width, height, channels: 4 } }).png()
    await info.attach(`${name}-actual.webp`, { body: actual, contentType: 'image/webp' })
    await writeFile(info.outputPath(`${name.replaceAll('/', '-')}-actual.webp`), actual)
    await difference.toFile(info.outputPath(`${name.replaceAll('/', '-')}-difference.png`))
  }
  const shown = far.map(({ picture, share }) => {
    const percent = (100 * share).toFixed(2)
    return `${name} at ${picture.shot.width} px, ${picture.scheme}: ${percent} % of the picture changed`
  })
  expect.soft(shown, 'npm run look takes what is meant to look so').toEqual([])
}

interface Comparison {
  /** The sheet of the pictures. */
  readonly actual: Buffer
  /** Those of the pictures that changed, and which share of their pixels. */
  readonly far: readonly { readonly picture: Picture; readonly share: number }[]
}

async function compare(pictures: readonly Picture[], expected: Buffer): Promise<Comparison> {
  const actual = await drawSheet(pictures)
  // The browser that made the reference draws the same again, pixel by pixel.
  if (actual.equals(expected)) return { actual, far: [] }
  const [now, before] = await Promise.all([readPixels(actual), readPixels(expected)])
  const { size, findPlace } = layOut(pictures)
  const changed = new Uint8Array(now.length)
  pixelmatch(now, before, changed, size.width, size.height, { threshold: tolerance.threshold, diffMask: true })
  const mask = { pixels: changed, width: size.width }
  const shares = pictures.map((picture) => ({ picture, share: computeShare(mask, picture.shot, findPlace(picture)) }))
  return { actual, far: shares.filter(({ share }) => share > tolerance.share) }
}

/** Which share of a picture's pixels the mask of the sheet marks. */
function computeShare(mask: { pixels: Uint8Array; width: number }, shot: Shot, { left, top }: Offset): number {
  const width = computeWidth(shot)
  let count = 0
  for (let y = top; y < top + cellHeight; y++)
    for (let x = left; x < left + width; x++) if (mask.pixels[4 * (y * mask.width + x) + 3]) count++
  return count / (width * cellHeight)
}
