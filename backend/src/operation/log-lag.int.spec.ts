import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { embeddedNames } from '../platform/database/database.ts'
import { people } from '../staff/test/test-people.ts'
import { type BackendProcess, ended, launchBackend, waitForAddress } from '../test/test-process.ts'

let dataDir: string
let backend: BackendProcess
/** A connection of the owner to the database of the site. */
let own: Sql
/** A connection to another database of the server, in the middle of a transaction. */
let writer: Sql
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ultimate-lag-'))
  // A server of its own: others of the tests share one, and would lag as well.
  backend = launchBackend({ DATA_DIR: dataDir })
  await waitForAddress(backend)
  const url = (await findEmbeddedPostgres({ dataDir, names: embeddedNames }))?.url ?? ''
  own = connect(url, { max: 1 })
  await own`create database other`
  const elsewhere = new URL(url)
  elsewhere.pathname = '/other'
  writer = connect(elsewhere.href, { max: 1 })
  await writer.unsafe('create table held (number integer); begin; insert into held values (1)')
})
afterAll(async () => {
  await Promise.all([writer.end(), own.end()])
  await ended(backend.child, 'SIGTERM')
  await rm(dataDir, { recursive: true })
})

it('a long write in another database of the server shows as lag, for machines and on the desk, until it ends', async () => {
  const origin = await waitForAddress(backend)
  const site = people({ origin, outbox: join(dataDir, 'outbox') })
  const td = await site.readToken('td', 'wishbone and gravy')
  const desk = async () => {
    const { body } = await site.send('GET', '/api/desk', { token: td })
    return (body['items'] as { kind: string; names: string[] }[]).find(({ kind }) => kind === 'log_lag')?.names
  }
  const ready = async () => (await (await fetch(`${origin}/readyz`)).json()) as object
  const metric = async () => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^log_lag_seconds (\S+)$/m.exec(text)?.[1])
  }
  // The sign-in is an event that readers may not see yet.
  await own`update events set at = at - interval '90 seconds' where position >= event_safe_position()`
  const sentence = /^A long write on the database server, perhaps in another database, .* \d+ seconds behind\.$/
  expect(await desk()).toEqual([expect.stringMatching(sentence)])
  expect(await metric()).toBeGreaterThanOrEqual(90)
  await vi.waitFor(
    async () => expect(await ready()).toEqual({ status: 'ready', detail: expect.stringMatching(sentence) }),
    { timeout: 20_000 },
  )

  await writer.end()
  await vi.waitFor(
    async () => {
      expect([await desk(), await ready()]).toEqual([[], { status: 'ready' }])
      expect(await metric()).toBeLessThan(5)
    },
    { timeout: 20_000 },
  )
})
