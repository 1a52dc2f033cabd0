import { ApiError, apiErrorOf, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it, vi } from 'vitest'
import {
  createCommand,
  deviceOwner,
  nextStatus,
  type QueuedCommand,
  type SendOutcome,
  statusMachine,
  statusWords,
} from './command.ts'
import { deliver, fixTime, happenedWords, toOutcome } from './deliver.ts'
import { pauseBeforeRetry, pickToSend } from './due-commands.ts'
import { createQueue } from './engine.ts'
import { memoryStore } from './store.ts'

const silence: SendOutcome = { kind: 'unknown', failure: { because: 'connection' } }
const count = 500

/**
 * A phone with as many waiting commands, each on a dish of its own but for every tenth, and a server that records what
 * came.
 */
async function fullQueue(isSilent: (command: QueuedCommand) => boolean) {
  const store = memoryStore()
  const came: string[] = []
  let tries = 0
  let clock = 1_000_000
  let wakeUp = () => {}
  const open = () =>
    createQueue({
      store,
      send: async (command) => {
        tries++
        clock += 10
        if (isSilent(command)) return silence
        came.push(command.key)
        return { kind: 'done', answer: {} }
      },
      fixTime: ({ queuedAt }) => new Date(queuedAt).toISOString(),
      owner: () => 'hank',
      now: () => clock,
      random: () => 0.5,
      alone: (work) => work(() => true),
      later: (ms, wake) => {
        wakeUp = () => {
          clock += ms
          wake()
        }
      },
      publish: () => undefined,
      onOutcome: async () => undefined,
    })
  const queue = open()
  const command = (key: string, subject = key) => {
    const request = { operation: 'PUT', params: {}, body: {}, answers: 'signup', subject, label: subject }
    const made = { key, owner: { id: 'hank', username: 'helper' }, offsetMs: null, queuedAt: clock++ }
    return queue.add(createCommand(request, made))
  }
  const queued: string[] = []
  for (let number = 0; number < count; number++)
    queued.push((await command(`command-${number}`, number % 10 === 0 ? 'gravy' : undefined)).key)
  /** The time that the queue has asked for passes, so often. */
  const wait = async (times: number, box = queue) => {
    for (let time = 0; time < times; time++) {
      wakeUp()
      await box.run()
    }
  }
  return { queue, open, command, queued, came, wait, tries: () => tries }
}

describe(`An queue of ${count} commands`, () => {
  it('is sent in the order in which they were made, however often the connection was tried before, and by which page', async () => {
    let isDead = true
    const { queue, open, queued, came, wait, tries } = await fullQueue(() => isDead)
    await queue.run()
    await wait(5)
    expect(tries(), 'a dead connection is tried now and then, not by every command').toBeLessThan(30)
    isDead = false
    const reloaded = open()
    await reloaded.run()
    expect(came).toEqual(queued)
  })

  it('is sent in order also where a user commands as the connection returns: first what waits longest', async () => {
    let isDead = true
    const { queue, command, queued, came, wait } = await fullQueue(() => isDead)
    await queue.run()
    await wait(3)
    isDead = false
    queued.push((await command('one more')).key)
    await queue.run()
    expect(came).toEqual(queued)
    expect(queue.commands().size).toBe(0)
  })

  it('is not held up by commands that are never answered, and keeps the order of all others', async () => {
    const lost = ['command-1', 'command-2', 'command-3']
    const { queue, queued, came, wait } = await fullQueue(({ key }) => lost.includes(key))
    await queue.run()
    await wait(5)
    const others = queued.filter((key) => !lost.includes(key))
    expect(came.toSorted()).toEqual(others.toSorted())
    const probes = came.filter((key, at) => at > 0 && queued.indexOf(key) < queued.indexOf(came[at - 1] ?? ''))
    expect(probes.length, 'what was tried by chance came early').toBeLessThanOrEqual(lost.length)
    expect([...queue.commands().keys()].toSorted()).toEqual(lost)
  })
})

describe('An queue of ten thousand commands', () => {
  it('is read whole, sent from the first one on, and keeps the rest', async () => {
    const store = memoryStore()
    const request = { operation: 'PUT', params: {}, body: {}, answers: 'signup' }
    for (let number = 0; number < 10_000; number++) {
      const subject = `dish-${number % 600}`
      const made = {
        key: `command-${number}`,
        owner: { id: 'hank', username: 'helper' },
        offsetMs: null,
        queuedAt: number,
      }
      await store.add(createCommand({ ...request, subject, label: subject }, made))
    }
    const came: string[] = []
    const queue = createQueue({
      store,
      send: async ({ key }) => {
        if (came.length === 25) return silence
        came.push(key)
        return { kind: 'done', answer: {} }
      },
      fixTime: ({ queuedAt }) => new Date(queuedAt).toISOString(),
      owner: () => 'hank',
      now: () => 1_000_000,
      random: () => 0.5,
      alone: (work) => work(() => true),
      later: () => undefined,
      publish: () => undefined,
      onOutcome: async () => undefined,
    })
    await queue.run()
    expect(came).toEqual(Array.from({ length: 25 }, (_, number) => `command-${number}`))
    expect([queue.commands().size, (await store.all()).length, queue.isDisconnected()]).toEqual([9_975, 9_975, true])
  })
})

vi.stubEnv('TZ', 'America/Chicago')

const rejection = (status: number, code?: string) => new ApiError(status, code ? { code, message: 'No.' } : {})

describe('What a try came to', () => {
  it.each<[string, unknown, object]>([
    ['a lost connection', new NetworkError('gone'), silence],
    ['an answer that breaks off, or a page of HTML', new SyntaxError('Unexpected token <'), silence],
    ['no answer for eight seconds', new NetworkError('The server did not answer in time.'), silence],
    ['a proxy that answers in our place', rejection(404), silence],
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
const next = (...commands: QueuedCommand[]) => pickToSend(commands, 'hank', 1_000)?.key

describe('A command of the device', () => {
  const entry = commandFor('entry', 1, { owner: deviceOwner })

  it('is sent with any sign-in and without one, and one of a user with their own alone', () => {
    expect(pickToSend([entry], 'hank', 1_000)).toBe(entry)
    expect(pickToSend([entry], deviceOwner.id, 1_000)).toBe(entry)
    expect(pickToSend([commandFor('pie', 1)], deviceOwner.id, 1_000)).toBeNull()
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

  it('is sent as it was stored: one damaged command holds up no other', () => {
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
    const pauses = [1, 2, 3, 9, 999].map((tries) => pauseBeforeRetry(tries, () => 1))
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
