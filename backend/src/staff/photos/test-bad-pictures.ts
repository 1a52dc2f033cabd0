import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { bytesFrom } from '@ultimate/events/seed.fixture.ts'
import { maxPhoto } from '@ultimate/events/staff/photo-limits.ts'
import sharp from 'sharp'

type Random = () => number
const below = (random: Random, end: number) => Math.floor(random() * end)
const noise = (random: Random, length: number) => Buffer.from(bytesFrom(random, length))
function pickOne<T>(random: Random, list: readonly T[]): T {
  const one = list[below(random, list.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** The same grainy picture in every format that is taken, so that there is something to break everywhere. */
export async function goodPictures(random: Random): Promise<Record<string, Buffer>> {
  const [width, height] = [160, 120]
  const grain = sharp(noise(random, width * height * 3), { raw: { width, height, channels: 3 } }).blur(1)
  const made = {
    'baseline.jpg': grain.clone().jpeg(),
    'progressive.jpg': grain.clone().jpeg({ progressive: true }),
    'plain.png': grain.clone().png(),
    'interlaced.png': grain.clone().png({ progressive: true }),
    'lossy.webp': grain.clone().webp(),
    'lossless.webp': grain.clone().webp({ lossless: true }),
    'still.gif': grain.clone().gif(),
    'picture.avif': grain.clone().avif({ effort: 0 }),
  }
  const entries = Object.entries(made).map(async ([name, image]) => [name, await image.toBuffer()] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** All black, one bit a pixel: 250 megapixels of it are 30 KB. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const svgs = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><rect width="99" height="99"/></svg>',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
  '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
  '\ufeff \n<svg xmlns="http://www.w3.org/2000/svg"><image href="http://localhost/" width="9" height="9"/></svg>',
].flatMap((text) => [Buffer.from(text), gzipSync(text), Buffer.from(text, 'utf16le')])

/** The first bytes of files of other kinds. */
const others = [
  ...[
    '%PDF-1.7\n1 0 obj<<>>endobj',
    'PK\x03\x04\x14\0\0\0\b\0',
    '\x7fELF\x02\x01\x01\0',
    'MZ\x90\0\x03',
    'II*\0\b\0\0\0',
  ],
  ...['MM\0*\0\0\0\b', 'BM\x46\0\0\0\0\0\0\0', '\0\0\x01\0\x01\0', '8BPS\0\x01', 'ID3\x03\0', 'RIFF\x24\0\0\0WAVEfmt '],
  ...['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', '\0\0\0\x1cftypisom\0\0\0\0avc1'],
  ...[
    '<!doctype html><script>alert(1)</script>',
    '{"photo": true}',
    '#!/bin/sh\nexit 0\n',
    'Just a text.',
    '%!PS-Adobe-3.0',
  ],
]

const beginnings = [
  '\xff\xd8\xff\xe0\0\x10JFIF\0',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'GIF89a',
  'RIFF\xff\xff\0\0WEBPVP8 ',
]
const names = ['photo.jpg', 'photo.png', 'photo.webp', 'photo.gif', 'photo.avif', 'photo.svg', 'photo', '../photo.jpg']

export interface BadPicture {
  readonly what: string
  readonly name: string
  readonly bytes: Buffer
}

function tooLong(good: Buffer): BadPicture[] {
  const padded = Buffer.concat([good, Buffer.alloc(maxPhoto + 1 - good.length)])
  const text = Buffer.alloc(maxPhoto + 1, 'text ')
  return [
    { what: 'a picture with so much behind it that it is 10 MB and a byte', name: 'photo.jpg', bytes: padded },
    { what: '10 MB and a byte of text', name: 'photo.jpg', bytes: text },
  ]
}

async function oddShapes(): Promise<BadPicture[]> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } })
  const claims = Buffer.from('474946383961ffffffff800000', 'hex')
  return [
    { what: '1 x 60,000 pixels', name: 'a.png', bytes: await flat(1, 60_000).png().toBuffer() },
    { what: '60,000 x 1 pixels', name: 'b.jpg', bytes: await flat(60_000, 1).jpeg().toBuffer() },
    { what: '60,000 x 1 pixels of GIF', name: 'c.gif', bytes: await flat(60_000, 1).gif().toBuffer() },
    { what: 'one pixel', name: 'd.png', bytes: await flat(1, 1).png().toBuffer() },
    { what: '250 megapixels of black', name: 'e.png', bytes: blackPng(15_812, 15_812) },
    { what: '4 billion pixels that are only claimed', name: 'f.gif', bytes: claims },
    { what: 'a black picture in a zip', name: 'g.png', bytes: deflateRawSync(blackPng(2000, 2000)) },
    { what: 'nothing', name: 'h.jpg', bytes: Buffer.alloc(0) },
  ]
}

/** Files that are no pictures, each in its own way. */
export async function badPictures(random: Random, count: number): Promise<BadPicture[]> {
  const good = await goodPictures(random)
  const any = (): [string, Buffer] => pickOne(random, Object.entries(good))
  const kinds = [
    () => {
      const [name, bytes] = any()
      const at = Math.floor(bytes.length * (0.01 + 0.97 * random()))
      return { what: `${name} cut off after ${at} of ${bytes.length} bytes`, name, bytes: bytes.subarray(0, at) }
    },
    () => ({ what: 'an SVG', bytes: pickOne(random, svgs) }),
    () => {
      const start = pickOne(random, others)
      const bytes = Buffer.concat([Buffer.from(start, 'latin1'), noise(random, below(random, 2000))])
      return { what: `a file that begins with ${JSON.stringify(start)}`, bytes }
    },
    () => {
      const start = pickOne(random, beginnings)
      const bytes = Buffer.concat([Buffer.from(start, 'latin1'), noise(random, 50 + below(random, 2000))])
      return { what: `noise behind ${JSON.stringify(start)}`, bytes }
    },
    () => {
      const [name, bytes] = any()
      return { what: `${name} behind a blank`, bytes: Buffer.concat([Buffer.from(' '), bytes]) }
    },
    () => ({ what: 'noise', bytes: noise(random, 1 + below(random, 2000)) }),
  ]
  const fixed = [...tooLong(good['baseline.jpg'] ?? Buffer.alloc(0)), ...(await oddShapes())]
  const more = Array.from({ length: count - fixed.length }, (_, index) => {
    // Every second one is cut off: that is what happens to real pictures.
    const kind = index % 2 === 0 ? kinds[0] : kinds[1 + (((index - 1) / 2) % (kinds.length - 1))]
    return { name: pickOne(random, names), ...(kind?.() ?? { what: 'nothing', bytes: Buffer.alloc(0) }) }
  })
  return [...fixed, ...more]
}
