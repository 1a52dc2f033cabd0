import { describe, expect, it } from 'vitest'
import { createOutbox } from './engine.ts'
import { memoryStore } from './store.ts'
import { newTap, type SendOutcome, type Tap } from './tap.ts'

const silence: SendOutcome = { kind: 'unanswered', trouble: { because: 'line' } }
const count = 500

/** A phone with as many waiting taps, each on a dish of its own but for every tenth, and a server that says what came. */
async function fullOutbox(isSilent: (tap: Tap) => boolean) {
  const store = memoryStore()
  const came: string[] = []
  let tries = 0
  let clock = 1_000_000
  let wakeUp = () => {}
  const open = () =>
    createOutbox({
      store,
      send: async (tap) => {
        tries++
        clock += 10
        if (isSilent(tap)) return silence
        came.push(tap.key)
        return { kind: 'accepted', answer: {} }
      },
      timeOf: ({ tappedAt }) => new Date(tappedAt).toISOString(),
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
      tell: () => undefined,
      onOutcome: async () => undefined,
    })
  const outbox = open()
  const tap = (key: string, subject = key) => {
    const request = { operation: 'PUT', params: {}, body: {}, answers: 'signup', subject, label: subject }
    const made = { key, owner: { id: 'hank', username: 'helper' }, offsetMs: null, tappedAt: clock++ }
    return outbox.keep(newTap(request, made))
  }
  const tapped: string[] = []
  for (let number = 0; number < count; number++)
    tapped.push((await tap(`tap-${number}`, number % 10 === 0 ? 'gravy' : undefined)).key)
  /** The time that the outbox has asked for passes, so often. */
  const wait = async (times: number, box = outbox) => {
    for (let time = 0; time < times; time++) {
      wakeUp()
      await box.run()
    }
  }
  return { outbox, open, tap, tapped, came, wait, tries: () => tries }
}

describe(`An outbox of ${count} taps`, () => {
  it('is sent in the order of tapping, however often the connection was tried before, and by which page', async () => {
    let isDead = true
    const { outbox, open, tapped, came, wait, tries } = await fullOutbox(() => isDead)
    await outbox.run()
    await wait(5)
    expect(tries(), 'a dead line is tried now and then, not by every tap').toBeLessThan(30)
    isDead = false
    const reloaded = open()
    await reloaded.run()
    expect(came).toEqual(tapped)
  })

  it('is sent in order also where a user taps as the connection returns: first what waits longest', async () => {
    let isDead = true
    const { outbox, tap, tapped, came, wait } = await fullOutbox(() => isDead)
    await outbox.run()
    await wait(3)
    isDead = false
    tapped.push((await tap('one more')).key)
    await outbox.run()
    expect(came).toEqual(tapped)
    expect(outbox.taps().size).toBe(0)
  })

  it('is not held up by taps that are never answered, and keeps the order of all others', async () => {
    const lost = ['tap-1', 'tap-2', 'tap-3']
    const { outbox, tapped, came, wait } = await fullOutbox(({ key }) => lost.includes(key))
    await outbox.run()
    await wait(5)
    const others = tapped.filter((key) => !lost.includes(key))
    expect(came.toSorted()).toEqual(others.toSorted())
    const probes = came.filter((key, at) => at > 0 && tapped.indexOf(key) < tapped.indexOf(came[at - 1] ?? ''))
    expect(probes.length, 'what was tried by chance came early').toBeLessThanOrEqual(lost.length)
    expect([...outbox.taps().keys()].toSorted()).toEqual(lost)
  })
})

describe('An outbox of ten thousand taps', () => {
  it('is read whole, sent from the first one on, and keeps the rest', async () => {
    const store = memoryStore()
    const request = { operation: 'PUT', params: {}, body: {}, answers: 'signup' }
    for (let number = 0; number < 10_000; number++) {
      const subject = `dish-${number % 600}`
      const made = { key: `tap-${number}`, owner: { id: 'hank', username: 'helper' }, offsetMs: null, tappedAt: number }
      await store.add(newTap({ ...request, subject, label: subject }, made))
    }
    const came: string[] = []
    const outbox = createOutbox({
      store,
      send: async ({ key }) => {
        if (came.length === 25) return silence
        came.push(key)
        return { kind: 'accepted', answer: {} }
      },
      timeOf: ({ tappedAt }) => new Date(tappedAt).toISOString(),
      owner: () => 'hank',
      now: () => 1_000_000,
      random: () => 0.5,
      alone: (work) => work(() => true),
      later: () => undefined,
      tell: () => undefined,
      onOutcome: async () => undefined,
    })
    await outbox.run()
    expect(came).toEqual(Array.from({ length: 25 }, (_, number) => `tap-${number}`))
    expect([outbox.taps().size, (await store.all()).length, outbox.isLineDown()]).toEqual([9_975, 9_975, true])
  })
})
