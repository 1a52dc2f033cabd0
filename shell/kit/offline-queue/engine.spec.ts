import { describe, expect, it } from 'vitest'
import { createCommand, type QueuedCommand, type SendOutcome } from './command.ts'
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
    return queue.keep(createCommand(request, made))
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
