import { connect } from '@ultimate/event-store/connect.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import type { ReadModel } from '@ultimate/event-store/read-model.ts'
import { createConstraints, createTable } from '@ultimate/event-store/tables/read-model-table.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Edition, readDefaultFacts } from '../../../platform/edition.ts'
import { asPublicTeam, readTeam, teamLists } from './teams.query.ts'
import { type TeamRow, teams } from './teams.view.ts'

let database: TestDatabase
let current: Edition

beforeAll(async () => {
  database = await testDatabase()
  current = buildEdition(database.sql, '2025')
  const model = teams as ReadModel
  for (const ddl of [createTable(model), ...createConstraints(model)]) await database.sql.unsafe(ddl)
})
afterAll(() => database.drop())
beforeEach(() => database.sql`delete from teams`)

const capacity = 35
const buildEdition = (sql: TestDatabase['sql'], edition: string): Edition => ({
  sql,
  edition,
  facts: async () => ({ ...(await readDefaultFacts(edition)()), capacity }),
})

const buildId = (order: number) => `00000000-0000-4000-8000-${String(order).padStart(12, '0')}`

async function insert(order: number, changes: Partial<TeamRow> = {}): Promise<string> {
  const row: TeamRow = {
    id: buildId(order),
    team_name: `Team ${order}`,
    past_team_names: '',
    location: 'Florence, AL',
    division: 'rec',
    captain_name: 'Becky Thatcher',
    captain_email: 'becky@example.org',
    captain_phone: '256-555-0142',
    alternate_name: null,
    alternate_email: null,
    alternate_phone: null,
    comments: '',
    created_at: new Date(Date.UTC(2025, 7, 1, 12, order)),
    status: null,
    paid: false,
    seeds: {},
    email_confirmed: true,
    entered_by_staff: false,
    removed: null,
    notes: [],
    edition: '2025',
    link_generation: 0,
    version: 1,
    ...changes,
  }
  await database.sql`insert into teams ${database.sql({ ...row, notes: database.sql.json(row.notes) })}`
  return row.id
}

async function insertMany(count: number): Promise<void> {
  for (let order = 1; order <= count; order++) await insert(order)
}

/** Reads the public list of teams. */
const publicList = (sql: TestDatabase['sql']) => {
  const lists = teamLists(buildEdition(sql, '2025'))
  return async () => (await lists()).public
}

describe('The list of teams', () => {
  it('is that of one edition', async () => {
    await insertMany(2)
    await insert(3, { edition: '2026' })
    expect((await publicList(database.sql)()).map(({ id }) => id)).toEqual([buildId(1), buildId(2)])
    const next = buildEdition(database.sql, '2026')
    expect((await teamLists(next)()).staff.map(({ id }) => id)).toEqual([buildId(3)])
    expect([await readTeam(current, buildId(3)), await readTeam(next, buildId(1))]).toEqual([null, null])
  })

  it('is empty at first', async () => {
    expect(await publicList(database.sql)()).toEqual([])
  })

  it('shows what the public may know, and nothing that reaches a captain', async () => {
    await insert(7)
    expect(await publicList(database.sql)()).toEqual([
      {
        id: buildId(7),
        team_name: 'Team 7',
        division: 'rec',
        captain_name: 'Becky Thatcher',
        location: 'Florence, AL',
        created_at: '2025-08-01T12:07:00.000Z',
        status: 'confirmed',
        paid: false,
      },
    ])
  })

  it('is in the order of registration, in any order of the rows', async () => {
    for (const order of [3, 1, 2]) await insert(order)
    expect((await publicList(database.sql)()).map((team) => team.team_name)).toEqual(['Team 1', 'Team 2', 'Team 3'])
  })

  it('breaks ties of the same moment by id, the same way every time', async () => {
    const created_at = new Date('2025-08-01T12:00:00Z')
    for (const order of [3, 1, 2]) await insert(order, { created_at })
    const list = await publicList(database.sql)()
    expect(list.map((team) => team.id)).toEqual([buildId(1), buildId(2), buildId(3)])
  })

  it('confirms the first 35 and lets the rest wait', async () => {
    await insertMany(37)
    const listed = await publicList(database.sql)()
    expect(listed.slice(0, 35).every((team) => team.status === 'confirmed')).toBe(true)
    expect(listed.slice(35).map((team) => team.status)).toEqual(['waitlist', 'waitlist'])
  })

  it('lets a decision of the organizers stand, and moves no other team', async () => {
    await insertMany(37)
    await database.sql`update teams set status = 'waitlist' where id = ${buildId(1)}`
    await database.sql`update teams set status = 'confirmed' where id = ${buildId(37)}`
    const listed = await publicList(database.sql)()
    expect([0, 34, 35, 36].map((index) => listed[index]?.status)).toEqual([
      'waitlist',
      'confirmed',
      'waitlist',
      'confirmed',
    ])
  })

  it('leaves removed teams out, and those behind them move up', async () => {
    await insertMany(37)
    const list = publicList(database.sql)
    await list()
    await database.sql`
      update teams set removed = '{"at": "2025-10-01T12:00:00Z", "by": null, "reason": "Junk"}', version = version + 1
      where id = ${buildId(3)}`
    const names = (await list()).map((team) => [team.team_name, team.status])
    expect(names).toHaveLength(36)
    expect(names.slice(1, 3)).toEqual([
      ['Team 2', 'confirmed'],
      ['Team 4', 'confirmed'],
    ])
    expect(names.slice(34)).toEqual([
      ['Team 36', 'confirmed'],
      ['Team 37', 'waitlist'],
    ])
    expect((await readTeam(current, buildId(36)))?.team.status).toBe('confirmed')
    expect(await readTeam(current, buildId(3))).toBeNull()
    await database.sql`update teams set removed = null, version = version + 1 where id = ${buildId(3)}`
    expect((await list()).map((team) => team.team_name).slice(1, 4)).toEqual(['Team 2', 'Team 3', 'Team 4'])
  })

  it('gives the same object until something changes, and a new one the moment it does', async () => {
    await insert(1)
    const list = publicList(database.sql)
    const first = await list()
    expect(await list()).toBe(first)
    await database.sql`update teams set paid = true, version = version + 1`
    expect((await list())[0]?.paid).toBe(true)
    await database.sql`delete from teams`
    expect(await list()).toEqual([])
  })
})

describe('A bid whose address is not confirmed', () => {
  it('is shown to staff alone, in its place, and takes no place from others', async () => {
    await insertMany(37)
    await database.sql`update teams set email_confirmed = false where id = ${buildId(2)}`
    const { public: publicTeams, staff } = await teamLists(current)()
    expect(publicTeams.map(({ id }) => id)).not.toContain(buildId(2))
    expect(publicTeams.filter(({ status }) => status === 'confirmed').at(-1)?.id).toBe(buildId(36))
    expect(staff[1]).toMatchObject({ id: buildId(2), status: 'waitlist', email_confirmed: false })
    expect(staff.filter((team) => team.email_confirmed).map(asPublicTeam)).toEqual(publicTeams)
    for (const order of [1, 2, 36, 37])
      expect((await readTeam(current, buildId(order)))?.team).toEqual(staff[order - 1])
  })

  it('takes the place of its registration once it is confirmed', async () => {
    await insertMany(37)
    await database.sql`update teams set email_confirmed = false where id = ${buildId(2)}`
    const lists = teamLists(current)
    await lists()
    await database.sql`update teams set email_confirmed = true, version = 2 where id = ${buildId(2)}`
    const { public: publicTeams } = await lists()
    expect(publicTeams[1]).toMatchObject({ id: buildId(2), status: 'confirmed' })
    expect(publicTeams[35]).toMatchObject({ id: buildId(36), status: 'waitlist' })
  })

  it('leaves what staff decided about it standing', async () => {
    await insert(1, { status: 'confirmed', email_confirmed: false })
    expect((await teamLists(current)()).staff[0]).toMatchObject({ status: 'confirmed', email_confirmed: false })
  })
})

describe('The list of teams, after a rebuild', () => {
  it('is that of the new table', async () => {
    await insert(1)
    const list = publicList(database.sql)
    await list()
    await database.sql.begin(async (sql) => {
      await sql`create table rebuilt (like teams including all)`
      await sql`insert into rebuilt select * from teams`
      await sql`update rebuilt set team_name = 'Repaired'`
      await sql`drop table teams`
      await sql`alter table rebuilt rename to teams`
    })
    expect((await list())[0]?.team_name).toBe('Repaired')
  })
})

describe('One team', () => {
  it('stands as it stands in the list', async () => {
    await insertMany(37)
    await database.sql`update teams set status = 'waitlist', paid = true where id = ${buildId(2)}`
    const listed = await publicList(database.sql)()
    for (const order of [1, 2, 35, 36, 37])
      expect(await readTeam(current, buildId(order)).then((read) => read && asPublicTeam(read.team))).toEqual(
        listed[order - 1],
      )
  })

  it('is read by a plan that is made once', async () => {
    const id = await insert(1)
    await database.sql`
      insert into teams select (jsonb_populate_record(teams, jsonb_build_object('id', gen_random_uuid()))).*
      from teams, generate_series(1, 20000)`
    await database.sql`analyze teams`
    const sql = connect(database.url, { max: 1 })
    // PostgreSQL decides after five times whether a plan for any values is as good.
    for (let time = 0; time < 8; time++) await readTeam(buildEdition(sql, '2025'), id)
    const [plans] = await sql.unsafe(`
      select generic_plans::int from pg_prepared_statements where statement like '%teams where id = $1%'`)
    await sql.end()
    expect(plans).toEqual({ generic_plans: 3 })
  })

  it('is null where there is none', async () => {
    expect(await readTeam(current, buildId(99))).toBeNull()
  })
})
