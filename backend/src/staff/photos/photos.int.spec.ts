import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../test/test-app.ts'
import { jpeg, photoCalls } from './test-photos.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof photoCalls>
let visitor: ReturnType<typeof photoCalls>
beforeAll(async () => {
  app = await testApp()
  td = photoCalls(app.origin, await app.signIn('td'))
  visitor = photoCalls(app.origin, {})
})
afterAll(() => app.close())

const storedFacts = async () => {
  const rows = await app.sql<{ type: string }[]>`select type from events where category = 'photo' order by position`
  return rows.map(({ type }) => type)
}
const storedFiles = async () => (await app.sql<{ hash: string }[]>`select hash from photo_files`).length

describe('Adding a photo', () => {
  it('shows it to all, in several widths, none of them enlarged', async () => {
    const answer = await td.upload({ title: '  Layout in the endzone ', picture: await jpeg(1200, 800) })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('etag')).toBe('"v1"')
    const { photo } = staffApi.addPhoto.answers[201].parse(answer.body)
    expect(photo).toMatchObject({ title: 'Layout in the endzone', width: 1200, height: 800 })
    expect(photo.sources.map(({ type, width }) => `${type} ${width}`)).toEqual([
      'image/webp 480',
      'image/webp 960',
      'image/webp 1200',
      'image/jpeg 480',
      'image/jpeg 960',
      'image/jpeg 1200',
    ])
    expect(photo.url).toBe(photo.sources.at(-1)?.url)
    expect(photo.placeholder).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/)
    expect(photo.placeholder.length).toBeLessThan(1024)
    expect(await visitor.list()).toContainEqual(photo)
  })

  it.each([
    ['no title', { picture: true }, { title: 'Please provide both title and image' }],
    ['a title of blanks', { title: ' \t\u200b', picture: true }, { title: 'Please provide both title and image' }],
    ['no image', { title: 'Layout' }, { photo: 'Please provide both title and image' }],
  ])('is refused with %s', async (_, { title, picture }: { title?: string; picture?: boolean }, fields) => {
    const before = await storedFacts()
    const answer = await td.upload({ ...(title && { title }), ...(picture && { picture: await jpeg() }) })
    expect(answer).toMatchObject({ status: 422, body: { code: 'PHOTO_INCOMPLETE', fields } })
    expect(answer.body.message).toBe('Please provide both title and image')
    expect(await storedFacts()).toEqual(before)
  })

  it('a second time under the same key gives the first answer, with any boundary; other bytes conflict', async () => {
    const picture = await jpeg(300, 200)
    const sent = { title: 'Once', picture, key: 'once' }
    const [first, again] = [await td.upload(sent), await td.upload({ ...sent, name: 'renamed.jpg' })]
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await td.list()).filter(({ title }) => title === 'Once')).toHaveLength(1)
    for (const other of [
      { ...sent, title: 'Twice' },
      { ...sent, picture: await jpeg(301, 200) },
    ])
      expect(await td.upload(other)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('shares the bytes with an earlier photo of the same picture, and deleting one keeps the other', async () => {
    const picture = await jpeg(320, 240)
    const [one, other] = [await td.add('One', picture), await td.add('Other', picture)]
    expect(other.sources).toEqual(one.sources)
    const before = await storedFiles()
    expect((await td.remove(one.id)).status).toBe(204)
    const { url } = other
    expect((await fetch(app.origin + url)).status).toBe(200)
    expect((await td.remove(other.id)).status).toBe(204)
    expect((await fetch(app.origin + url)).status, 'from the moment of the fact').toBe(404)
    await vi.waitFor(async () => expect(await storedFiles()).toBe(before - 2), { timeout: 20_000, interval: 20 })
  })
})

describe('A file of a photo', () => {
  it.each(['image/webp', 'image/jpeg'])(
    'of type %s is what its address says, and may be kept for ever',
    async (type) => {
      const { sources } = await td.add(`Kept as ${type}`, await jpeg(500, 400))
      const { url = '' } = sources.find((source) => source.type === type) ?? {}
      const file = await fetch(app.origin + url)
      const bytes = new Uint8Array(await file.arrayBuffer())
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-length': String(bytes.length),
      })
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
      expect(url).toBe(`/api/photos/files/${digest}.${type === 'image/webp' ? 'webp' : 'jpg'}`)
      const headers = { 'if-none-match': file.headers.get('etag') ?? 'none' }
      expect((await fetch(app.origin + url, { headers })).status).toBe(304)
      expect((await fetch(app.origin + url, { method: 'HEAD' })).status).toBe(200)
      // The right bytes under the wrong type are no file.
      const wrong = url.endsWith('webp') ? url.replace('webp', 'jpg') : url.replace('jpg', 'webp')
      expect((await visitor.send(wrong)).status).toBe(404)
    },
  )

  it.each(['0'.repeat(64), `${'0'.repeat(64)}.jpg`, `${'0'.repeat(64)}.svg`, '..%2f..%2fpackage.json', '%00.jpg'])(
    'that was never added is not there: %s',
    async (name) => {
      const { status, body, headers } = await visitor.send(`/api/photos/files/${name}`)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'PHOTO_NOT_FOUND' })
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )
})

describe('Renaming and deleting', () => {
  it('renames, and says nothing twice', async () => {
    const { id } = await td.add('Befor')
    const facts = (await storedFacts()).length
    for (const _ of [1, 2])
      expect(await td.rename(id, ' Before ')).toMatchObject({ status: 200, body: { photo: { id, title: 'Before' } } })
    expect((await storedFacts()).slice(facts)).toEqual(['PhotoRenamed'])
  })

  it('refuses a title of blanks, and one without end', async () => {
    const { id } = await td.add('Stays')
    for (const [title, sentence] of [
      [' \u2003', 'Please enter a title'],
      [undefined, 'Please enter a title'],
      ['x'.repeat(121), 'Please use at most 120 characters.'],
    ])
      expect(await td.rename(id, title)).toMatchObject({
        status: 422,
        body: { code: 'INVALID_FIELDS', fields: { title: sentence } },
      })
    expect((await td.list()).find((photo) => photo.id === id)?.title).toBe('Stays')
  })

  it('lets one of two TDs through who rename what both have just read', async () => {
    const { id } = await td.add('Contested')
    const read = (await td.list()).find((photo) => photo.id === id)
    const headers = { 'if-match': `"v${read?.version}"` }
    const answers = await Promise.all(['Mine', 'Yours'].map((title) => td.rename(id, title, headers)))
    const winner = answers.find(({ status }) => status === 200)
    const loser = answers.find(({ status }) => status === 412)
    expect(loser?.body).toMatchObject({ code: 'STALE', current: winner?.body })
    expect(loser?.headers.get('etag')).toBe('"v2"')
    expect((await td.list()).find((photo) => photo.id === id)?.title).toBe(winner?.body.photo?.title)
    expect(await td.remove(id, headers)).toMatchObject({ status: 412, body: { current: winner?.body } })
  })

  it('without a condition lets both through, one after the other', async () => {
    const { id } = await td.add('Open')
    const answers = await Promise.all(['Mine', 'Yours'].map((title) => td.rename(id, title)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(['Mine', 'Yours']).toContain((await td.list()).find((photo) => photo.id === id)?.title)
  })

  it('deletes once', async () => {
    const { id } = await td.add('Gone')
    expect((await td.remove(id)).status).toBe(204)
    const gone = { status: 404, body: { code: 'PHOTO_NOT_FOUND', message: 'This photo is no longer there.' } }
    expect(await td.remove(id)).toMatchObject(gone)
    expect(await td.rename(id, 'Back')).toMatchObject(gone)
    expect(await td.rename(id, 'Back', { 'if-match': '"v1"' })).toMatchObject(gone)
    expect((await td.list()).some((photo) => photo.id === id)).toBe(false)
  })

  it('of a photo that never was is the same as of one that is gone', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', '7'])
      expect(await td.remove(id)).toMatchObject({ status: 404, body: { code: 'PHOTO_NOT_FOUND' } })
  })
})

describe('The list of photos', () => {
  it('keeps the order in which they were added, and costs nothing while nothing changes', async () => {
    const titles = ['First', 'Second', 'Third']
    for (const title of titles) await td.add(title)
    const listed = (await visitor.list()).map(({ title }) => title).filter((title) => titles.includes(title))
    expect(listed).toEqual(titles)
    const { headers } = await visitor.send('/api/photos')
    const again = await visitor.send('/api/photos', { headers: { 'if-none-match': headers.get('etag') ?? 'none' } })
    expect(again.status).toBe(304)
  })

  it('is what a rebuild from the facts gives, with the bytes where they were', async () => {
    const photo = await td.add('Rebuilt')
    await td.rename(photo.id, 'Rebuilt and renamed')
    const [before, files] = [await td.list(), await storedFiles()]
    const { modules } = app.platform
    const result = await rebuild({ sql: app.sql, modules: modules(), tables: ['photos'], apply: true })
    expect(result).toMatchObject({ differences: [], applied: true })
    expect(await td.list()).toEqual(before)
    expect(await storedFiles()).toBe(files)
    expect((await fetch(app.origin + photo.url)).status).toBe(200)
  })
})

describe('Photos elsewhere', () => {
  it('are described in the audit in sentences', async () => {
    const { id } = await td.add('Sunset')
    await td.rename(id, 'Sunrise')
    await td.remove(id)
    const { body } = await td.send(`/api/audit?stream=photo-${id}`)
    const { events } = z.object({ events: staffApi.readAudit.answers[200].shape.events }).parse(body)
    expect(events.map(({ sentence }) => sentence)).toEqual([
      { text: 'deleted the photo “Sunrise”', was: 'shown on the home page', subject: 'Sunrise', thing: 'Sunrise' },
      { text: 'renamed a photo to “Sunrise”', was: 'Sunset', subject: 'Sunrise', thing: 'Sunrise' },
      { text: 'added the photo “Sunset”', was: null, subject: 'Sunset', thing: 'Sunset' },
    ])
    expect(events[0]?.actor.name).toBe('Tournament Director')
  })

  it('are announced to all who follow the topic, visitors too', async () => {
    const response = await fetch(`${app.origin}/api/live?topics=photos`)
    const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    let heard = ''
    const until = async (sign: RegExp) => {
      while (!sign.test(heard)) {
        const { done, value } = await chunks.next()
        if (done) throw new Error('the stream ended')
        heard += value
      }
    }
    await until(/^event: ready$/m)
    const { id } = await td.add('Live')
    await until(new RegExp(`^event: photos\\n(id: \\d+\\n)?data: .*photo-${id}`, 'm'))
    await chunks.return?.()
  })
})
