import { overhear } from '@ultimate/event-store/fixtures/rows-touched.ts'
import { settledLog } from '@ultimate/event-store/fixtures/test-database.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../platform/store.ts'
import { type DinnerTestApp, dinnerTestApp } from '../../test/test-dinner.ts'
import { readPastBoard } from './replay.route.ts'
import { readSteps } from './steps.ts'

const staff = { caller: { role: 'TD' } } as const

/** One dish of a slot for many, on the board of a dinner that has started. */
async function dinnerWithOneDish() {
  const app = await dinnerTestApp()
  onTestFinished(() => app.close())
  const captainId = await app.registerTeam('Herons')
  const body = newSlot.parse({ name: 'Pie', category: 'dishes', max_signups: 1000 })
  const slotId = (await app.call(dinnerApi.addSlot, { body }, staff)).body.slot.id
  const { id } = (await app.signUp({ captainId, slotId })).body.signup
  await app.call(dinnerApi.checkInDish, { params: { id }, body: { checkedIn: true } }, staff)
  await app.call(dinnerApi.startDinner, {}, staff)
  return { app, slotId, captainId }
}

const others = ['slots', 'earlier slots', 'sign-ups', 'servers', 'decisions'] as const
type Others = Record<(typeof others)[number], string>

/** Adds `count` events of each kind that stands on no board, written as the store writes them. */
async function crowd({ app, slotId, captainId }: Awaited<ReturnType<typeof dinnerWithOneDish>>, count: number) {
  const slot = { category: 'dishes', name: 'Stew', description: '', teamRequirement: 4, maxSignups: 1 }
  const person = { name: 'Huck', email: 'huck@example.org' }
  const signup = { signupId: null, teamId: captainId, visitorId: 'v', person }
  const arrival = { slotId, category: 'serving', at: app.now().toISOString() }
  const kinds: Others = {
    slots: `'slot-' || id, 1, 'SlotAdded', 1, '${JSON.stringify({ slot })}'::jsonb, '2025'`,
    'earlier slots': `'slot-' || id, 1, 'SlotAdded', 1, '${JSON.stringify({ slot })}'::jsonb, '2024'`,
    'sign-ups': `'slot-${slotId}', last + n, 'SignedUp', 2,
      jsonb_set('${JSON.stringify(signup)}', '{signupId}', to_jsonb(id)), '2025'`,
    servers: `'signup-' || id, 1, 'CheckedIn', 2, '${JSON.stringify(arrival)}'::jsonb, '2025'`,
    decisions: `'team-${captainId}', last + n, 'TeamConfirmed', 2, '{}'::jsonb, '2025'`,
  }
  for (const kind of others)
    await app.sql.unsafe(`
      insert into events (position, stream, version, type, schema_version, data, edition, category, actor_kind,
        correlation_id, causation_id, at)
      select newest + n, new.*, split_part(new.stream, '-', 1), 'system', 'c', 'c', '${app.now().toISOString()}'
      from (select max(position) as newest from events) as log, generate_series(1, ${count}) as n,
        (select coalesce(max(version), 0) as last from events
          where stream = '${kind === 'sign-ups' ? `slot-${slotId}` : `team-${captainId}`}') as own,
        lateral (select md5('${kind}' || newest + n)::uuid as id) as made,
        lateral (select ${kinds[kind]}) as new(stream, version, type, schema_version, data, edition)`)
  await app.sql`analyze events`
}

/** Returns the replays of the log, and the number of its rows that they touch. */
async function buildReplay(app: DinnerTestApp) {
  const { sql, countTouched } = overhear(app.url, 'force_generic_plan')
  const { platform } = app
  const store = openStore({ sql, modules: platform.modules, edition: () => '2025', clock: platform.clock })
  const log = settledLog(store.log, app.sql)
  const known = { log, clock: platform.clock, current: platform.current }
  const then = { time: platform.clock.now() }
  const read = async () => ({
    steps: [await readSteps(known, null, 'known'), await readSteps(known, null, 'happened')],
    boards: [await readPastBoard(known, then, 'known'), await readPastBoard(known, then, 'happened')],
  })
  try {
    const answers = await read()
    return { answers, touched: await countTouched(read) }
  } finally {
    await store.close()
    await sql.end()
  }
}

it('touches what stood on the board, and nothing of other editions, slots, sign-ups and people who serve', async () => {
  const dinner = await dinnerWithOneDish()
  const { app } = dinner
  const alone = await buildReplay(app)
  await crowd(dinner, 500)
  const among = await buildReplay(app)
  await crowd(dinner, 1500)
  const amongMore = await buildReplay(app)
  expect(alone.answers.boards.map(({ dishes }) => dishes.map(({ signup }) => signup.team_name))).toEqual([
    ['Herons'],
    ['Herons'],
  ])
  expect(among.answers).toEqual(alone.answers)
  expect(amongMore).toEqual(among)
})
