import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@ultimate/event-store/connect.ts'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { sendAsTd } from '../site-client.ts'

/** Three backends with SEED=demo on one empty database, all at once. */
export const demoRace: Attack = { name: 'demo-race', fullCount: 10, run: raceToSeed }
/** A long write in another database of the server, which has to show as lag wherever people look. */
export const lag: Attack = { name: 'lag', fullCount: 5, run: holdBack }

const seeded = ['TeamRegistered', 'SlotAdded', 'PhotoAdded', 'UserAdded']

async function raceToSeed({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  let [doubled, lost, failed] = [0, 0, 0]
  const folder = await mkdtemp(join(tmpdir(), 'torture-demo-'))
  const seedOnce = async (backends: number, round: string): Promise<number> => {
    const database = await freshDatabase(databaseUrl)
    const settings = (one: number) => ({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, `${round}-${one}`),
      SEED: 'demo',
    })
    const starts = Array.from({ length: backends }, (_, one) => startBackend(settings(one)))
    for (const start of await Promise.allSettled(starts))
      if (start.status === 'fulfilled') await start.value.end('SIGTERM')
      else failed += 1
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from events where type in ${database.sql(seeded)}`
    await database.drop()
    return row?.count ?? 0
  }
  try {
    const wanted = await seedOnce(1, 'alone')
    for (let round = 0; round < count; round++) {
      const stored = await seedOnce(3, String(round))
      doubled += Math.max(0, stored - wanted)
      lost += Math.max(0, wanted - stored)
    }
    return { ...nothingFound, tried: count, doubled, lost, wrong: failed, note: `${wanted} things each` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Longer than the lag that is not worth saying. */
const heldMs = 7_000

async function holdBack({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const [own, other] = [await freshDatabase(databaseUrl), await freshDatabase(databaseUrl)]
  const backend = await startBackend({ DATABASE_URL: own.url })
  let wrong = 0
  let highest = 0
  try {
    const send = await sendAsTd(backend.origin)
    const get = async (path: string) => (await send(backend.origin, { method: 'GET', path })).text
    await other.sql`create table held (number integer)`
    for (let round = 0; round < count; round++) {
      const writer = connect(other.url, { max: 1 })
      await writer.unsafe('begin; insert into held values (1)')
      await send(backend.origin, {
        method: 'POST',
        path: '/api/dinner-slots',
        body: { name: `Pie ${round}`, category: 'dishes' },
      })
      await delay(heldMs)
      const [metrics, ready, desk] = await Promise.all(['/metrics', '/readyz', '/api/desk'].map(get))
      const seconds = Number(/^log_lag_seconds (\S+)$/m.exec(metrics ?? '')?.[1])
      highest = Math.max(highest, seconds)
      if (!(seconds >= 5)) wrong += 1
      for (const text of [ready, desk]) if (!text?.includes('seconds behind')) wrong += 1
      await writer.end()
      await delay(1_500)
      if ((await get('/readyz')).includes('behind')) wrong += 1
    }
    return { ...nothingFound, tried: count, wrong, note: `up to ${highest.toFixed(1)} s` }
  } finally {
    await backend.remove()
    for (const database of [own, other]) await database.drop()
  }
}
