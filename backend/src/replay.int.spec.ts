import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testApp } from './test/test-app.ts'
import { replayProcess } from './test/test-process.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'replay-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Runs a replay on a database that others use meanwhile. */
const replay = (databaseUrl: string, ...options: string[]) =>
  replayProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, ...options)

it('finds a damaged row of an app that is open, and puts it right when told to', async () => {
  const app = await testApp()
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${app.sql.options.database}`
  try {
    const clean = await replay(url.href)
    expect(clean).toMatchObject({ code: 0, complained: '' })
    expect(clean.said).toContain('The live tables are what the events say.')

    await app.sql`update users set full_name = 'Another User' where role = 'TD'`
    const damaged = await replay(url.href)
    expect(damaged.code).toBe(1)
    expect(damaged.said).toMatch(/users .*: full_name is "Another User", should be "/)

    expect(await replay(url.href, '--apply')).toMatchObject({ code: 0, complained: '' })
    expect((await replay(url.href)).code).toBe(0)
    const noted = await app.sql`
      select actor_name as who, (data ->> 'differences')::int as differences, (data ->> 'applied')::boolean as applied
      from events where type = 'ReplayFinished' order by position`
    const who = 'The command line'
    expect(noted.map((it) => ({ ...it }))).toEqual([
      { who, differences: 0, applied: false },
      { who, differences: 1, applied: false },
      { who, differences: 1, applied: true },
      { who, differences: 0, applied: false },
    ])
    expect((await fetch(`${app.origin}/api/registered-teams`)).status).toBe(200)
  } finally {
    await app.close()
  }
})

it('says so where no backend has run yet', async () => {
  const database = await testDatabase()
  expect(await replay(database.url)).toEqual({
    said: '',
    complained: 'There is nothing to replay: no backend has run on this database yet.\n',
    code: 1,
  })
  await database.drop()
})

it('explains itself when it is not understood', async () => {
  const { complained, code } = await replay('postgres://nowhere/x', '--aply')
  expect(complained).toContain('npm run replay [-- --apply]')
  expect(code).toBe(1)
})
