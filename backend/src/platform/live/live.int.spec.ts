import { command, shelf } from '@ultimate/event-store/fixtures/shelf.fixture.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readError, startApi, type TestApi } from '../http/api.fixture.ts'
import { follow, type Message } from './follow.fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await startApi({ heartbeatMs: 50 })
})
afterEach(() => api.close())

const build = async (name: string) => {
  const built = await api.fetch('/api/shelves', { json: { name } })
  return ((await built.json()) as { id: string }).id
}
const put = (id: string, book: string) => api.fetch(`/api/shelves/${id}/books/${book}`, { method: 'PUT', token: 'td' })
const readPosition = async () => (await api.fetch('/api/owners', { token: 'td' })).headers.get('x-log-position')
/** Resolves once the backend has heard of all of them, which is when no older transaction in this cluster is running. */
async function putAtOnce(id: string, count: number): Promise<void> {
  const context = { actor: { kind: 'system', id: 'test', name: null, role: null }, now: new Date() } as const
  const chain = { correlationId: 'c', causationId: 'c', happenedAt: null, idempotency: null }
  const books = Array.from({ length: count }, (_, book) => command('Put', { book: `${book}`, pages: 1 }))
  const many = { ...shelf, decide: () => books.flatMap((it) => shelf.decide(it, { built: true, books: [] })) }
  await api.store.commands.handle(many, { stream: `shelf-${id}`, command: command('Put') }, { ...context, ...chain })
  const [row] = await api.sql<{ newest: string }[]>`select max(position)::text as newest from events`
  await expect.poll(readPosition).toBe(row?.newest)
}
const burn = (id: string) => api.fetch(`/api/shelves/${id}`, { method: 'DELETE', token: 'td' })

describe('A live stream', () => {
  it('tells what happens under the wanted topics, and nothing of what it says', async () => {
    const reader = await follow(api, '/api/live?topics=slots')
    expect(Object.fromEntries(reader.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await reader.next()).toMatchObject({ event: 'ready', data: { position: expect.any(Number) } })
    const id = await build('a name that no reader should hear')
    expect(await reader.next()).toEqual({
      event: 'slots',
      id: expect.stringMatching(/^\d+$/),
      data: { stream: `shelf-${id}`, type: 'ShelfBuilt' },
    })
    reader.leave()
  })

  it('goes on after the last message that was heard, in order, without gap or repetition', async () => {
    const first = await follow(api, '/api/live?topics=slots')
    await first.next()
    const one = await build('one')
    const heard = await first.next()
    first.leave()
    const missed = [await build('two'), await build('three')]
    const again = await follow(api, '/api/live?topics=slots', { headers: { 'last-event-id': heard?.id ?? '' } })
    const since = await follow(api, `/api/live?topics=slots&after=${heard?.id}`)
    const expected = [...missed, await build('four')].map((id) => `shelf-${id}`)
    for (const reader of [again, since]) {
      expect((await reader.next())?.event).toBe('ready')
      const streams = [await reader.next(), await reader.next(), await reader.next()].map((it) => it?.data['stream'])
      expect(streams).toEqual(expected)
      reader.leave()
    }
    expect(expected).not.toContain(`shelf-${one}`)
  })

  it('misses nothing that is stored while it opens', async () => {
    const heard: (string | undefined)[] = []
    const building = Promise.all(Array.from({ length: 40 }, (_, index) => build(`busy ${index}`)))
    const reader = await follow(api, '/api/live?topics=slots&after=0')
    const ids = (await building).map((id) => `shelf-${id}`)
    await reader.next()
    while (heard.length < ids.length) heard.push(String((await reader.next())?.data['stream']))
    expect(heard.toSorted()).toEqual(ids.toSorted())
    reader.leave()
  })

  it('asks for a fresh look where too much was missed, or the log is not the one that was followed', async () => {
    const future = await follow(api, `/api/live?topics=slots,board&after=${Number.MAX_SAFE_INTEGER}`)
    const everything = { stream: '*', type: '*' }
    // Only the last message moves the reader on: cut off before it, it is asked again, and after it no more.
    expect(await future.next()).toMatchObject({ event: 'ready', id: undefined })
    expect(await future.next()).toEqual({ event: 'slots', id: undefined, data: everything })
    const last = await future.next()
    expect(last).toMatchObject({ event: 'board', data: everything })
    const back = await follow(api, `/api/live?topics=slots,board&after=${last?.id}`)
    expect(await back.next()).toMatchObject({ event: 'ready', id: last?.id })
    const id = await build('long')
    expect(await back.next()).toMatchObject({ event: 'slots', data: { stream: `shelf-${id}` } })
    back.leave()
    await putAtOnce(id, 1000)
    const late = await follow(api, '/api/live?topics=slots&after=0')
    await late.next()
    expect(await late.next()).toMatchObject({ event: 'slots', id: expect.any(String), data: everything })
    for (const reader of [future, late]) reader.leave()
  })

  it.each([585, 999])('ends up to date after %i missed changes, also for a slow reader', async (missed) => {
    const id = await build('long')
    const before = await follow(api, '/api/live?topics=signups', { token: 'helper' })
    const position = (await before.next())?.id
    before.leave()
    await putAtOnce(id, missed)
    const late = await follow(api, `/api/live?topics=signups&after=${position}`, { token: 'helper' })
    const told: Message[] = []
    const isUpToDate = () => told.length === missed || told.some(({ data }) => data['type'] === '*')
    while (!isUpToDate()) {
      const message = await late.next()
      if (message === null) break
      if (message.event === 'signups') told.push(message)
    }
    expect(isUpToDate()).toBe(true)
    // The stream goes on, from the last position on.
    await put(id, 'one-more')
    expect((await late.next())?.data).toMatchObject({ type: 'BookPut' })
    late.leave()
  })

  it('shows that it is alive', async () => {
    const reader = await follow(api, '/api/live?topics=slots')
    await reader.next()
    expect([await reader.block(), await reader.block()]).toEqual([': still here', ': still here'])
    reader.leave()
  })

  it('refuses topics that do not exist', async () => {
    expect(await readError(await api.fetch('/api/live?topics=slots,gossip'))).toMatchObject({
      status: 422,
      code: 'INVALID_FIELDS',
      fields: { topics: expect.stringContaining('Topics are teams, pools') },
    })
  })

  it('has no body for HEAD', async () => {
    const answer = await api.fetch('/api/live', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('An answer to a read', () => {
  it('says where in the log it stands, by which a stream that opened then has told nothing yet', async () => {
    expect(await readPosition()).toBeNull()
    const reader = await follow(api, '/api/live?topics=slots')
    const ready = await reader.next()
    expect(await readPosition()).toBe(ready?.id)
    await build('known')
    const heard = await reader.next()
    expect(await readPosition()).toBe(heard?.id)
    const later = await follow(api, '/api/live?topics=slots')
    expect((await later.next())?.id).toBe(heard?.id)
    reader.leave()
    later.leave()
  })
})

describe('Who hears what', () => {
  it('is decided by the audience of each fact', async () => {
    const readers = {
      visitor: await follow(api, '/api/live'),
      helper: await follow(api, '/api/live', { token: 'helper' }),
      td: await follow(api, '/api/live', { token: 'td' }),
    }
    for (const reader of Object.values(readers)) await reader.next()
    const id = await build('heard')
    await put(id, 'atlas')
    await burn(id)
    await build('last')
    const readTypes = async (reader: (typeof readers)['td'], count: number) => {
      const types: unknown[] = []
      while (types.length < count) types.push((await reader.next())?.data['type'])
      return types
    }
    expect(await readTypes(readers.visitor, 2)).toEqual(['ShelfBuilt', 'ShelfBuilt'])
    expect(await readTypes(readers.helper, 3)).toEqual(['ShelfBuilt', 'BookPut', 'ShelfBuilt'])
    expect(await readTypes(readers.td, 4)).toEqual(['ShelfBuilt', 'BookPut', 'ShelfBurnt', 'ShelfBuilt'])
    for (const reader of Object.values(readers)) reader.leave()
  })

  it.each(['signups', 'slots,users'])('asks for a token where only staff could hear anything: %s', async (topics) => {
    expect(await readError(await api.fetch(`/api/live?topics=${topics}`))).toEqual({ status: 401, code: 'NO_TOKEN' })
    const bad = await api.fetch(`/api/live?topics=${topics}`, { token: 'forged' })
    expect(await readError(bad)).toEqual({ status: 401, code: 'INVALID_SIGNATURE' })
  })

  it('ends for a user who is signed out elsewhere, and says why', async () => {
    const reader = await follow(api, '/api/live?topics=slots', { token: 'helper' })
    await reader.next()
    api.tokens.revoke('helper', 'TOKEN_REVOKED')
    expect(await reader.next()).toEqual({
      event: 'signed-out',
      id: undefined,
      data: { code: 'TOKEN_REVOKED', message: 'Your password was changed elsewhere. Please log in again.' },
    })
    expect(await reader.next()).toBeNull()
  })

  it('ends at once, without waiting for a heartbeat, when the facts say so', async () => {
    const quiet = await startApi({ heartbeatMs: 3_600_000 })
    try {
      const answer = await quiet.fetch('/api/live?topics=slots', { token: 'helper' })
      quiet.tokens.revoke('helper', 'USER_REMOVED')
      const built = await quiet.fetch('/api/shelves', { json: { name: 'to burn' } })
      const { id } = (await built.json()) as { id: string }
      await quiet.fetch(`/api/shelves/${id}`, { method: 'DELETE', token: 'td' })
      expect(await answer.text()).toContain('event: signed-out\ndata: {"code":"USER_REMOVED"')
    } finally {
      await quiet.close()
    }
  })
})

describe('Many readers', () => {
  const readersNow = async () => /^live_readers (\d+)$/m.exec(await (await api.fetch('/metrics')).text())?.[1]

  it('are counted, and forgotten when they go', async () => {
    const readers = [await follow(api, '/api/live'), await follow(api, '/api/live')]
    expect(await readersNow()).toBe('2')
    for (const reader of readers) reader.leave()
    await expect.poll(readersNow).toBe('0')
  })

  it('may be one user’s or visitor’s twenty times, then the oldest ends; without either there is no limit', async () => {
    const cookie = (name: string) => ({ headers: { cookie: `visitor=${name}` } })
    for (const who of [{ token: 'helper' }, cookie('becky')]) {
      const oldest = await follow(api, '/api/live?topics=slots', who)
      await oldest.next()
      const others = await Promise.all(Array.from({ length: 20 }, () => follow(api, '/api/live?topics=slots', who)))
      expect(await oldest.next()).toBeNull()
      await expect.poll(readersNow).toBe('20')
      for (const reader of others) reader.leave()
      await expect.poll(readersNow).toBe('0')
    }
    const phones = await Promise.all(Array.from({ length: 25 }, () => follow(api, '/api/live?topics=slots')))
    expect(await readersNow()).toBe('25')
    for (const reader of phones) reader.leave()
  })

  it('are told to come back when the backend closes', async () => {
    const reader = await follow(api, '/api/live?topics=slots')
    await reader.next()
    await api.stop()
    let last = await reader.block()
    while (last?.startsWith(':')) last = await reader.block()
    expect(last).toMatch(/^retry: \d+$/)
    expect(await reader.block()).toBeNull()
  })
})
