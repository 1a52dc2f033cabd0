import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { addSlot, type Call, prepare, register, type Send, sendAsTd, succeed } from '../site-client.ts'

/** The worst accidents, each taken back by its undo in the audit: what people see has to be as it was before. */
export const undos: Attack = { name: 'undos', fullCount: 60, run }

interface Site {
  readonly origin: string
  readonly send: Send
  readonly captainId: string
}

interface Accident {
  /** The event that is taken back. */
  readonly type: string
  /** What is there before; returns what the accident happens to. */
  readonly prepare: (site: Site, round: number) => Promise<readonly string[]>
  readonly happen: (ids: readonly string[]) => Call
  /** Where its harm shows. */
  readonly shownAt: readonly string[]
}

const signUps = 10

const post = ({ origin, send }: Site, path: string, body?: object) =>
  succeed(send(origin, { method: 'POST', path, ...(body && { body }) }))

async function slotWithSignUps(site: Site, round: number): Promise<string[]> {
  const { origin, send, captainId } = site
  const slotId = await addSlot(send, origin, { name: `Pie ${round}`, max_signups: signUps })
  for (let one = 0; one < signUps; one++) {
    const person = { personName: `Cook ${one}`, email: `cook-${round}-${one}@example.org` }
    const { signup } = await post(site, '/api/dinner-signup', { slotId, captainId, ...person })
    const path = `/api/dinner-signups/${signup?.id}/checkin`
    if (one % 2 === 0) await succeed(send(origin, { method: 'PUT', path, body: { checkedIn: true } }))
  }
  return [slotId]
}

const sessionPath = (step: string) => `/api/dinner-management/session/${step}`

/** Five teams in a pool that is public. */
async function publishedTeams(site: Site, round: number): Promise<string[]> {
  const ids: string[] = []
  for (let one = 0; one < 5; one++) ids.push((await register(site.send, site.origin, `Team ${round} ${one}`)).id)
  const pools = [{ id: 'a', name: 'Pool A', size: 5, teams: ids }]
  await post(site, '/api/pool-play/save', { division: 'rec', pools })
  await post(site, '/api/pool-play/publish', { division: 'rec' })
  return ids
}

/** A person whose sign-up was removed has come all the same. */
async function undecidedArrival(site: Site, round: number): Promise<string[]> {
  const { origin, send, captainId } = site
  const slotId = await addSlot(send, origin, { name: `Soup ${round}`, max_signups: 1 })
  const person = { personName: 'Sid', email: `sid-${round}@example.org` }
  const { signup } = await post(site, '/api/dinner-signup', { slotId, captainId, ...person })
  const at = new Date().toISOString()
  await send(origin, { method: 'DELETE', path: `/api/dinner-signup/${signup?.id}` })
  const path = `/api/dinner-signups/${signup?.id}/checkin`
  await send(origin, { method: 'PUT', path, body: { checkedIn: true, at } })
  return [signup?.id ?? '']
}

const board = ['/api/dinner-management/session', '/api/dinner-management/items', '/api/dinner-management/leftovers']

const accidents: readonly Accident[] = [
  {
    type: 'SlotDeleted',
    prepare: slotWithSignUps,
    happen: ([id]) => ({ method: 'DELETE', path: `/api/dinner-slots/${id}` }),
    shownAt: ['/api/dinner-slots', '/api/dinner-signups', '/api/dinner-management/items'],
  },
  {
    type: 'DinnerStarted',
    prepare: slotWithSignUps,
    happen: () => ({ method: 'POST', path: sessionPath('start') }),
    shownAt: board,
  },
  {
    type: 'DinnerReset',
    prepare: async (site, round) => {
      await slotWithSignUps(site, round)
      for (const step of ['start', 'finish']) await post(site, sessionPath(step))
      return []
    },
    happen: () => ({ method: 'POST', path: sessionPath('reset') }),
    shownAt: board,
  },
  {
    type: 'UserRemoved',
    prepare: async (site, round) => {
      const person = { username: `helper${round}`, email: `helper${round}@example.org`, role: 'helper' }
      const { user } = await post(site, '/api/auth/create-temp-login', person)
      return [user?.id ?? '']
    },
    happen: ([id]) => ({ method: 'DELETE', path: `/api/auth/users/${id}` }),
    shownAt: ['/api/auth/users'],
  },
  {
    type: 'ArrivalDismissed',
    prepare: undecidedArrival,
    happen: ([id]) => ({
      method: 'POST',
      path: `/api/dinner-management/undecided/${id}`,
      body: { decision: 'dismiss' },
    }),
    shownAt: ['/api/dinner-management/undecided'],
  },
  {
    type: 'TeamRemoved',
    prepare: publishedTeams,
    happen: (ids) => ({ method: 'POST', path: '/api/teams/remove', body: { ids, reason: 'By accident.' } }),
    shownAt: ['/api/registered-teams', '/api/pool-play/published/rec'],
  },
]

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const backend = await startBackend({ DATABASE_URL: database.url })
  const { origin } = backend
  let [lost, wrong, serverErrors] = [0, 0, 0]
  const notUndone = new Set<string>()
  try {
    const send = await sendAsTd(origin)
    const { captainId } = await prepare(send, origin)
    const site: Site = { origin, send, captainId }
    for (let round = 0; round < count; round++) {
      const { type, prepare: begin, happen, shownAt } = accidents[round % accidents.length] as Accident
      // The dinner whose reset was taken back is over.
      await send(origin, { method: 'POST', path: sessionPath('reset') })
      const ids = await begin(site, round)
      const shown = async () => JSON.stringify(await Promise.all(shownAt.map((path) => get(site, path))))
      const before = await shown()
      await send(origin, happen(ids))
      const status = await undoLast(site, type)
      if (status >= 500) serverErrors += 1
      if (status !== 200) lost += 1
      else if ((await shown()) !== before) wrong += 1
      else continue
      notUndone.add(type)
    }
    return { ...nothingFound, tried: count, lost, wrong, serverErrors, note: [...notUndone].join(', ') }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

/** Each thing by itself: another order is no harm, and neither are the time of the answer and its version. */
async function get({ origin, send }: Site, path: string): Promise<string[]> {
  const { text } = await send(origin, { method: 'GET', path })
  return Object.entries(JSON.parse(text) as object)
    .filter(([name]) => name !== 'now' && name !== 'version')
    .flatMap(([, value]) => [value].flat().map((one) => JSON.stringify(one)))
    .toSorted()
}

/** The status of the undo of the whole action; 409 where a preview says that it cannot be. */
async function undoLast({ origin, send }: Site, type: string): Promise<number> {
  const { text } = await send(origin, { method: 'GET', path: `/api/audit?type=${type}&limit=1` })
  const [entry] = (JSON.parse(text) as { events: { position: number }[] }).events
  const buildPath = (position: number | undefined) => `/api/audit/${position}/undo`
  const look = async (position: number | undefined) => {
    const {
      status,
      text,
      etag = '',
    } = await send(origin, { method: 'POST', path: `${buildPath(position)}?preview=true` })
    return { status, etag, ...(JSON.parse(text) as { can?: boolean; action?: number[] }) }
  }
  const { action = [] } = await look(entry?.position)
  for (const position of action.toReversed()) {
    const { status, can, etag } = await look(position)
    if (status !== 200 || !can) return status === 200 ? 409 : status
    const undone = await send(origin, { method: 'POST', path: buildPath(position), etag })
    if (undone.status !== 200) return undone.status
  }
  return action.length > 0 ? 200 : 409
}
