import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import {
  type Answered,
  addSlot,
  type Call,
  type PreparedSite,
  prepare,
  type Send,
  sendAsTd,
  succeed,
} from '../site-client.ts'

/** Races that are run at the same moment, each among so many clients. */
const lanes = 8
const clients = 4

/** Several clients on two backends want the one last place of a slot, place of the board, or username. */
export const races: Attack = { name: 'races', fullCount: 3_200, run }

interface Track {
  readonly send: Send
  readonly origins: readonly string[]
  readonly prepared: PreparedSite
  /** Two dishes for each lane, and a place of the buffet that is the lane's own. */
  readonly dishes: readonly string[]
  readonly lane: number
}

/** Runs one race; the answers of those who lose are domain errors with this code. */
interface Race {
  readonly loses: string
  readonly run: (track: Track, name: string) => Promise<readonly Answered[]>
}

const lastPlace: Race = {
  loses: 'SLOT_FULL',
  run: async (track, name) => {
    const slotId = await addSlot(track.send, track.origins[0] ?? '', { name: `Slot ${name}`, max_signups: 1 })
    const { captainId } = track.prepared
    return atOnce(track, clients, (client) => {
      const body = { personName: `Person ${client}`, email: `person${client}@example.org`, captainId, slotId }
      return { method: 'POST', path: '/api/dinner-signup', body }
    })
  },
}

const boardPlace: Race = {
  loses: 'SLOT_OCCUPIED',
  run: async (track) => {
    const { send, origins, dishes, lane } = track
    const path = (id = '') => `/api/dinner-management/items/${id}/position`
    const own = dishes.slice(lane * 2, lane * 2 + 2)
    const answers = await atOnce(track, own.length, (client) => ({
      method: 'PUT',
      path: path(own[client]),
      body: { zone: 'buffet', position: lane },
    }))
    const body = { zone: 'holding', position: null }
    for (const id of own) await send(origins[0] ?? '', { method: 'PUT', path: path(id), body })
    return answers
  },
}

const username: Race = {
  loses: 'USERNAME_TAKEN',
  run: (track, name) =>
    atOnce(track, clients, (client) => {
      const body = { username: `racer-${name}`, email: `racer-${name}-${client}@example.org`, role: 'helper' }
      return { method: 'POST', path: '/api/auth/create-temp-login', body }
    }),
}

const kinds = [lastPlace, boardPlace, username]

const atOnce = ({ send, origins }: Track, count: number, call: (client: number) => Call): Promise<Answered[]> =>
  Promise.all(Array.from({ length: count }, (_, client) => send(origins[client % origins.length] ?? '', call(client))))

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const secret = { DATABASE_URL: database.url, AUTH_SECRET: 'tZ4!nq8Vw2#kR6xYp9Lb3Hd7Jf5Gs1Mc' }
  const backends = [await startBackend(secret), await startBackend(secret)]
  try {
    const origins = backends.map(({ origin }) => origin)
    const send = await sendAsTd(origins[0] ?? '')
    const prepared = await prepare(send, origins[0] ?? '')
    const dishes = await checkedInDishes(send, origins[0] ?? '', prepared)
    const tally = { lost: 0, doubled: 0, wrong: 0, serverErrors: 0 }
    let next = 0
    const runLane = async (_: unknown, lane: number) => {
      for (let number = next++; number < count; number = next++) {
        const race = kinds[number % kinds.length] ?? lastPlace
        judge(await race.run({ send, origins, prepared, dishes, lane }, String(number)), race, tally)
      }
    }
    await Promise.all(Array.from({ length: lanes }, runLane))
    const [stored] = await database.sql<{ overbooked: number }[]>`
      select count(*)::int as overbooked from dinner_slots where current_signups > max_signups`
    const overbooked = stored?.overbooked ?? 0
    return {
      ...nothingFound,
      ...tally,
      doubled: tally.doubled + overbooked,
      tried: count,
      note: `${overbooked} overbooked`,
    }
  } finally {
    for (const backend of backends) await backend.remove()
    await database.drop()
  }
}

/** One has to win, and all others have to get the reason. */
function judge(answers: readonly Answered[], { loses }: Race, tally: Record<string, number>): void {
  const won = answers.filter(({ status }) => status < 300).length
  const lost = answers.filter(({ status, text }) => status === 409 && text.includes(loses)).length
  const failed = answers.filter(({ status }) => status >= 500).length
  tally['lost'] = (tally['lost'] ?? 0) + (won === 0 ? 1 : 0)
  tally['doubled'] = (tally['doubled'] ?? 0) + Math.max(0, won - 1)
  tally['serverErrors'] = (tally['serverErrors'] ?? 0) + failed
  tally['wrong'] = (tally['wrong'] ?? 0) + answers.length - won - lost - failed
}

async function checkedInDishes(send: Send, origin: string, { captainId, slotIds }: PreparedSite): Promise<string[]> {
  const dishes: string[] = []
  for (let index = 0; index < 2 * lanes; index++) {
    const slotId = slotIds[index % slotIds.length]
    const body = { personName: `Cook ${index}`, email: `cook${index}@example.org`, captainId, slotId }
    const { signup } = await succeed(send(origin, { method: 'POST', path: '/api/dinner-signup', body }))
    const path = `/api/dinner-signups/${signup?.id}/checkin`
    await succeed(send(origin, { method: 'PUT', path, body: { checkedIn: true } }))
    dishes.push(signup?.id ?? '')
  }
  return dishes
}
