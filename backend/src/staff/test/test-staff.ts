import { randomUUID } from 'node:crypto'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { reserveTestDatabase, settled, settledLog } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import type { Endpoint, RequestOf } from '@ultimate/events/language/endpoint.ts'
import { type AuditEntry, staffApi, type User } from '@ultimate/events/staff/api.ts'
import { transparencyLog } from '@ultimate/transparency-log/transparency-log.ts'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import { testConfiguration } from '../../platform/configuration/test-configuration.ts'
import { onlyEdition } from '../../platform/edition.ts'
import type { RequestContext } from '../../platform/http/http-route.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { Module, Platform } from '../../platform/module.ts'
import { logSigner, openStore, storedModules } from '../../platform/store.ts'
import { authenticator, staff } from '../module.ts'
import { addUserWithPassword, type NewUser } from '../write/users/add-user.ts'

export const secret = testConfiguration.authSecret

const system: CommandContext = {
  actor: { kind: 'system', id: 'test', name: null, role: null },
  correlationId: 'test',
  causationId: 'test',
  now: new Date(),
  happenedAt: null,
  idempotency: null,
}

const visitor = ({ address = '192.0.2.1', device }: RequestOrigin, cookies: Map<string, string>): RequestContext => ({
  user: null,
  address,
  userAgent: '',
  host: 'localhost',
  visitorId: null,
  repeats: false,
  expectedVersion: undefined,
  lastEventId: undefined,
  commandContext: {
    ...system,
    actor: { kind: 'visitor', id: null, name: null, role: null },
    correlationId: randomUUID(),
  },
  newId: randomUUID,
  reauthenticate: () => Promise.resolve(null),
  setCookie: (name, value) => void cookies.set(name, value),
  cookie: (name) => (name === 'device' ? device : undefined),
})

/** The origin of a request: an address, and a device by its cookie. */
export interface RequestOrigin {
  readonly address?: string
  readonly device?: string | undefined
}

/** The staff module on a database of its own, with a clock that stands until it is moved. */
export async function staffTestApp(overrides: Partial<Configuration> = {}) {
  const database = reserveTestDatabase()
  const { sql } = database.serving
  let time = new Date()
  const clock = { now: () => time }
  const modules: Module[] = []
  const store = openStore({ sql, modules: () => modules, edition: () => '2025', clock })
  const platform: Platform = {
    configuration: { ...testConfiguration, ...overrides },
    ...onlyEdition(sql, testConfiguration.edition),
    clock,
    sql,
    mailer: { send: () => Promise.reject(new Error('no mail is expected here')) },
    commands: store.commands,
    log: settledLog(store.log, sql),
    metrics: createMetrics(),
    people: store.people,
    transparency: transparencyLog(sql, logSigner(testConfiguration.logKey)),
    modules: () => modules,
  }
  const module = staff(platform)
  modules.push(module)
  await database.create({
    name: 'staff',
    prepare: ({ sql, serving }) => migrate(sql, storedModules(modules), serving.role),
  })
  const { authenticate } = authenticator(platform)

  const cookies = new Map<string, string>()
  async function call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    asking: RequestOrigin = {},
  ): Promise<unknown> {
    const { query, body } = request as { query?: unknown; body?: unknown }
    const route = module.routes.find((candidate) => candidate.endpoint === endpoint)
    if (!route) throw new Error(`nothing serves ${endpoint.path}`)
    const validated = { query: endpoint.query?.parse(query ?? {}), body: endpoint.body?.parse(body) }
    const answer = await route.handle(validated, visitor(asking, cookies))
    return endpoint.answers[answer.status]?.parse(answer.body)
  }

  return {
    platform,
    sql,
    /** The database as its owner, for what a test arranges. */
    owner: database.sql,
    authenticate,
    moveClock: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1000)
    },
    signIn: (username: string, password: string, asking?: RequestOrigin) =>
      call(staffApi.signIn, { body: { username, password } }, asking) as Promise<{ user: User; token: string }>,
    /** The cookie that the last sign-in gave the device. */
    deviceCookie: () => cookies.get('device'),
    audit: async (query: RequestOf<typeof staffApi.readAudit>['query'] = {}) => {
      await settled(sql)
      return (await call(staffApi.readAudit, { query })) as { events: AuditEntry[]; next: number | null }
    },
    add: (user: Partial<NewUser> & { password: string }) =>
      addUserWithPassword(platform, { ...becky(), ...user }, system),
    close: async () => {
      await store.close()
      await database.drop()
    },
  }
}

const becky = () =>
  ({
    id: randomUUID(),
    person: { username: 'Becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
    role: 'helper',
    verified: false,
  }) as const
