import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { describe, expect, it } from 'vitest'
import { createCommand, type NewCommand, type QueuedCommand, type SendOutcome } from './command.ts'
import { type CommandStore, createQueue } from './engine.ts'

const runs = 500

/** The tab ends: nothing of it runs any further. */
class Crash extends Error {}

/** A world of chance: how long each step takes, and where a tab ends. */
function createChance(random: () => number) {
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
type Chance = ReturnType<typeof createChance>

/** The storage of a device while its tabs come and go. A tab may end before or after each change, never within one. */
function createDisk(chance: Chance): CommandStore & { readonly commands: Map<string, QueuedCommand> } {
  const commands = new Map<string, QueuedCommand>()
  let order = 0
  const change = async <T>(work: () => T): Promise<T> => {
    await chance.step()
    const done = work()
    await chance.step()
    return done
  }
  return {
    commands,
    all: () => change(() => [...commands.values()].map((command) => ({ ...command }))),
    add: (command: NewCommand) =>
      change(() => {
        const stored = { ...command, order: ++order }
        commands.set(command.key, stored)
        return stored
      }),
    put: (command) => change(() => void (commands.has(command.key) && commands.set(command.key, command))),
    remove: ({ key }) => change(() => void commands.delete(key)),
  }
}

const poison = 'poisoned'
const broken = 'broken'
/** Its requests never come through. */
const swallowed = 'swallowed'

/**
 * The server: does each key once, and gives the first answer to its repetitions. It refuses one dish, and fails at
 * another.
 */
function createServer() {
  const answers = new Map<string, SendOutcome>()
  const done: { readonly key: string; readonly subject: string }[] = []
  const answer = ({ key, subject }: QueuedCommand): SendOutcome => {
    if (subject === broken)
      return { kind: 'unknown', failure: { because: 'server', status: 500, message: 'The oven is on fire.' } }
    if (subject === poison)
      return { kind: 'rejected', rejection: { code: 'NO', message: 'No.', at: 0 }, error: new Error('No.') }
    done.push({ key, subject })
    return { kind: 'done', answer: { key } }
  }
  return {
    done,
    take(command: QueuedCommand): SendOutcome {
      const known = answers.get(command.key) ?? answer(command)
      if (known.kind !== 'unknown') answers.set(command.key, known)
      return known
    },
  }
}
type Server = ReturnType<typeof createServer>

const silence: SendOutcome = { kind: 'unknown', failure: { because: 'connection' } }

/** A connection that drops requests and answers, and delivers some a second time, much later. */
function createConnection(chance: Chance, server: Server) {
  const late: QueuedCommand[] = []
  return {
    late: () => late.splice(0).forEach((command) => void server.take(command)),
    async send(command: QueuedCommand): Promise<SendOutcome> {
      await chance.step()
      if (command.subject === swallowed || chance.isHit(0.2)) return silence
      if (chance.isHit(0.1)) {
        late.push(command)
        return silence
      }
      const outcome = server.take(command)
      if (chance.isHit(0.1)) late.push(command)
      await chance.step()
      return chance.isHit(0.2) ? silence : outcome
    },
  }
}

/** A device with up to two tabs, which share its storage, and send one at a time. */
function createDevice(
  name: string,
  chance: Chance,
  connection: ReturnType<typeof createConnection>,
  clock: { now: number },
) {
  const disk = createDisk(chance)
  const acknowledged: QueuedCommand[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const openTab = () =>
    createQueue({
      store: disk,
      send: connection.send,
      fixTime: ({ queuedAt }) => new Date(queuedAt).toISOString(),
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
      publish: () => undefined,
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
    command: (subject: string, number: number) =>
      survive(number % 2, async (tab) => {
        const request = { operation: 'PUT', params: {}, body: {}, answers: 'key', subject, label: subject }
        const made = { key: `${name}-${number}`, owner: { id: name, username: name }, offsetMs: null }
        acknowledged.push(await tab.add(createCommand(request, { ...made, queuedAt: clock.now })))
      }),
    send: (number: number) => survive(number % 2, (tab) => tab.run()),
    wake: (number: number) => survive(number % 2, (tab) => tab.wake()),
  }
}

/** More than any evening needs, although the broken dish is asked for six times a command. */
const maxRounds = 60

const subjects = ['pie', 'ham', 'rolls', poison, broken, swallowed]

const isToBeSent = ({ status, subject }: QueuedCommand): boolean => status !== 'rejected' && subject !== swallowed

/** The end of commands on a subject; those on all others are done. */
const ends: Readonly<Record<string, string>> = { [poison]: 'parked', [broken]: 'parked', [swallowed]: 'waiting' }

function describeOutcome(kept: QueuedCommand | undefined, isDone: boolean): string | undefined {
  if (isDone) return 'done'
  return kept?.status === 'rejected' ? 'parked' : kept && 'waiting'
}

/**
 * Two devices command, send, crash and reload in an order of chance; then the connection is good, and each sends until
 * it is done.
 */
async function evening(start: number) {
  const random = seeded(start)
  const chance = createChance(random)
  const server = createServer()
  const connection = createConnection(chance, server)
  const clock = { now: 1_000_000 }
  const devices = ['ada', 'hank'].map((name) => createDevice(name, chance, connection, clock))
  const one = async (device: (typeof devices)[number]) => {
    for (let number = 0; number < 8; number++) {
      const subject = subjects[Math.floor(random() * subjects.length)] ?? 'pie'
      await device.command(subject, number)
      if (random() < 0.6) await (random() < 0.5 ? device.send(number) : device.wake(number))
      if (random() < 0.2) connection.late()
      clock.now += Math.floor(random() * 5_000)
    }
  }
  await Promise.all(devices.map(one))
  chance.calm()
  const isWaiting = () => devices.some(({ disk }) => [...disk.commands.values()].some(isToBeSent))
  for (let round = 0; isWaiting() && round < maxRounds; round++) {
    clock.now += 60_000
    for (const [number, device] of devices.entries()) await device.wake(round + number)
    connection.late()
  }
  return { devices, server }
}

describe('Two devices on a connection that misbehaves', () => {
  it(`lose nothing, do nothing twice, and let one bad command stop no other, in ${runs} evenings of chance`, async () => {
    for (let run = 0; run < runs; run++) {
      const { devices, server } = await evening(seed + run)
      const where = `seed ${seed + run}`
      const keys = server.done.map(({ key }) => key)
      expect(new Set(keys).size, `${where}: nothing twice`).toBe(keys.length)
      for (const { acknowledged, disk } of devices) {
        for (const { key, subject } of acknowledged) {
          expect(describeOutcome(disk.commands.get(key), keys.includes(key)), `${where}: ${key}`).toBe(
            ends[subject] ?? 'done',
          )
        }
        expect([...disk.commands.values()].filter(isToBeSent), `${where}: all settled`).toEqual([])
        for (const subject of ['pie', 'ham', 'rolls']) {
          const queued = acknowledged.filter((command) => command.subject === subject).map(({ key }) => key)
          const did = keys.filter((key) => queued.includes(key))
          expect(did, `${where}: ${subject} in order`).toEqual(queued)
        }
      }
    }
  })
})
