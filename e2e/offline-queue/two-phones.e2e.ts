import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { createCommand, type QueuedCommand, type SendOutcome } from '../../shell/kit/offline-queue/command.ts'
import { createQueue } from '../../shell/kit/offline-queue/engine.ts'
import { memoryStore } from '../../shell/kit/offline-queue/store.ts'
import { helper, readToken, test } from '../fixtures/check-in-page.ts'
import { expect, td } from '../fixtures/test.ts'
import { type UnreliableConnection, unreliableConnection } from '../fixtures/unreliable-connection.ts'

type Answer = { readonly already?: { readonly by: string | null; readonly at: string } }

/** A phone with the queue of the site, whose clock is wrong by so many minutes, which it knows. */
function createPhone(name: string, connection: UnreliableConnection, token: string, minutesWrong: number) {
  const answers = new Map<string, Answer>()
  const wrongBy = minutesWrong * 60_000
  let count = 0
  async function send({ params, body, key, at }: QueuedCommand): Promise<SendOutcome> {
    try {
      const answer = await fetch(`${connection.url}/api/dinner-signups/${params['id']}/checkin`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ ...body, at }),
      })
      const said = (await answer.json()) as Answer & { code: string; message: string }
      if (!answer.ok) {
        const rejection = { code: said.code, message: said.message, at: Date.now() }
        return { kind: 'rejected', rejection, error: new Error(said.message) }
      }
      answers.set(key, said)
      return { kind: 'done', answer: said }
    } catch {
      return { kind: 'unknown', failure: { because: 'connection' } }
    }
  }
  const queue = createQueue({
    store: memoryStore(),
    send,
    fixTime: ({ queuedAt, offsetMs }) => new Date(queuedAt + (offsetMs ?? 0)).toISOString(),
    owner: () => name,
    now: Date.now,
    random: seeded(seed),
    alone: (work) => work(() => true),
    // No timer here: what is left is sent when the connection is back.
    later: () => undefined,
    publish: () => undefined,
    onOutcome: async () => undefined,
  })
  return {
    queue,
    connection,
    answers,
    /** Returns when it was made, by a clock that is right. */
    async checkIn(id: string, checkedIn: boolean) {
      const now = Date.now()
      const subject = `signup-${id}`
      const request = { operation: 'PUT', params: { id }, body: { checkedIn }, answers: 'signup', subject, label: id }
      const made = { key: crypto.randomUUID(), owner: { id: name, username: name } }
      await queue.add(createCommand(request, { ...made, queuedAt: now + wrongBy, offsetMs: -wrongBy }))
      if (++count % 3 === 0) await queue.run()
      return { id, key: made.key, at: new Date(now).toISOString() }
    },
    async sendAll() {
      await queue.wake()
      expect(queue.commands().size).toBe(0)
    },
  }
}

interface Entry {
  readonly stream: string
  readonly type: string
  readonly at: string
  readonly happened_at: string | null
}

interface CheckInTime {
  readonly id: string
  readonly at: string
}

const byId = (times: readonly CheckInTime[]): CheckInTime[] =>
  times.map(({ id, at }) => ({ id, at })).toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** What happened of this type, by sign-up, when it was made. */
const happenedIn = (events: readonly Entry[], type: string): CheckInTime[] =>
  byId(
    events
      .filter((entry) => entry.type === type)
      .map(({ stream, happened_at }) => ({ id: stream.replace('signup-', ''), at: happened_at ?? 'at once' })),
  )

test('thirty check-ins on two phones, ten without a connection, five undone and two on both, stand in the audit once, with both times', async ({
  request,
  site,
}) => {
  const from = new Date().toISOString()
  const { token } = await readToken(request, helper)
  const headers = { authorization: `Bearer ${(await readToken(request, td)).token}` }
  const list = async () => {
    const { signups } = (await (await request.get('/api/dinner-signups', { headers })).json()) as {
      signups: { id: string; checked_in: boolean; checked_at: string | null }[]
    }
    return signups
  }
  const ids = (await list()).flatMap(({ id, checked_in }) => (checked_in ? [] : [id])).slice(0, 30)
  const connections = [await unreliableConnection(site.url), await unreliableConnection(site.url)] as const
  const [one, other] = [createPhone('one', connections[0], token, 0), createPhone('other', connections[1], token, -90)]

  // Two dishes are on both phones: the first half is for one, the second for the other.
  const [both, secondOfBoth] = [ids[0] ?? '', ids[1] ?? '']
  const checkIns: Awaited<ReturnType<typeof one.checkIn>>[] = []
  for (const id of ids.slice(0, 11)) checkIns.push(await one.checkIn(id, true))
  for (const id of ids.slice(16, 25)) checkIns.push(await other.checkIn(id, true))
  connections[0].mood = 'cut-after-request'
  connections[1].mood = 'captive'
  for (const id of ids.slice(11, 16)) checkIns.push(await one.checkIn(id, true))
  for (const id of ids.slice(25, 30)) checkIns.push(await other.checkIn(id, true))
  const again = [await other.checkIn(both, true), await other.checkIn(secondOfBoth, true)]
  const undone = [ids[2], ids[11], ids[12], ids[17], ids[26]].map((id) => id ?? '')
  const undos = []
  for (const id of undone) undos.push(await (ids.indexOf(id) < 16 ? one : other).checkIn(id, false))
  for (const { connection } of [one, other]) connection.mood = 'good'
  const sentFrom = new Date().toISOString()
  await Promise.all([one.sendAll(), other.sendAll()])

  const audit = `/api/audit?module=dinner&from=${from}&limit=200`
  const { events } = (await (await request.get(audit, { headers })).json()) as { events: Entry[] }
  expect(happenedIn(events, 'CheckedIn'), 'each once, as of its press').toEqual(byId(checkIns))
  expect(happenedIn(events, 'CheckInUndone')).toEqual(byId(undos))
  const cameIn = (id: string) => events.find((entry) => entry.stream === `signup-${id}`)?.at ?? ''
  // The first phone lost only the answers; the other phone's requests had not arrived.
  const late = ids.slice(25, 30)
  expect(
    late.filter((id) => cameIn(id) < sentFrom),
    'the other time is when it came in',
  ).toEqual([])
  // The second phone receives who did it and when.
  for (const { id, key } of again)
    expect(other.answers.get(key)?.already?.at).toBe(checkIns.find((one) => one.id === id)?.at)

  const now = new Map((await list()).map((signup) => [signup.id, signup]))
  const expected = ids.map((id) => (undone.includes(id) ? null : checkIns.find((one) => one.id === id)?.at))
  expect(ids.map((id) => now.get(id)?.checked_at)).toEqual(expected)
  const here = ids.filter((id) => !undone.includes(id))
  for (const id of here) await request.put(`/api/dinner-signups/${id}/checkin`, { headers, data: { checkedIn: false } })
  for (const connection of connections) await connection.close()
})
