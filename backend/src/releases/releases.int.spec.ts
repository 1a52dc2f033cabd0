import { maxArchiveBytes } from '@ultimate/events/releases/part.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { buildArchive, builtArchive, builtFiles, partCalls, smallSite } from './parts.fixture.ts'

let app: Awaited<ReturnType<typeof testApp>>
let td: ReturnType<typeof partCalls>
beforeAll(async () => {
  app = await testApp({}, undefined, { host: smallSite })
  td = partCalls(app.origin, await app.signIn('td'))
})
afterAll(() => app.close())

const stored = async () => {
  const [row] = await app.sql<{ facts: number; kept: number }[]>`
    select (select count(*)::int from events where type = 'PartReleased') as facts,
      (select count(*)::int from kept_releases) as kept`
  return row
}
const readFactTypes = async (name: string) =>
  (await app.sql<{ type: string }[]>`select type from events where stream = ${`part-${name}`} order by version`).map(
    ({ type }) => type,
  )

describe('A part that came with the site', () => {
  it('is listed with the version of the site, which is a release too', async () => {
    expect(await td.list()).toEqual([
      {
        name: 'dinner',
        live: '1.0.0',
        since: null,
        by: null,
        canary: null,
        previous: null,
        releases: [
          { version: '1.0.0', at: '2025-10-01T12:00:00.000Z', by: null, contract: '1', needs: {}, size: 1_000 },
        ],
        errors: [],
      },
    ])
  })

  it('goes through a release, a canary, an activation and two rollbacks', async () => {
    const { status, body } = await td.release('dinner', '1.1.0', { needs: { dinner: '^1.1' } })
    expect({ status, release: body.release }).toMatchObject({
      status: 201,
      release: { version: '1.1.0', contract: '1', needs: { dinner: '^1.1' }, by: 'Tournament Director' },
    })
    expect((await td.release('dinner', '1.2.0')).status).toBe(201)
    const seen = async (answer: ReturnType<typeof td.rollBack>) => {
      const { live, canary, previous } = (await answer).body.part ?? {}
      return { live, canary, previous }
    }
    const on10 = { version: '1.1.0', percent: 10 }
    expect(await seen(td.activate('dinner', '1.1.0', 10))).toEqual({ live: '1.0.0', canary: on10, previous: null })
    expect(await seen(td.activate('dinner', '1.1.0'))).toEqual({ live: '1.1.0', canary: null, previous: '1.0.0' })
    expect(await seen(td.activate('dinner', '1.2.0', 50))).toMatchObject({ live: '1.1.0', previous: '1.0.0' })
    expect(await seen(td.rollBack('dinner'))).toEqual({ live: '1.1.0', canary: null, previous: '1.0.0' })
    expect(await seen(td.activate('dinner', '1.2.0'))).toEqual({ live: '1.2.0', canary: null, previous: '1.1.0' })
    expect(await seen(td.rollBack('dinner'))).toEqual({ live: '1.1.0', canary: null, previous: '1.0.0' })
    expect(await seen(td.rollBack('dinner'))).toEqual({ live: '1.0.0', canary: null, previous: null })
    expect(await td.rollBack('dinner')).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ROLL_BACK' } })
    const [part] = await td.list()
    expect(part?.releases.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
    expect(part).toMatchObject({ by: 'Tournament Director', since: expect.stringMatching(/^20/) })
    expect(await readFactTypes('dinner')).toEqual([
      ...['PartReleased', 'PartReleased', 'PartCanaryStarted', 'PartActivated', 'PartCanaryStarted', 'PartRolledBack'],
      ...['PartActivated', 'PartRolledBack', 'PartRolledBack'],
    ])
  })

  it('is told of in the audit', async () => {
    const { body } = await td.send('GET', '/api/audit?module=releases&limit=3')
    const { events } = body as unknown as { events: { sentence: { text: string; was: string | null } }[] }
    expect(events.map(({ sentence }) => [sentence.text, sentence.was])).toEqual([
      ['rolled dinner back to 1.0.0', 'dinner 1.1.0'],
      ['rolled dinner back to 1.1.0', 'dinner 1.2.0'],
      ['made dinner 1.2.0 live', 'dinner 1.1.0'],
    ])
  })
})

describe('A part that is added', () => {
  it('is there with nothing live until a release of it is', async () => {
    expect(await td.add('hello')).toMatchObject({
      status: 201,
      body: { part: { name: 'hello', live: null, canary: null, previous: null, releases: [], errors: [] } },
    })
    await td.release('hello', '1.0.0')
    expect((await td.activate('hello', '1.0.0')).body.part).toMatchObject({ live: '1.0.0', previous: null })
    expect(await td.rollBack('hello')).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_ROLL_BACK' } })
    expect((await td.list()).map(({ name }) => name)).toEqual(['dinner', 'hello'])
  })

  it('is refused where there is one of that name, or none can be', async () => {
    for (const name of ['hello', 'dinner'])
      expect(await td.add(name)).toMatchObject({ status: 409, body: { code: 'PART_EXISTS' } })
    for (const name of ['shell', 'preview', 'Hello', 'a-b', '../x', '', 'x'.repeat(31)])
      expect(await td.add(name)).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
  })
})

describe('An answer', () => {
  it('names the module that gives it, and so does a domain error', async () => {
    for (const path of ['/api/parts', '/api/parts/unknown/releases']) {
      const { headers } = await td.send(path === '/api/parts' ? 'GET' : 'POST', path)
      expect(headers.get('server-timing')).toBe('releases')
    }
  })
})

describe('What cannot be released', () => {
  it.each<[string, number, string, () => ReturnType<typeof td.rollBack>]>([
    ['a part that is not there', 404, 'PART_NOT_FOUND', () => td.release('unknown', '1.0.0')],
    ['a name that cannot be', 404, 'PART_NOT_FOUND', () => td.release('NO-NAME', '1.0.0')],
    ['a version twice', 409, 'RELEASE_EXISTS', () => td.release('hello', '1.0.0')],
    ['the version of the site', 409, 'RELEASE_EXISTS', () => td.release('dinner', '1.0.0')],
    [
      'a contract that does not fit',
      409,
      'RELEASE_DOES_NOT_FIT',
      () => td.release('hello', '2.0.0', { contract: '9' }),
    ],
    [
      'needs that do not fit',
      409,
      'RELEASE_DOES_NOT_FIT',
      () => td.release('hello', '2.0.0', { needs: { unknown: '^1' } }),
    ],
    ['another part in the manifest', 422, 'RELEASE_INVALID', () => td.release('hello', '2.0.0', { name: 'dinner' })],
    [
      'another version in the manifest',
      422,
      'RELEASE_INVALID',
      () => td.release('hello', '2.0.0', { version: '2.0.1' }),
    ],
    [
      'no version',
      422,
      'INVALID_FIELDS',
      async () => td.upload('hello', 'latest', await builtArchive('hello', '1.0.0')),
    ],
    ['a broken archive', 422, 'RELEASE_INVALID', () => td.upload('hello', '2.0.0', Buffer.from('no archive'))],
    [
      'a link',
      422,
      'RELEASE_INVALID',
      async () =>
        td.upload(
          'hello',
          '2.0.0',
          await buildArchive([
            ...builtFiles('hello', '2.0.0'),
            { name: 'x', type: 'symlink', linkname: '/etc/passwd' },
          ]),
        ),
    ],
    [
      'a path that leaves the folder',
      422,
      'RELEASE_INVALID',
      async () => td.upload('hello', '2.0.0', await buildArchive([...builtFiles('hello', '2.0.0'), { name: '../x' }])),
    ],
    ['more than 20 MB', 413, 'ARCHIVE_TOO_LARGE', () => td.upload('hello', '2.0.0', Buffer.alloc(maxArchiveBytes + 1))],
    [
      'neither archive nor address',
      422,
      'INVALID_FIELDS',
      () => td.send('POST', '/api/parts/hello/releases', { json: { version: '2.0.0' } }),
    ],
    [
      'an address of another kind',
      422,
      'INVALID_FIELDS',
      () => td.releaseElsewhere('hello', '2.0.0', 'file:///etc/passwd'),
    ],
    [
      'an address where nothing is',
      422,
      'RELEASE_INVALID',
      () => td.releaseElsewhere('hello', '2.0.0', `${app.origin}/api/nothing`),
    ],
  ])('is refused, and nothing is stored: %s', async (_, status, code, send) => {
    const before = await stored()
    expect(await send()).toMatchObject({ status, body: { code, message: expect.stringMatching(/\.$/) } })
    expect(await stored()).toEqual(before)
  })

  it('is told with its reason', async () => {
    const { body } = await td.release('hello', '2.0.0', { contract: '9' })
    expect(body.message).toBe('The hello pages need what this site does not have.')
  })

  it('is taken once of two at the same moment', async () => {
    const before = await stored()
    const archives = await Promise.all(
      ['^1.0', '^1.1'].map((dinner) => builtArchive('hello', '3.0.0', { needs: { dinner } })),
    )
    const answers = await Promise.all(archives.map((archive) => td.upload('hello', '3.0.0', archive)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await stored()).toEqual({ facts: (before?.facts ?? 0) + 1, kept: (before?.kept ?? 0) + 1 })
  })

  it('is taken once however often it is sent under its key', async () => {
    const archive = await builtArchive('hello', '3.1.0')
    const send = () => td.upload('hello', '3.1.0', archive, { 'idempotency-key': 'release-3.1.0' })
    const answers = [await send(), await send()]
    expect(answers.map(({ status, body }) => [status, body.release?.version])).toEqual([
      [201, '3.1.0'],
      [201, '3.1.0'],
    ])
  })
})

describe('What cannot be activated or previewed', () => {
  it.each<[string, number, string, () => ReturnType<typeof td.rollBack>]>([
    ['a part that is not there', 404, 'PART_NOT_FOUND', () => td.activate('unknown', '1.0.0')],
    ['a version that is not there', 404, 'RELEASE_NOT_FOUND', () => td.activate('hello', '9.9.9')],
    ['a text that is no version', 404, 'RELEASE_NOT_FOUND', () => td.activate('hello', '../..')],
    ['no percentage', 422, 'INVALID_FIELDS', () => td.activate('hello', '3.0.0', 0)],
    ['all of them as a percentage', 422, 'INVALID_FIELDS', () => td.activate('hello', '3.0.0', 100)],
    ['half a percent', 422, 'INVALID_FIELDS', () => td.activate('hello', '3.0.0', 0.5)],
    ['a canary of what is live', 409, 'RELEASE_IS_LIVE', () => td.activate('hello', '1.0.0', 10)],
    [
      'a preview of what is not there',
      404,
      'RELEASE_NOT_FOUND',
      () => td.send('POST', '/api/parts/hello/preview', { json: { version: '9.9.9' } }),
    ],
  ])('is refused: %s', async (_, status, code, send) => {
    const before = await readFactTypes('hello')
    expect(await send()).toMatchObject({ status, body: { code } })
    expect(await readFactTypes('hello')).toEqual(before)
  })
})
