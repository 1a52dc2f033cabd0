import { testApp } from '@ultimate/backend/test/test-app.ts'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackResult, nothingFound } from '../attack.ts'
import { operationsAt } from '../openapi.ts'
import { NoAnswer, type RawClient, rawClient } from '../raw-client.ts'
import { type TextField, textFields } from './long-text-fields.ts'

/**
 * How much more processor time a text may cost than a plain one of its length. To decode and to parse characters beyond
 * ASCII takes up to three times as long.
 */
const tolerated = 4
/** A measurement is disturbed by what else runs: the lowest of many shows what the request itself costs. */
const maxRounds = 30

/** A plain text for one field, and the lowest processor time of its requests so far, in microseconds. */
interface Measured {
  readonly request: () => Buffer
  lowest: number
  times: number
  /** The status of the last answer; 0 where the connection was closed instead. */
  status: number
}

interface Trial {
  readonly name: string
  worst: Measured
  plain: Measured
}

/** Measured so often and still above that, there is no doubt; and after so many of these nothing left to learn. */
const hopeless = { times: 4, ratio: 20, trials: 5 }

const computeRatio = ({ worst, plain }: Trial) => worst.lowest / plain.lowest
const isSlow = (trial: Trial) => computeRatio(trial) > tolerated
const isHopeless = (trial: Trial) => trial.worst.times >= hopeless.times && computeRatio(trial) > hopeless.ratio
const isDoubtful = (trial: Trial) => isSlow(trial) && !isHopeless(trial)

/**
 * Sends the worst known texts to every text field of every call, beside a plain text of the same length, and compares
 * what they cost the processor. `count` is the number of requests, of which each text is one at least; where there are
 * more texts, every so many of them are sent, beginning at the seed.
 */
export const longTexts: Attack = {
  name: 'long-texts',
  fullCount: 50_000,
  run: async ({ databaseUrl, count, seed }) => {
    const database = await freshDatabase(databaseUrl)
    const app = await testApp({ trustProxy: true }, database)
    const client = rawClient(app.origin)
    try {
      const headers = Object.entries(await app.signIn('td')).map(([name, value]) => `${name}: ${value}`)
      const fields = chosen(textFields(await operationsAt(app.origin), headers).map(listTrials), count, seed)
      const tried = await measureAll(client, fields, count)
      return { tried, ...judged(fields.flat()) }
    } finally {
      client.close()
      await app.close()
      await database.drop()
    }
  },
}

function chosen(fields: readonly Trial[][], count: number, seed: number): Trial[][] {
  const step = Math.ceil(fields.flat().length / count)
  let at = seed
  return fields.map((trials) => trials.filter(() => at++ % step === 0))
}

/** All texts of one field beside one plain text, whose length they have but for a few bytes. */
function listTrials(field: TextField): Trial[] {
  const plainOf = new Map<number, Measured>()
  return field.texts.map(({ name, of }) => {
    const request = () => field.request(of(field.bytes))
    const length = Math.round(request().length / 1_000) * 1_000
    const plain = plainOf.get(length) ?? measured(() => plainRequest(field, length))
    plainOf.set(length, plain)
    return { name: `${field.name} ← ${name}`, worst: measured(request), plain }
  })
}

const measured = (request: () => Buffer): Measured => ({ request, lowest: Infinity, times: 0, status: 0 })

/** A request of `length` bytes in all. */
function plainRequest(field: TextField, length: number): Buffer {
  const first = field.request(field.plain(100))
  return field.request(field.plain(Math.max(10, 100 + length - first.length)))
}

/** Everything once at least, and what seems slow until it is not, or until there is no doubt. Counts the requests. */
async function measureAll(client: RawClient, fields: readonly Trial[][], count: number): Promise<number> {
  const all = fields.flat()
  const isOver = () => all.filter(isHopeless).length >= hopeless.trials
  let tried = 0
  do {
    for (const trials of fields) if (!isOver()) tried += await measureField(client, trials)
  } while (tried < count && !isOver())
  const doubtful = all.filter(isDoubtful)
  // Anew, because a request costs more once the machine is busy: only what is measured in turn can be compared.
  for (const trial of doubtful) {
    trial.plain = measured(trial.plain.request)
    trial.worst = measured(trial.worst.request)
  }
  for (let round = 0; round < maxRounds; round += 1) {
    const open = round === 0 ? doubtful : doubtful.filter(isDoubtful)
    tried += await measure(
      client,
      open.flatMap(({ plain, worst }) => [plain, worst]),
    )
  }
  return tried
}

async function measureField(client: RawClient, trials: readonly Trial[]): Promise<number> {
  const plain = [...new Set(trials.map((trial) => trial.plain))]
  let tried = await measure(client, [...plain, ...plain, ...trials.map(({ worst }) => worst), ...plain])
  for (const trial of trials)
    while (isSlow(trial) && trial.worst.times < hopeless.times)
      tried += await measure(client, [trial.plain, trial.worst])
  return tried
}

async function measure(client: RawClient, ones: readonly Measured[]): Promise<number> {
  for (const one of ones) {
    const { cost, status } = await measureCost(client, one.request())
    one.lowest = Math.min(one.lowest, cost)
    one.times += 1
    one.status = status
  }
  return ones.length
}

/** Slow, or taken: no field of a body has room for such a text. */
function judged(trials: readonly Trial[]): Omit<AttackResult, 'tried'> {
  const isTaken = ({ name, worst }: Trial) => name.includes(' body ') && worst.status < 400
  const measuredOnes = trials.filter(({ worst }) => worst.times > 0)
  const byRatio = measuredOnes.toSorted((one, other) => computeRatio(other) - computeRatio(one))
  const bad = byRatio.filter((trial) => isSlow(trial) || isTaken(trial))
  const describe = (trial: Trial) =>
    `${trial.name}: ratio ${computeRatio(trial).toFixed(2)}, status ${trial.worst.status}`
  return {
    ...nothingFound,
    wrong: bad.length,
    serverErrors: trials.filter(({ worst }) => worst.status >= 500).length,
    note: `${measuredOnes.length} pairs; ${[...new Set([...byRatio.slice(0, 1), ...bad.slice(0, 9)])].map(describe).join('; ')}`,
  }
}

async function measureCost(client: RawClient, request: Buffer): Promise<{ cost: number; status: number }> {
  const before = process.cpuUsage()
  const status = await client.send(request).then(
    (answer) => answer.status,
    (error) => {
      if (error instanceof NoAnswer) return 0
      throw error
    },
  )
  const { user, system } = process.cpuUsage(before)
  return { cost: user + system, status }
}
