import { freshDatabase } from '@ultimate/backend/platform/database/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { addSlot, type Prepared, prepare, type Send, sendAsTd, succeed } from '../site-client.ts'

/** The worst accidents, each taken back by its undo in the audit: what people see has to be as it was before. */
export const undos: Attack = { name: 'undos', fullCount: 60, run }

interface Site {
  readonly origin: string
  readonly send: Send
  readonly prepared: Prepared
}

interface Accident {
  /** The event that is taken back. */
  readonly type: string
  readonly happen: (site: Site, round: number) => Promise<void>
  /** Where its harm shows. */
  readonly shownAt: readonly string[]
}

const signUps = 10

async function slotWithSignUps({ origin, send, prepared }: Site, round: number): Promise<string> {
  const slotId = await addSlot(send, origin, { name: `Pie ${round}`, max_signups: signUps })
  for (let one = 0; one < signUps; one++) {
    const person = { personName: `Cook ${one}`, email: `cook-${round}-${one}@example.org` }
    const body = { slotId, captainId: prepared.captainId, ...person }
    const { signup } = await succeed(send(origin, { method: 'POST', path: '/api/dinner-signup', body }))
    const path = `/api/dinner-signups/${signup?.id}/checkin`
    if (one % 2 === 0) await succeed(send(origin, { method: 'PUT', path, body: { checkedIn: true } }))
  }
  return slotId
}

const board = ['/api/dinner-management/session', '/api/dinner-management/items', '/api/dinner-management/leftovers']

const accidents: readonly Accident[] = [
  {
    type: 'SlotDeleted',
    happen: async ({ origin, send, prepared }) => {
      const path = `/api/dinner-slots/${prepared.slotIds.at(-1)}`
      await send(origin, { method: 'DELETE', path })
    },
    shownAt: ['/api/dinner-slots', '/api/dinner-signups', '/api/dinner-management/items'],
  },
  {
    type: 'DinnerStarted',
    happen: async ({ origin, send }) =>
      void (await succeed(send(origin, { method: 'POST', path: '/api/dinner-management/session/start' }))),
    shownAt: board,
  },
  {
    type: 'DinnerReset',
    happen: async ({ origin, send }) => {
      for (const step of ['start', 'finish', 'reset'])
        await succeed(send(origin, { method: 'POST', path: `/api/dinner-management/session/${step}` }))
    },
    shownAt: [],
  },
  {
    type: 'UserRemoved',
    happen: async ({ origin, send }, round) => {
      const person = { username: `helper${round}`, email: `helper${round}@example.org`, role: 'helper' }
      const { user } = await succeed(
        send(origin, { method: 'POST', path: '/api/auth/create-temp-login', body: person }),
      )
      await send(origin, { method: 'DELETE', path: `/api/auth/users/${user?.id}` })
    },
    shownAt: [],
  },
]

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const backend = await startBackend({ DATABASE_URL: database.url })
  let [lost, wrong, serverErrors] = [0, 0, 0]
  const notUndone = new Set<string>()
  try {
    const send = await sendAsTd(backend.origin)
    const base = await prepare(send, backend.origin)
    for (let round = 0; round < count; round++) {
      const accident = accidents[round % accidents.length] as Accident
      const site: Site = { origin: backend.origin, send, prepared: base }
      const slotId = await slotWithSignUps(site, round)
      const shown = async () =>
        JSON.stringify(await Promise.all(accident.shownAt.map(async (path) => (await get(site, path)).toSorted())))
      const before = await shown()
      await accident.happen({ ...site, prepared: { ...base, slotIds: [slotId] } }, round)
      const status = await undoLast(site, accident.type)
      if (status >= 500) serverErrors += 1
      if (status !== 200) {
        lost += 1
        notUndone.add(accident.type)
      } else if ((await shown()) !== before) wrong += 1
      // Not every round may have been taken back, and the next one begins with a dinner that has not.
      for (const step of ['finish', 'reset'])
        await send(backend.origin, { method: 'POST', path: `/api/dinner-management/session/${step}` })
    }
    return { ...nothingFound, tried: count, lost, wrong, serverErrors, note: [...notUndone].join(', ') }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

/** Each thing by itself: another order is no harm. */
async function get({ origin, send }: Site, path: string): Promise<string[]> {
  const { text } = await send(origin, { method: 'GET', path })
  return Object.values(JSON.parse(text) as object).flatMap((value) =>
    Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [JSON.stringify(value)],
  )
}

/** The status of the undo; of its preview, where that says that it cannot be. */
async function undoLast({ origin, send }: Site, type: string): Promise<number> {
  const { text } = await send(origin, { method: 'GET', path: `/api/audit?type=${type}&limit=1` })
  const [entry] = (JSON.parse(text) as { events: { position: number }[] }).events
  const path = `/api/audit/${entry?.position}/undo`
  const preview = await send(origin, { method: 'POST', path: `${path}?preview=true` })
  if (preview.status !== 200) return preview.status
  if (!(JSON.parse(preview.text) as { can: boolean }).can) return 409
  return (await send(origin, { method: 'POST', path, etag: preview.etag ?? '' })).status
}
