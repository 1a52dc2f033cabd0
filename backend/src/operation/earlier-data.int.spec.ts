import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '../staff/test/test-people.ts'
import { type BackendProcess, ended, launchBackend, restoreProcess, waitForAddress } from '../test/test-process.ts'
import lists from './earlier-data/lists.json' with { type: 'json' }

/** A demonstration that the release of November 2026 filled and backed up, with what it answered to visitors and its TD. */
const earlier = join(import.meta.dirname, 'earlier-data')

let dataDir: string
let backend: BackendProcess
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ultimate-earlier-'))
})
afterAll(async () => {
  if (backend) await ended(backend.child, 'SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

it('what an earlier release stored is read by this one, with equal lists', async () => {
  const settings = { DATA_DIR: join(dataDir, 'site') }
  const restored = await restoreProcess(settings, join(earlier, 'backup'), '--keys', join(earlier, 'keys'))
  expect(restored).toMatchObject({ code: 0, complained: '' })
  backend = launchBackend(settings)
  const site = people({ origin: await waitForAddress(backend), outbox: join(settings.DATA_DIR, 'outbox') })
  const token = await site.readToken('td', 'Turkey-Trot-99')
  for (const [path, body] of Object.entries(lists.public))
    expect((await site.send('GET', path, {})).body, path).toMatchObject(body)
  for (const [path, body] of Object.entries(lists.td))
    expect((await site.send('GET', path, { token })).body, path).toMatchObject(body)
})
