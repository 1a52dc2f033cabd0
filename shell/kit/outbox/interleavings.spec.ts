import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { describe, expect, it } from 'vitest'
import { createOutbox, type TapStore } from './engine.ts'
import { type NewTap, newTap, type SendOutcome, type Tap } from './tap.ts'

const runs = 500

/** The tab ends: nothing of it runs any further. */
class Crash extends Error {}

/** A world of chance: how long each step takes, and where a tab ends. */
function chanceOf(random: () => number) {
  let isCalm = false
  /** Others may do several steps meanwhile. */
  const wait = async () => {
    for (let steps = Math.floor(random() * 4); steps > 0; steps--) await Promise.resolve()
  }
  return {
    random,
    calm: () => {
      isCalm = true
    },
    isHit: (odds: number) => !isCalm && random() < odds,
    wait,
    async step() {
      await wait()
      if (!isCalm && random() < 0.03) throw new Crash()
    },
  }
}
type Chance = ReturnType<typeof chanceOf>

/** What the device keeps while its tabs come and go. A tab may end before or after each change, never within one. */
function diskOf(chance: Chance): TapStore & { readonly taps: Map<string, Tap> } {
  const taps = new Map<string, Tap>()
  let order = 0
  const change = async <T>(work: () => T): Promise<T> => {
    await chance.step()
    const done = work()
    await chance.step()
    return done
  }
  return {
    taps,
    all: () => change(() => [...taps.values()].map((tap) => ({ ...tap }))),
    add: (tap: NewTap) =>
      change(() => {
        const kept = { ...tap, order: ++order }
        taps.set(tap.key, kept)
        return kept
      }),
    put: (tap) => change(() => void (taps.has(tap.key) && taps.set(tap.key, tap))),
    remove: ({ key }) => change(() => void taps.delete(key)),
  }
}

const poison = 'poisoned'
const broken = 'broken'
/** Its requests never come through. */
const swallowed = 'swallowed'

/** The server: does each key once, and gives the first answer to its repetitions. It refuses one dish, and fails at another. */
function serverOf() {
  const answers = new Map<string, SendOutcome>()
  const done: { readonly key: string; readonly subject: string }[] = []
  const answer = ({ key, subject }: Tap): SendOutcome => {
    if (subject === broken)
      return { kind: 'unanswered', trouble: { because: 'server', status: 500, message: 'The oven is on fire.' } }
    if (subject === poison)
      return { kind: 'refused', refusal: { code: 'NO', message: 'No.', at: 0 }, error: new Error('No.') }
    done.push({ key, subject })
    return { kind: 'accepted', answer: { key } }
  }
  return {
    done,
    take(tap: Tap): SendOutcome {
      const known = answers.get(tap.key) ?? answer(tap)
      if (known.kind !== 'unanswered') answers.set(tap.key, known)
      return known
    },
  }
}
type Server = ReturnType<typeof serverOf>

const silence: SendOutcome = { kind: 'unanswered', trouble: { because: 'line' } }

/** A line that drops requests and answers, and delivers some a second time, much later. */
function lineOf(chance: Chance, server: Server) {
  const late: Tap[] = []
  return {
    late: () => late.splice(0).forEach((tap) => void server.take(tap)),
    async send(tap: Tap): Promise<SendOutcome> {
      await chance.step()
      if (tap.subject === swallowed || chance.isHit(0.2)) return silence
      if (chance.isHit(0.1)) {
        late.push(tap)
        return silence
      }
      const outcome = server.take(tap)
      if (chance.isHit(0.1)) late.push(tap)
      await chance.step()
      return chance.isHit(0.2) ? silence : outcome
    },
  }
}

/** A device with up to two tabs, which share what it keeps, and send one at a time. */
function deviceOf(name: string, chance: Chance, line: ReturnType<typeof lineOf>, clock: { now: number }) {
  const disk = diskOf(chance)
  const acknowledged: Tap[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const openTab = () =>
    createOutbox({
      store: disk,
      send: line.send,
      timeOf: ({ tappedAt }) => new Date(tappedAt).toISOString(),
      owner: () => name,
      now: () => clock.now,
      random: chance.random,
      // The lock of a tab that ends is free again.
      alone: (work) => {
        const own = turn.then(() => work(() => true))
        turn = own.catch(() => undefined)
        return own
      },
      later: () => undefined,
      tell: () => undefined,
      onOutcome: () => chance.step(),
    })
  let tabs = [openTab(), openTab()]
  const survive = async (index: number, work: (tab: (typeof tabs)[number]) => Promise<unknown>) => {
    const tab = tabs[index]
    try {
      if (tab) await work(tab)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      tabs = tabs.with(index, openTab())
    }
  }
  return {
    disk,
    acknowledged,
    tap: (subject: string, number: number) =>
      survive(number % 2, async (tab) => {
        const request = { operation: 'PUT', params: {}, body: {}, answers: 'key', subject, label: subject }
        const made = { key: `${name}-${number}`, owner: { id: name, username: name }, offsetMs: null }
        acknowledged.push(await tab.keep(newTap(request, { ...made, tappedAt: clock.now })))
      }),
    send: (number: number) => survive(number % 2, (tab) => tab.run()),
    wake: (number: number) => survive(number % 2, (tab) => tab.wake()),
  }
}

/** More than any evening needs, although the broken dish is asked for six times a tap. */
const maxRounds = 60

const subjects = ['pie', 'ham', 'rolls', poison, broken, swallowed]

const isToBeSent = ({ step, subject }: Tap): boolean => step !== 'refused' && subject !== swallowed

/** What becomes of taps on a subject; of all others, that they are done. */
const ends: Readonly<Record<string, string>> = { [poison]: 'parked', [broken]: 'parked', [swallowed]: 'waiting' }

function becameOf(kept: Tap | undefined, isDone: boolean): string | undefined {
  if (isDone) return 'done'
  return kept?.step === 'refused' ? 'parked' : kept && 'waiting'
}

/** Two devices tap, send, crash and reload in an order of chance; then the connection is good, and each sends until it is done. */
async function evening(start: number) {
  const random = seeded(start)
  const chance = chanceOf(random)
  const server = serverOf()
  const line = lineOf(chance, server)
  const clock = { now: 1_000_000 }
  const devices = ['ada', 'hank'].map((name) => deviceOf(name, chance, line, clock))
  const one = async (device: (typeof devices)[number]) => {
    for (let number = 0; number < 8; number++) {
      const subject = subjects[Math.floor(random() * subjects.length)] ?? 'pie'
      await device.tap(subject, number)
      if (random() < 0.6) await (random() < 0.5 ? device.send(number) : device.wake(number))
      if (random() < 0.2) line.late()
      clock.now += Math.floor(random() * 5_000)
    }
  }
  await Promise.all(devices.map(one))
  chance.calm()
  const isWaiting = () => devices.some(({ disk }) => [...disk.taps.values()].some(isToBeSent))
  for (let round = 0; isWaiting() && round < maxRounds; round++) {
    clock.now += 60_000
    for (const [number, device] of devices.entries()) await device.wake(round + number)
    line.late()
  }
  return { devices, server }
}

describe('Two devices on a connection that misbehaves', () => {
  it(`lose nothing, do nothing twice, and let one bad tap stop nobody, in ${runs} evenings of chance`, async () => {
    for (let run = 0; run < runs; run++) {
      const { devices, server } = await evening(seed + run)
      const where = `seed ${seed + run}`
      const keys = server.done.map(({ key }) => key)
      expect(new Set(keys).size, `${where}: nothing twice`).toBe(keys.length)
      for (const { acknowledged, disk } of devices) {
        for (const { key, subject } of acknowledged) {
          expect(becameOf(disk.taps.get(key), keys.includes(key)), `${where}: ${key}`).toBe(ends[subject] ?? 'done')
        }
        expect([...disk.taps.values()].filter(isToBeSent), `${where}: all settled`).toEqual([])
        for (const subject of ['pie', 'ham', 'rolls']) {
          const tapped = acknowledged.filter((tap) => tap.subject === subject).map(({ key }) => key)
          const did = keys.filter((key) => tapped.includes(key))
          expect(did, `${where}: ${subject} in order`).toEqual(tapped)
        }
      }
    }
  })
})
