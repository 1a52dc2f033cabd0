import { randomUUID } from 'node:crypto'
import type { EventStore } from '@ultimate/event-store/event-store.ts'
import { reserveTestDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { createLogger } from '../logging.ts'
import { countAppends, createMetrics } from '../metrics.ts'
import { openStore, storedModules } from '../store.ts'
import type { Authenticator, Principal, Route } from './http-route.ts'
import { libraryModule } from './library.fixture.ts'
import { createListener } from './listener.ts'
import { createHttpServer, type HttpServerParts } from './server.ts'

export const td: Principal = { id: randomUUID(), full_name: 'Thea', role: 'TD' }
export const helper: Principal = { id: randomUUID(), full_name: 'Hal', role: 'helper' }

/** Tokens are the words `td` and `helper`, until they are taken back. */
export interface TestTokens extends Authenticator {
  revoke(token: string, code: 'TOKEN_REVOKED' | 'USER_REMOVED'): void
}

export function testTokens(): TestTokens {
  const users = new Map([
    ['td', td],
    ['helper', helper],
  ])
  const revoked = new Map<string, 'TOKEN_REVOKED' | 'USER_REMOVED'>()
  const formerUser = async (token: string) => users.get(token) ?? platformErrors.fail('INVALID_SIGNATURE')
  return {
    revoke: (token, code) => revoked.set(token, code),
    authenticate: async (token) => {
      const code = revoked.get(token)
      if (code) platformErrors.fail(code)
      return formerUser(token)
    },
    formerUser,
    topic: 'users',
  }
}

export interface TestApi {
  readonly url: string
  readonly tokens: TestTokens
  readonly store: EventStore
  readonly sql: HttpServerParts['sql']
  /** The pool of the owner of the database, where `sql` is the server's own pool. */
  readonly owner: HttpServerParts['sql']
  readonly databaseUrl: string
  /** Log lines, as objects. */
  readonly lines: Record<string, unknown>[]
  fetch(path: string, init?: TestRequest): Promise<Response>
  /** Returns the number of events in the log. */
  countEvents(): Promise<number>
  /** Returns who and what caused the newest event. */
  lastEvent(): Promise<Record<string, unknown>>
  /** Ends the server alone, gracefully. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** `json` becomes the body and sets its type; `token` the bearer header. */
export interface TestRequest extends RequestInit {
  readonly json?: unknown
  readonly token?: string
}

type Settings = Partial<HttpServerParts['configuration']> & {
  readonly routes?: readonly Route[]
  readonly heartbeatMs?: number
  readonly graceMs?: number
  readonly drain?: () => Promise<unknown>
  readonly site?: HttpServerParts['site']
}

/** The real server on a free port, before a real database with a small library in it. */
export async function startApi({
  routes = [],
  heartbeatMs,
  graceMs,
  drain,
  site,
  ...configuration
}: Settings = {}): Promise<TestApi> {
  const database = reserveTestDatabase()
  const { sql } = database.serving
  const clock = { now: () => new Date() }
  const store = openStore({ sql, modules: () => [library], edition: () => '2025', clock })
  const metrics = createMetrics()
  const library = libraryModule(countAppends(store.commands, metrics), routes)
  await database.create({
    name: 'library',
    prepare: ({ sql, serving }) => migrate(sql, storedModules([library]), serving.role),
  })
  const tokens = testTokens()
  const lines: Record<string, unknown>[] = []
  const server = createHttpServer({
    modules: [library],
    roles,
    clock,
    sql,
    log: store.log,
    authenticator: tokens,
    metrics,
    isFencedOff: store.isFencedOff,
    configuration: {
      port: 0,
      host: '127.0.0.1',
      authSecret: 'a secret of the tests',
      gatePassword: null,
      siteUrl: 'http://localhost:3000',
      trustProxy: false,
      metricsPort: null,
      ...configuration,
    },
    logger: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }),
    ...(site && { site }),
    ...(heartbeatMs && { heartbeatMs }),
    listener: createListener({ port: 0, host: '127.0.0.1', ...(graceMs && { graceMs }), ...(drain && { drain }) }),
  })
  const { port } = await server.listen()
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    tokens,
    store,
    sql,
    owner: database.sql,
    databaseUrl: database.serving.url,
    lines,
    fetch: (path, init = {}) => fetch(url + path, asFetched(init)),
    countEvents: async () => {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from events`
      return row?.count ?? 0
    },
    lastEvent: async () => {
      // The log itself is not asked, because it does not show an event while an older transaction is running.
      const [row] = await sql`
        select actor_kind, actor_id, actor_name, actor_role, correlation_id, causation_id
        from events order by position desc limit 1`
      return { ...row }
    },
    stop: () => server.close(),
    close: async () => {
      await server.close()
      await store.close()
      await database.drop()
    },
  }
}

function asFetched({ json, token, ...init }: TestRequest): RequestInit {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (json === undefined) return { ...init, headers }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return { ...init, headers, method: init.method ?? 'POST', body: JSON.stringify(json) }
}

/** Status, code and fields of an error's answer; fails where it has not the form of every error. */
export async function readError(response: Response): Promise<{ status: number; code: string; fields?: object }> {
  const { code, message, error, fields, ...more } = (await response.json()) as Record<string, unknown>
  if (typeof code !== 'string' || typeof message !== 'string' || message !== error || message.includes('    at '))
    throw new DomainError('NOT_A_REFUSAL', JSON.stringify({ code, message, error }))
  return { status: response.status, code, ...(fields ? { fields } : {}), ...more }
}
