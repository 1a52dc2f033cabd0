import { seeded } from '@ultimate/events/seed.fixture.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { maxLogoBytes } from '@ultimate/events/staff/logo.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { dropFilesOfNoPhoto } from './drop-files.ts'
import { badPictures, goodPictures } from './test-bad-pictures.ts'
import { jpeg, quarters } from './test-photos.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  td = await app.signIn('td')
})
afterAll(() => app.close())

interface Answer {
  readonly code?: string
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly logo?: string
  readonly edition?: Edition
  readonly warnings?: readonly string[]
}

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(app.origin + path, { ...init, headers: { ...td, ...init.headers } })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
}
function upload(picture: Uint8Array, name = 'logo.png') {
  const body = new FormData()
  body.set('logo', new File([new Uint8Array(picture)], name))
  return send('/api/edition/logo', { method: 'POST', body })
}
async function put(body: object) {
  const etag = (await fetch(`${app.origin}/api/edition`)).headers.get('etag') ?? ''
  const headers = { 'content-type': 'application/json', 'if-match': etag }
  return send('/api/edition', { method: 'PUT', headers, body: JSON.stringify(body) })
}
const stored = async () => Number((await app.sql`select count(*) from photo_files where type = 'logo'`)[0]?.['count'])

/** A mark in one color on a ground that shows what is behind it. */
async function mark(color: string, width = 300, height = 100): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50%" cy="50%" r="40" fill="${color}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
async function pictureAt(address = '') {
  const response = await fetch(app.origin + address)
  return { response, picture: sharp(Buffer.from(await response.arrayBuffer())) }
}

describe('A logo', () => {
  it('is stored anew, small and without metadata, and served for a year to everyone', async () => {
    const tagged = await (await quarters(900, 600))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'No one but me' } })
      .toBuffer()
    const { status, body } = await upload(tagged, 'logo.txt')
    expect({ status, logo: body.logo }).toEqual({
      status: 201,
      logo: expect.stringMatching(/^\/api\/edition\/logo\/[0-9a-f]{64}-240x160\.webp$/),
    })
    const { response, picture } = await pictureAt(body.logo)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const made = await picture.metadata()
    expect(made).toMatchObject({ format: 'webp', width: 240, height: 160 })
    expect(made.exif).toBeUndefined()
    expect((await send('/api/photos')).body).toEqual({ photos: [] })
  })

  it('shows what is behind it, unless it is dark like the header', async () => {
    const light = await pictureAt((await upload(await mark('#ffd23f'))).body.logo)
    expect((await light.picture.metadata()).hasAlpha).toBe(true)
    const dark = await pictureAt((await upload(await mark('#10203a'))).body.logo)
    expect(await dark.picture.metadata()).toMatchObject({ hasAlpha: false, width: 300, height: 100 })
    expect([...(await dark.picture.raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it.each(['plain.png', 'progressive.jpg', 'lossless.webp'])('may be a %s', async (name) => {
    expect((await upload((await goodPictures(seeded(1)))[name] ?? Buffer.alloc(0))).status).toBe(201)
  })

  it('is no other file: clearly refused, and nothing is stored', async () => {
    const before = await stored()
    const files = await goodPictures(seeded(1))
    const wrong = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      files['still.gif'] ?? Buffer.alloc(0),
      ...(await badPictures(seeded(7), 20)).flatMap(({ bytes }) => (bytes.length < maxLogoBytes ? [bytes] : [])),
    ]
    for (const bytes of wrong)
      expect(await upload(bytes)).toMatchObject({
        status: 422,
        body: { code: 'LOGO_INVALID', fields: { logo: 'Please choose a PNG, JPEG or WebP picture.' } },
      })
    expect(await upload(Buffer.alloc(maxLogoBytes + 1))).toMatchObject({
      status: 413,
      body: { code: 'LOGO_TOO_LARGE' },
    })
    const form = { method: 'POST', body: new FormData() }
    expect((await send('/api/edition/logo', form)).status).toBe(422)
    expect(await stored()).toBe(before)
  })

  it('becomes a setting and is removed; the undo brings it back, also after files were dropped', async () => {
    const { logo } = (await upload(await mark('#ffffff'))).body
    expect((await put({ logo })).body.edition).toMatchObject({ logo })
    await app.sql`update photo_files set kept_at = now() - interval '2 days' where type = 'logo'`
    expect((await put({ logo: null })).body.edition).toMatchObject({ logo: null })
    await dropFilesOfNoPhoto(app.platform)
    expect(await stored()).toBe(1)
    const [removed] = await app.log.read({ stream: 'edition-2025', newestFirst: true })
    const path = `/api/audit/${removed?.metadata.position}/undo`
    const { headers } = await send(`${path}?preview=true`, { method: 'POST' })
    const undo = { method: 'POST', headers: { 'if-match': headers.get('etag') ?? '' } }
    expect((await send(path, undo)).status).toBe(200)
    expect((await send('/api/edition')).body.edition).toMatchObject({ logo })
    expect((await pictureAt(logo)).response.status).toBe(200)
  })

  it('that was dropped before it was set has to be chosen again', async () => {
    const { logo } = (await upload(await jpeg(333, 111))).body
    await app.sql`update photo_files set kept_at = now() - interval '2 days' where type = 'logo'`
    await dropFilesOfNoPhoto(app.platform)
    expect(await put({ logo })).toMatchObject({
      status: 422,
      body: { fields: { logo: 'Please choose the picture of the logo again.' } },
    })
    expect((await send(logo ?? '')).status).toBe(404)
  })

  it.each(['https://elsewhere.example/logo.png', 'javascript:alert(1)', '/api/edition/logo/../../x.webp'])(
    'stands on this site alone: %s is refused',
    async (logo) =>
      expect(await put({ logo })).toMatchObject({ status: 422, body: { fields: { logo: expect.any(String) } } }),
  )
})

describe('Colors of a club', () => {
  it('are stored as given, with a warning for each scheme that draws another', async () => {
    const { status, body } = await put({ colors: { primary: '#002855' } })
    expect({ status, colors: body.edition?.colors }).toEqual({
      status: 200,
      colors: { primary: '#002855', accent: null },
    })
    expect(body.warnings).toEqual([
      expect.stringMatching(/^The primary color #002855 .* 1\.12:1 in the dark scheme.* #0065d7\.$/),
    ])
    expect((await put({ colors: { primary: '#0065d7' } })).body.warnings).toEqual([])
  })

  it.each(['red', '#12345', '#GGGGGG', '#ffffff}html{display:none', ''])('are no %j', async (primary) => {
    expect(await put({ colors: { primary } })).toMatchObject({
      status: 422,
      body: { fields: { 'colors.primary': 'A color is written as #143a2e.' } },
    })
  })
})
