import { until } from '@ultimate/event-store/fixtures/store.fixture.ts'
import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi, td } from '../http/api.fixture.ts'
import { libraryModule } from '../http/library.fixture.ts'
import { announcements } from './announcements.ts'
import { follow, type Message } from './follow.fixture.ts'
import { historyLength, toAudience } from './history.ts'
import { createHub, type Hub } from './hub.ts'
import { formatMessage } from './sse.ts'

/** Of five events, two are about slots, two about sign-ups, and one is about nothing that a reader can follow. */
const events = 12_500
const missedAtMost = 10_000
const random = seeded(seed)

interface Stored {
  readonly position: number
  readonly stream: string
  readonly type: string
}

const topicOf: Readonly<Record<string, string>> = { ShelfBuilt: 'slots', BookPut: 'signups' }
const everything = { stream: '*', type: '*' }

let api: TestApi
/** One that heard of all events as they were stored, and one that started after that. */
let hubs: Record<'early' | 'late', Hub>
let changes: Stored[]
const newHub = () =>
  createHub(api.store.log, announcements([libraryModule(api.store.commands, [])]), {
    heartbeatMs: 3_600_000,
    tokenTopic: 'users',
  })

beforeAll(async () => {
  // No heartbeat moves a reader on that is stuck.
  api = await startApi({ heartbeatMs: 3_600_000 })
  const early = newHub()
  await early.resume(null)
  await api.owner`
    insert into events (position, stream, version, category, type, schema_version, data, actor_kind, correlation_id,
      causation_id, edition, at)
    select n, 'shelf-' || n, 1, 'shelf', (array['BookTaken', 'ShelfBuilt', 'BookPut', 'ShelfBuilt', 'BookPut'])[1 + n % 5],
      case when n % 5 in (1, 3) then 2 else 1 end, case when n % 5 in (1, 3)
        then json_build_object('name', 'shelf ' || n, 'owner', null, 'material', 'oak')
        else json_build_object('book', 'atlas', 'pages', 1) end,
      'system', 'c', 'c', '2025', now()
    from generate_series(1, ${events}) as n`
  await api.owner`select pg_notify('events', '')`
  const stored = await api.owner<Stored[]>`select position, stream, type from events order by position`
  changes = stored.filter(({ type }) => type in topicOf)
  const known = async () => (await api.fetch('/api/owners', { token: 'td' })).headers.get('x-log-position')
  await until(async () => early.position() === events && (await known()) === String(events))
  hubs = { early, late: newHub() }
})
afterAll(async () => {
  for (const one of Object.values(hubs)) one.close()
  await api.close()
})

/** The position of a reader that has missed the last so many changes. */
const positionBefore = (missed: number) => (missed === changes.length ? 0 : (changes.at(-1 - missed)?.position ?? 0))

const formatTexts = (stored: readonly Stored[]) =>
  stored.map(({ position, stream, type }) =>
    formatMessage({ id: position, event: topicOf[type] ?? '', data: { stream, type } }),
  )
const freshLook = (position: number) =>
  formatMessage({ event: 'slots', data: everything }) +
  formatMessage({ id: position, event: 'signups', data: everything })

/** All parts that bring a reader up to date. */
async function catchUp(from: Hub, after: number): Promise<string> {
  const reader = toAudience(new Set(['slots', 'signups']), td)
  let text = ''
  let position = await from.resume(after)
  for (let part = from.next(position, reader); part.position !== position; part = from.next(position, reader)) {
    position = part.position
    text += part.bytes
  }
  expect(position).toBe(events)
  return text
}

/** All messages up to the one about this stream. */
async function hearUntil(stream: string, { next, leave }: Pick<Awaited<ReturnType<typeof follow>>, 'next' | 'leave'>) {
  const heard: Message[] = []
  for (let message = await next(); message; message = await next()) {
    heard.push(message)
    if (message.data['stream'] === stream) break
    await new Promise(setImmediate)
  }
  leave()
  const [ready, ...rest] = heard
  const isFresh = ({ data }: Message) => data['type'] === '*'
  return { ready, fresh: rest.filter(isFresh), later: rest.filter((message) => !isFresh(message)) }
}

describe('A reader that comes back', () => {
  it.each(['early', 'late'] as const)('hears what it missed at every number of changes: %s backend', async (which) => {
    const texts = formatTexts(changes)
    const late = events - historyLength
    for (let missed = 0; missed <= missedAtMost; missed++) {
      const after = positionBefore(missed)
      const isKnown = which === 'early' ? missed <= historyLength : after >= late
      const expected = isKnown ? texts.slice(texts.length - missed).join('') : freshLook(events)
      const heard = await catchUp(hubs[which], after)
      if (heard !== expected) expect({ missed, heard }).toEqual({ missed, heard: expected })
    }
  })

  it('hears of nothing from a position that this backend has not reached yet', async () => {
    const ahead = events + 1
    const position = await hubs.early.resume(ahead)
    const reader = toAudience(new Set(['slots']), null)
    expect(hubs.early.next(position, reader)).toEqual({ bytes: Buffer.alloc(0), position: ahead })
  })

  it('has no gap and no repetition while more happens, and reads at its own pace', async () => {
    const amounts = [0, 1, 2, 999, 1_000, 1_001, 4_999, 9_999, 10_000]
    while (amounts.length < 15) amounts.push(Math.floor(random() * missedAtMost))
    const build = (name: string) => api.fetch('/api/shelves', { json: { name } })
    const building = Promise.all(Array.from({ length: 40 }, (_, index) => build(`new ${index}`)))
    const readers = await Promise.all(
      amounts.map(async (missed) => {
        const headers = { 'last-event-id': String(positionBefore(missed)) }
        return { missed, ...(await follow(api, '/api/live?topics=slots,signups', { headers, token: 'td' })) }
      }),
    )
    await building
    const last = ((await (await build('the last')).json()) as { id: string }).id
    const all = await api.owner<Stored[]>`
      select position, stream, type from events where type = any(${Object.keys(topicOf)}) order by position`
    for (const { missed, ...reader } of readers) {
      const { ready, fresh, later } = await hearUntil(`shelf-${last}`, reader)
      const after = Number((fresh.at(-1) ?? ready)?.id)
      // Some of those who missed almost too much have missed too much by the time they are here.
      const isTooMuch = missed > historyLength || fresh.length > 0
      expect({ missed, fresh: fresh.map(({ event }) => event) }).toEqual({
        missed,
        fresh: isTooMuch ? ['slots', 'signups'] : [],
      })
      if (!isTooMuch) expect(after).toBe(positionBefore(missed))
      expect({ missed, later: later.map(({ id }) => Number(id)) }).toEqual({
        missed,
        later: all.map(({ position }) => position).filter((position) => position > after),
      })
    }
  })
})
