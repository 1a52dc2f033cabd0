import { randomUUID } from 'node:crypto'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, inParallel, nothingFound } from '../attack.ts'
import { startBackend, tdPassword } from '../backend-process.ts'

const slotCount = 8
/** One in so many is pressed twice, because its answer was slow. */
const everyRepeated = 10

/** No attack: the whole field signs up within minutes, from the one address of its venue. None of them may be throttled. */
export const venue: Attack = {
  name: 'venue',
  fullCount: 400,
  async run({ databaseUrl, count }) {
    const database = await freshDatabase(databaseUrl)
    const backend = await startBackend({ DATABASE_URL: database.url })
    try {
      const people = await inParallel(await prepared(backend.origin, count), 24, (person) => person())
      const [stored] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from events where type = 'SignedUp'`
      const statuses = people.flat()
      return {
        ...nothingFound,
        tried: statuses.length,
        lost: Math.max(0, count - (stored?.count ?? 0)),
        doubled: Math.max(0, (stored?.count ?? 0) - count),
        wrong: statuses.filter((status) => status !== 201 && status < 500).length,
        serverErrors: statuses.filter((status) => status >= 500).length,
        note: `${statuses.filter((status) => status === 429).length} asked to wait`,
      }
    } finally {
      await backend.remove()
      await database.drop()
    }
  },
}

/** What each person does: sign up, and some of them once more under the same key. */
async function prepared(origin: string, count: number): Promise<(() => Promise<number[]>)[]> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(origin + path, { ...request, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }
  const { token } = (await post('/api/auth/login', { username: 'td', password: tdPassword })).body
  const staff = { authorization: `Bearer ${token}` }
  const captain = { captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
  const bid = { teamName: 'Huck Finns', location: 'Florence, AL', division: 'rec', ...captain }
  const { team } = (await post('/api/register-team', bid, staff)).body as { team?: { id: string } }
  const slots = await inParallel([...Array(slotCount).keys()], 1, async (index) => {
    const kind = index % 2 ? { category: 'serving', time_slot: '18:30' } : { category: 'dishes' }
    const added = await post('/api/dinner-slots', { name: `Slot ${index}`, max_signups: count, ...kind }, staff)
    return (added.body as { slot?: { id: string } }).slot?.id
  })
  return Array.from({ length: count }, (_, index) => async () => {
    const body = {
      personName: `Person ${index}`,
      email: `person${index}@example.org`,
      captainId: team?.id,
      slotId: slots[index % slotCount],
    }
    const headers = { 'idempotency-key': randomUUID() }
    const times = index % everyRepeated === 0 ? 2 : 1
    const answers = await Promise.all(Array.from({ length: times }, () => post('/api/dinner-signup', body, headers)))
    return answers.map(({ status }) => status)
  })
}
