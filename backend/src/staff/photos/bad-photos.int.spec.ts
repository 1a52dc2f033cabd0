import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { maxPhoto, photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { isHeic } from './reencode.ts'
import { badPictures, blackPng, goodPictures } from './test-bad-pictures.ts'
import { jpeg, photoCalls } from './test-photos.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof photoCalls>
beforeAll(async () => {
  app = await testApp()
  td = photoCalls(app.origin, await app.signIn('td'))
})
afterAll(() => app.close())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Bytes of buffers, which is where files are. */
const buffersInUse = () => {
  collectGarbage()
  return process.memoryUsage().external
}

const stored = async () => {
  const [row] = await app.sql<{ facts: number; files: number }[]>`
    select (select count(*)::int from events where category = 'photo') as facts,
      (select count(*)::int from photo_files) as files`
  return row
}

const tooLarge = { status: 413, code: 'PHOTO_TOO_LARGE', message: 'File size must be less than 10MB' }
const heic = { status: 422, code: 'PHOTO_HEIC', message: photoErrors.registry.PHOTO_HEIC.message }
const invalid = { status: 422, code: 'PHOTO_INVALID', message: 'Please select a valid image file' }

describe('300 files that are no photos', () => {
  it(`are each refused in the right words, and leave nothing behind (seed ${seed})`, async () => {
    const before = { ...(await stored()), inUse: buffersInUse() }
    const wrong: unknown[] = []
    for (const { what, name, bytes } of await badPictures(seeded(seed), 300)) {
      const { status, body } = await td.upload({ title: 'No photo', picture: bytes, name })
      const expected = bytes.length > maxPhoto ? tooLarge : isHeic(bytes) ? heic : invalid
      const refused = { status, code: body.code, message: body.message }
      if (JSON.stringify(refused) !== JSON.stringify(expected)) wrong.push({ what, ...refused })
    }
    expect(wrong).toEqual([])
    expect(await stored()).toEqual({ facts: before.facts, files: before.files })
    // The files came to some 25 MB, and what the largest of them would unfold to is ten times that.
    const lingering = () => expect(buffersInUse() - before.inUse).toBeLessThan(12 * 1024 * 1024)
    await vi.waitFor(lingering, { timeout: 20_000, interval: 100 })
  })
})

describe('A file at the edge', () => {
  it('of 10 MB is taken, where the picture is one', async () => {
    const picture = await jpeg()
    const padded = Buffer.concat([picture, Buffer.alloc(maxPhoto - picture.length)])
    expect((await td.upload({ title: 'Ten', picture: padded })).status).toBe(201)
  })

  it('of 50 megapixels, as phones make them, is taken', async () => {
    const { status, body } = await td.upload({ title: 'Fifty', picture: blackPng(8192, 6144) })
    expect({ status, width: body.photo?.width, height: body.photo?.height }).toEqual({
      status: 201,
      width: 1600,
      height: 1200,
    })
  })

  it.each([
    'baseline.jpg',
    'progressive.jpg',
    'plain.png',
    'interlaced.png',
    'lossy.webp',
    'lossless.webp',
    'still.gif',
    'picture.avif',
  ])('of extension is judged by what is in it: %s', async (name) => {
    const picture = (await goodPictures(seeded(1)))[name]
    if (!picture) throw new Error(`there is no ${name}`)
    expect((await td.upload({ title: name, picture, name: 'notes.txt' })).status).toBe(201)
  })
})

describe('What else stands in a picture', () => {
  const evil = '<script>alert(document.domain)</script>%PDF-1.7 trailer'
  const comment = (text: string) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length + 2)
    return Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(text)])
  }

  it.each([
    ['a page behind a JPEG', (good: Buffer) => Buffer.concat([good, Buffer.from(evil)])],
    [
      'a page in a comment of a JPEG',
      (good: Buffer) => Buffer.concat([good.subarray(0, 2), comment(evil), good.subarray(2)]),
    ],
  ])('is left out: %s', async (_, hide) => {
    await expectLeftOut(hide(await jpeg()), 'script')
  })

  it('is left out: a script for which a GIF is the beginning', async () => {
    const gif = (await goodPictures(seeded(1)))['still.gif'] ?? Buffer.alloc(0)
    await expectLeftOut(Buffer.concat([gif, Buffer.from('=1;alert("script")//')]), 'script')
  })

  it('is left out: where it was taken, and with what; and it stands upright', async () => {
    const place = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '34/1 43/1 49/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '86/1 35/1 9/1',
    }
    const picture = await sharp(await jpeg(600, 400))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'No one but me', Model: 'Phone of Tom' }, IFD3: place })
      .jpeg()
      .toBuffer()
    const metadata = await sharp(picture).metadata()
    expect(metadata.orientation).toBe(6)
    expect(metadata.exif?.includes('Phone of Tom')).toBe(true)
    const files = await expectLeftOut(picture, 'Phone of Tom')
    for (const file of files) {
      const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(file).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(height / width).toBeCloseTo(1.5)
    }
    // Turned by a quarter: what was at the bottom left is at the top left now.
    const { data, info } = await sharp(files.at(-1)).raw().toBuffer({ resolveWithObject: true })
    const colourAt = (x: number, y: number) => {
      const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
      return [...data.subarray(start, start + 3)].map((it) => Math.round(it / 255)).join('')
    }
    expect([colourAt(0.2, 0.2), colourAt(0.8, 0.2), colourAt(0.2, 0.8), colourAt(0.8, 0.8)]).toEqual([
      ...['001', '100', '111', '010'],
    ])
  })

  /** The bytes of every file that is served of it. */
  async function expectLeftOut(picture: Buffer, trace: string): Promise<Buffer[]> {
    expect(picture.includes(trace)).toBe(true)
    const { sources } = await td.add(`With ${trace}`, picture)
    const files = await Promise.all(
      sources.map(async ({ url }) => Buffer.from(await (await fetch(app.origin + url)).arrayBuffer())),
    )
    for (const file of files) expect(file.includes(trace)).toBe(false)
    const kept = await app.sql`select 1 from photo_files where position(convert_to(${trace}, 'UTF8') in content) > 0`
    expect(kept).toHaveLength(0)
    return files
  }
})
