import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { TransactionSql } from 'postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Edition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { dinnerWaiting } from '../desk.ts'
import { dinnerTestApp } from '../test/test-dinner.ts'
import { explainRejections } from '../write/explain-rejections.ts'
import { readBoard, readDinner, readItem } from './board/board.query.ts'
import { readUndecided } from './canceled-signups.query.ts'
import {
  hasSignups,
  readContactSignups,
  readMailableSignupIds,
  readOwnSignups,
  readSignups,
  readSlots,
} from './signups.view.ts'
import { readConfirmedTeams, readTeamDishCounts } from './teams.view.ts'
import { readSpellings, readVolunteers } from './volunteers.query.ts'

const editions = 20
const signupsOfEach = 400
const slotsOfEach = 10

/** A dinner of each year from 2006 to 2025, of which everyone came. */
async function manyDinners() {
  const app = await dinnerTestApp()
  onTestFinished(() => app.close())
  const { sql } = app
  await sql`
    insert into dinner_slots (id, name, description, category, team_requirement, max_signups, current_signups, time_slot,
      edition, unlisted, revision)
    select md5(concat('slot', year, number))::uuid, concat('Slot ', number), '', case when number % 2 = 0 then 'dishes' else 'serving' end,
      0, 100, 40, case when number % 2 = 0 then null else '18:00' end, year, false, 1
    from generate_series(2025 - ${editions} + 1, 2025) as year, generate_series(1, ${slotsOfEach}) as number`
  await sql`
    insert into dinner_teams (id, team_name, edition, registered_at, counts, removed)
    select md5(concat('team', year, number))::uuid, concat('Team ', number), year, now(), true, false
    from generate_series(2025 - ${editions} + 1, 2025) as year, generate_series(1, 50) as number`
  await sql`
    insert into dinner_signups (id, slot_id, team_id, visitor_id, person_name, email, email_key, signed_up_at, edition, details)
    select md5(concat(year, number))::uuid, md5(concat('slot', year, number % ${slotsOfEach} + 1))::uuid,
      md5(concat('team', year, number % 50 + 1))::uuid, concat('visitor ', number), concat('Person ', number),
      concat(number, '@example.org'), concat(number, '@example.org'), now(), year, '{"allergens": {"listed": [], "other": ""}}'
    from generate_series(2025 - ${editions} + 1, 2025) as year, generate_series(1, ${signupsOfEach}) as number`
  await sql`
    insert into dinner_check_ins (id, checked_at, checked_in_by, time_trusted, standing, edition, version)
    select id, now(), 'Hank', true, '{"dinner": 0, "place": {"zone": "holding"}, "emptiedAt": null}', edition, 1 from dinner_signups`
  return app
}

/** Counts the rows that a query reads of tables that hold all editions, by an index or without one. */
async function countRows(app: Awaited<ReturnType<typeof manyDinners>>, read: (platform: Platform) => Promise<unknown>) {
  return app.sql.begin(async (tx: TransactionSql) => {
    const sql = tx as unknown as Edition['sql']
    const { facts } = app.platform
    const before = await readSoFar(tx)
    await read({ ...app.platform, sql, current: { sql, edition: '2025', facts } })
    const after = await readSoFar(tx)
    return new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
  })
}

/** The connection counts on until PostgreSQL has collected its numbers. */
async function readSoFar(tx: TransactionSql): Promise<Map<string, number>> {
  const tables = await tx<{ table: string; rows: number }[]>`
    select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname in ('dinner_signups', 'dinner_check_ins')`
  return new Map(tables.map(({ table, rows }) => [table, rows]))
}

it('reads of all dinners only the one of its edition', async () => {
  const app = await manyDinners()
  const slotId =
    (await app.sql<{ id: string }[]>`select id from dinner_slots where edition = '2025' limit 1`)[0]?.id ?? ''
  const reads: Readonly<Record<string, (platform: Platform) => Promise<unknown>>> = {
    dishes: ({ current }) => readSignups(current, 'dishes'),
    servers: ({ current }) => readSignups(current, 'serving'),
    export: ({ current }) => readContactSignups(current, 'all'),
    own: ({ current }) => readOwnSignups(current, 'visitor 7'),
    'any sign-up': ({ current }) => hasSignups(current),
    'sign-ups of a slot': ({ current }) => readMailableSignupIds(current, slotId),
    'dishes of teams': ({ current }) => readTeamDishCounts(current),
    'confirmed teams': ({ current }) => readConfirmedTeams(current),
    board: ({ current }) => readBoard(current),
    undecided: (platform) => readUndecided(platform),
    slots: ({ current }) => readSlots(current),
    volunteers: (platform) => readVolunteers(platform),
    spellings: ({ current }) => readSpellings(current, '7@example.org'),
    desk: (platform) => dinnerWaiting(platform)(),
  }
  const most = { dinner_signups: signupsOfEach, dinner_check_ins: signupsOfEach }
  // Its lists of slots, of confirmed teams and of people in two slots each read the sign-ups once.
  const allowed = { desk: { ...most, dinner_signups: 3 * signupsOfEach } } as Record<string, typeof most>
  const excess: string[] = []
  for (const [name, read] of Object.entries(reads)) {
    const rows = await countRows(app, read)
    for (const [table, limit] of Object.entries(allowed[name] ?? most))
      if ((rows.get(table) ?? 0) > limit)
        excess.push(`${name}: ${rows.get(table)} rows of ${table}, ${limit} of this edition`)
  }
  expect(excess).toEqual([])
})

describe('One dish', () => {
  const findDish = async ({ sql }: Pick<Platform, 'sql'>) => {
    const [dish] = await sql<{ id: string }[]>`
      select signup.id from dinner_signups signup join dinner_slots slot on slot.id = signup.slot_id
      where signup.edition = '2025' and slot.category = 'dishes' limit 1`
    return dish?.id ?? ''
  }

  it('is answered without reading the others', async () => {
    const app = await manyDinners()
    const id = await findDish(app)
    const rows = await countRows(app, ({ current }) => readItem(current, id))
    expect(Object.fromEntries(rows)).toEqual({ dinner_signups: 1, dinner_check_ins: 1 })
  })

  it('is refused a place without reading others than the one that holds it', async () => {
    const app = await manyDinners()
    const id = await findDish(app)
    const to = { zone: 'buffet', position: 3 } as const
    const { dinner } = await readDinner(app.platform.current)
    await app.sql`
      update dinner_check_ins set held_place = ${`${dinner}/buffet/3`}
      where id = (select max(id::text)::uuid from dinner_check_ins where edition = '2025')`
    const refuse = () => Promise.reject(dinnerErrors.error('SLOT_OCCUPIED'))
    const rows = await countRows(app, (platform) => explainRejections(platform, { id, to }, refuse).catch(() => null))
    expect(Object.fromEntries(rows)).toEqual({ dinner_signups: 2, dinner_check_ins: 2 })
  })
})
