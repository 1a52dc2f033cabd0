import { randomUUID } from 'node:crypto'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, inParallel, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'

const perTenMinutes = 60
/** An odd number, so that repetitions of a key meet on both backends. */
const keys = 19
const timesPerKey = 5
const authSecret = 'a secret that both processes know of, the one and the other'

interface Answered {
  readonly key: string | null
  readonly status: number
  readonly retryAfter: string | null
  readonly teamId: string | null
}

/**
 * One network registers teams as fast as it can, on two backends at once. Some requests are repeated under their keys,
 * before and after the limit is reached: these are no new registrations, and are answered as the first time.
 */
export const registrations: Attack = {
  name: 'registrations',
  fullCount: 7_620,
  async run({ databaseUrl, count }) {
    const database = await freshDatabase(databaseUrl)
    const settings = { DATABASE_URL: database.url, AUTH_SECRET: authSecret }
    const backends = await Promise.all([startBackend(settings), startBackend(settings)])
    try {
      const origins = backends.map(({ origin }) => origin)
      const keyed = Array.from({ length: keys * timesPerKey }, (_, index) => `key-${index % keys}`)
      const others = Array<null>(Math.max(0, count - 2 * keyed.length)).fill(null)
      const answers: Answered[] = []
      // One after the other, and forty at once: a repetition takes one of the sixty until it is recognised.
      for (const asked of [keyed, others, keyed])
        answers.push(...(await inParallel(asked, 40, (key, index) => register(origins[index % 2] ?? '', key, index))))
      const [stored] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from events where type = 'TeamRegistered'`
      return judged(answers, stored?.count ?? -1)
    } finally {
      await Promise.all(backends.map((backend) => backend.remove()))
      await database.drop()
    }
  },
}

async function register(origin: string, key: string | null, index: number): Promise<Answered> {
  const response = await fetch(`${origin}/api/register-team`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key ?? randomUUID() },
    body: JSON.stringify({
      teamName: key ?? `Team ${index}`,
      location: 'Florence, AL',
      division: 'rec',
      captainName: 'Becky',
      captainEmail: `${key ?? index}@example.org`,
      captainPhone: '256-555-0142',
    }),
  })
  const body = (await response.json().catch(() => null)) as { team?: { id: string } } | null
  const { status, headers } = response
  return { key, status, retryAfter: headers.get('retry-after'), teamId: body?.team?.id ?? null }
}

function judged(answers: readonly Answered[], stored: number) {
  const accepted = answers.filter(({ status }) => status === 201)
  const ofKey = Map.groupBy(
    answers.filter(({ key }) => key !== null),
    ({ key }) => key,
  )
  const countTeams = (same: readonly Answered[]) => new Set(same.flatMap(({ teamId }) => teamId ?? [])).size
  const throttled = answers.filter(({ status, retryAfter }) => status === 429 && Number(retryAfter) > 0)
  const repeatedWrongly = [...ofKey.values()].flat().filter(({ status }) => status !== 201)
  return {
    ...nothingFound,
    tried: answers.length,
    lost: Math.max(0, countTeams(accepted) - stored),
    doubled: [...ofKey.values()].filter((same) => countTeams(same) > 1).length,
    wrong:
      Math.abs(stored - perTenMinutes) + answers.length - accepted.length - throttled.length + repeatedWrongly.length,
    serverErrors: answers.filter(({ status }) => status >= 500).length,
    note: `${stored} stored, ${throttled.length} asked to wait`,
  }
}
