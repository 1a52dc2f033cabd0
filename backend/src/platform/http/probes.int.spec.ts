import { connect } from '@ultimate/event-store/connect.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { readError, startApi, type TestApi } from './api.fixture.ts'
import { checkDatabaseWrites, probes, type Readiness, shareResult } from './probes.ts'

describe('Operators', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ gatePassword: 'closed' })
  })
  afterAll(() => api.close())

  it('see that it lives and is ready, gate or no gate', async () => {
    expect((await api.fetch('/healthz')).status).toBe(200)
    expect((await api.fetch('/readyz')).status).toBe(200)
  })

  it('are asked by reading alone', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await api.fetch(path, { method })
        expect(answer.headers.get('allow')).toBe('GET, HEAD')
        expect(await readError(answer)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' })
      }
      expect((await api.fetch(path, { method: 'HEAD' })).status).toBe(path === '/metrics' ? 401 : 200)
    }
  })

  it('see everything that is missing while it is not ready', async () => {
    const missing = async (...readiness: Readiness[]) => {
      const parts = { registry: createMetrics().registry, isDraining: () => false, metrics: null, readiness }
      const answer = await probes(parts).get('/readyz')?.(() => undefined)
      return [answer?.status, JSON.parse(String(answer?.body)).missing]
    }
    const away = connect('postgres://127.0.0.1:1/none', { connect_timeout: 1 })
    const stale = async () => 'read models are being rebuilt'
    const broken = () => Promise.reject(new Error('the inside of the app'))
    expect(await missing(stale, checkDatabaseWrites(away), checkDatabaseWrites(away), async () => null)).toEqual([
      503,
      'read models are being rebuilt; the database does not answer',
    ])
    expect(await missing(broken)).toEqual([503, 'the database does not answer'])
    await away.end()
  })

  it.each([
    ['is full', "temp_file_limit = '64kB'", "the database's disk is full"],
    ['takes no writes', 'default_transaction_read_only = on', 'the database takes no writes'],
  ])('see that it is not ready on a disk that %s', async (_, setting, missing) => {
    const [named] = await api.sql<{ name: string }[]>`select current_database() as name`
    await api.owner.unsafe(`alter database ${named?.name} set ${setting}`)
    // The setting holds for new connections.
    const sql = connect(api.databaseUrl, { max: 1 })
    expect(await checkDatabaseWrites(sql)()).toBe(missing)
    await sql.end()
    await api.owner.unsafe(`alter database ${named?.name} reset all`)
    const again = connect(api.databaseUrl, { max: 1 })
    expect(await checkDatabaseWrites(again)()).toBeNull()
    await again.end()
  })

  it('do not load the database, however many ask at once', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<null>()
    let runs = 0
    const check = shareResult(() => {
      runs += 1
      entered.resolve()
      return release.promise
    }, 60_000)
    const first = [check(), check()]
    await entered.promise
    first.push(check())
    release.resolve(null)
    expect(await Promise.all([...first, check()])).toEqual([null, null, null, null])
    expect(runs).toBe(1)
  })

  it('see how much is being stored', async () => {
    const open = await startApi()
    for (const name of ['one', 'two']) await open.fetch('/api/shelves', { json: { name } })
    expect(await (await open.fetch('/metrics')).text()).toContain('events_appended_total 2')
    await open.close()
  })

  it('can measure it by route, once the gate is open for them', async () => {
    await api.fetch('/api/shelves/1')
    const outside = await api.fetch('/metrics')
    expect(await readError(outside)).toEqual({ status: 401, code: 'GATE_CLOSED' })
    const opened = await api.fetch('/api/gate', { json: { password: 'closed' } })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await (await api.fetch('/metrics', { headers: { cookie } })).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/shelves/{id}",status="401"} 1')
    for (const name of ['events_appended_total', 'live_readers', 'nodejs_eventloop_lag_seconds', 'process_cpu'])
      expect(text).toContain(name)
  })

  it('find no measurements here where these have a port of their own', async () => {
    const other = await startApi({ metricsPort: 9464 })
    expect((await other.fetch('/metrics')).status).toBe(404)
    await other.close()
  })
})
