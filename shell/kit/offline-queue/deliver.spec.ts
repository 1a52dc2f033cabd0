import { ApiError, apiErrorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it, vi } from 'vitest'
import { createCommand, deviceOwner, nextStatus, type QueuedCommand, statusMachine, statusWords } from './command.ts'
import { deliver, fixTime, happenedWords, toOutcome } from './deliver.ts'
import { nextToSend, pauseAfter } from './engine.ts'

vi.stubEnv('TZ', 'America/Chicago')

const rejection = (status: number, code?: string) => new ApiError(status, code ? { code, message: 'No.' } : {})
const line = { kind: 'unknown', failure: { because: 'connection' } }

describe('What a try came to', () => {
  it.each<[string, unknown, object]>([
    ['a lost connection', new NetworkError('gone'), line],
    ['an answer that breaks off, or a page of HTML', new SyntaxError('Unexpected token <'), line],
    ['no answer for eight seconds', new NetworkError('The server did not answer in time.'), line],
    ['a proxy that answers in our place', rejection(404), line],
    [
      'a server that fails',
      rejection(500, 'INTERNAL'),
      { kind: 'unknown', failure: { because: 'server', status: 500 } },
    ],
    ['a server that is away', rejection(503, 'AWAY'), { kind: 'unknown', failure: { status: 503 } }],
    ['too many requests', rejection(429, 'TOO_MANY_REQUESTS'), { kind: 'unknown', failure: { status: 429 } }],
    ['a session that is over', rejection(401, 'TOKEN_EXPIRED'), { kind: 'signed-out' }],
    ['a role that may not', rejection(403, 'FORBIDDEN'), { kind: 'rejected', rejection: { code: 'FORBIDDEN' } }],
    ['a place that is taken', rejection(409, 'SLOT_OCCUPIED'), { kind: 'rejected', rejection: { message: 'No.' } }],
    ['a dish of an edition that is over', rejection(404, 'SIGNUP_NOT_FOUND'), { kind: 'rejected' }],
    ['a key with another command', rejection(422, 'IDEMPOTENCY_KEY_REUSED'), { kind: 'rejected' }],
  ])('is known of %s', (_, error, outcome) => expect(toOutcome(error)).toMatchObject(outcome))
})

describe('A rejection because of others', () => {
  const now = new Date(2025, 10, 22, 18, 30)
  const at = new Date(2025, 10, 22, 18, 12).toISOString()
  const moved = { what: 'Gravy was moved to Buffet 3', by: 'Becky Thatcher', at }

  it('says what happened instead, who did it and when', () => {
    expect(happenedWords(moved, now)).toBe('Gravy was moved to Buffet 3 by Becky Thatcher at 6:12 PM.')
    expect(happenedWords({ ...moved, by: null }, now)).toBe('Gravy was moved to Buffet 3 at 6:12 PM.')
    expect(happenedWords(moved, new Date(2025, 10, 23))).toBe(
      'Gravy was moved to Buffet 3 by Becky Thatcher on Nov 22 at 6:12 PM.',
    )
  })

  it('says so after the sentence of the server', () => {
    const body = { code: 'DISH_MOVED_MEANWHILE', message: 'Someone else has moved this dish in the meantime.' }
    const outcome = toOutcome(apiErrorOf(409, { ...body, happened: moved }, null))
    expect(outcome).toMatchObject({
      rejection: {
        code: body.code,
        message: expect.stringMatching(/^Someone .+ in the meantime\. Gravy .+ Thatcher .+\.$/),
      },
    })
  })
})

const commandFor = (subject: string, order: number, changes: Partial<QueuedCommand> = {}): QueuedCommand => ({
  ...createCommand(
    { operation: 'PUT', params: {}, body: {}, answers: 'signup', subject, label: subject },
    { key: `${subject}-${order}`, owner: { id: 'hank', username: 'helper' }, queuedAt: 0, offsetMs: null },
  ),
  order,
  ...changes,
})
const next = (...commands: QueuedCommand[]) => nextToSend(commands, 'hank', 1_000)?.key

describe('A command of the device', () => {
  const entry = commandFor('entry', 1, { owner: deviceOwner })

  it('is sent with any sign-in and without one, and one of a user with their own alone', () => {
    expect(nextToSend([entry], 'hank', 1_000)).toBe(entry)
    expect(nextToSend([entry], deviceOwner.id, 1_000)).toBe(entry)
    expect(nextToSend([commandFor('pie', 1)], deviceOwner.id, 1_000)).toBeNull()
  })

  it('waits for another link where the server takes the one of the device no more, and holds up no one', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'NO_TOKEN', message: 'Please log in.' }, { status: 401 }))
    expect(await deliver(entry, false)).toMatchObject({ kind: 'unknown', failure: { status: 401 } })
    expect(await deliver(commandFor('pie', 1), false)).toMatchObject({ kind: 'signed-out' })
    vi.unstubAllGlobals()
  })
})

describe('When a command happened', () => {
  const queuedAt = Date.parse('2025-11-22T18:12:00.000Z')
  const readTime = (changes: Partial<QueuedCommand>) => fixTime(commandFor('pie', 1, { queuedAt, ...changes }))

  it('is that of the server’s clock, as known then', () => {
    expect(readTime({ offsetMs: 0 })).toBe('2025-11-22T18:12:00.000Z')
    expect(readTime({ offsetMs: -90 * 60_000 })).toBe('2025-11-22T16:42:00.000Z')
  })

  it('is sent as it was kept: one damaged command holds up no other', () => {
    for (const offsetMs of [1e300, Number.NaN, Number.POSITIVE_INFINITY])
      expect(readTime({ offsetMs })).toBe('2025-11-22T18:12:00.000Z')
    expect(Date.parse(readTime({ queuedAt: Number.NaN, offsetMs: null }))).not.toBeNaN()
  })
})

describe('What is sent next', () => {
  it('is the first command on each dish, in order', () => {
    expect(next(commandFor('pie', 2), commandFor('pie', 1), commandFor('ham', 3))).toBe('pie-1')
  })

  it('waits for the command before it on the same dish, and for no other dish', () => {
    expect(next(commandFor('pie', 1, { tries: 1, nextTryAt: 5_000 }), commandFor('pie', 2), commandFor('ham', 3))).toBe(
      'ham-3',
    )
    expect(next(commandFor('pie', 1, { tries: 3 }), commandFor('ham', 2))).toBe('ham-2')
  })

  it('goes on after a rejection, and is of this user alone', () => {
    expect(next(commandFor('pie', 1, { status: 'rejected' }), commandFor('pie', 2))).toBe('pie-2')
    expect(next(commandFor('pie', 1, { owner: { id: 'ada', username: 'ada' } }), commandFor('pie', 2))).toBe('pie-2')
  })

  it('is not held up by a clock that was set back', () => {
    expect(next(commandFor('pie', 1, { tries: 1, nextTryAt: 9e12 }))).toBe('pie-1')
  })

  it('is tried after pauses that grow to half a minute', () => {
    const pauses = [1, 2, 3, 9, 999].map((tries) => pauseAfter(tries, () => 1))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  })
})

describe('The machine of a command', () => {
  it('has four statuses with a word each, and leads from the first to all others', () => {
    expect(Object.values(statusWords)).toEqual(['Not sent yet', 'Sending', 'Sent', 'Refused'])
    expect(nextStatus(nextStatus('queued', 'send'), 'done')).toBe('done')
    expect(nextStatus(nextStatus('queued', 'send'), 'unknown')).toBe('queued')
    expect(nextStatus(nextStatus('queued', 'send'), 'rejected')).toBe('rejected')
    expect(statusMachine.done).toEqual({})
  })

  it('does nothing else', () => {
    expect(() => nextStatus('queued', 'done')).toThrow('A command that is queued cannot be: done')
    expect(() => nextStatus('rejected', 'send')).toThrow()
  })
})
