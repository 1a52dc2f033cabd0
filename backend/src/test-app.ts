import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modulesOf } from './modules.ts'
import type { Configuration } from './platform/configuration.ts'
import { type TestDatabase, testDatabase } from './platform/database/test-database.ts'
import { createEventStore, type EventStore, type Timing } from './platform/event-store/event-store.ts'
import { migrate } from './platform/event-store/set-up/set-up.ts'
import { createHttpServer, type HttpServerParts } from './platform/http/server.ts'
import { createLogger, type Logger } from './platform/logging.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { rationed } from './platform/mail/rationed.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Module, Platform } from './platform/module.ts'
import { testConfiguration } from './platform/test-configuration.ts'
import { seedDemo as seedStaff } from './staff/demo.ts'
import { authenticator, ensureFirstTd } from './staff/module.ts'

/** The people that a app starts with, and their passwords. */
const passwords = { td: 'first-td-password', admin: 'demo-admin', helper: 'demo-helper' } as const
export type Someone = keyof typeof passwords | 'visitor'

/**
 * Store, modules and HTTP server, as the role that serves, on a port and a folder of their own, and on a database of their own unless they are
 * the second backend of another app.
 */
export async function testApp(settings: Partial<Configuration> = {}, shared?: TestDatabase, watched: Watched = {}) {
  const database = shared ?? (await testDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-test-'))
  return openTestApp({ ...testConfiguration, dataDir, ...settings }, { database, ...watched }, async () => {
    if (!shared) await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
}

/** What a test of the background work looks at, or cannot wait for. */
interface Watched {
  readonly logger?: Logger
  readonly timing?: Partial<Timing>
  readonly site?: HttpServerParts['site']
}

async function openTestApp(
  settings: Configuration,
  { database, logger = createLogger('silent'), timing = {}, site }: Watched & { readonly database: TestDatabase },
  leave: () => Promise<void>,
) {
  const { sql } = database.serving
  const modules: Module[] = []
  const clock = { now: () => new Date() }
  const store: EventStore = createEventStore({
    sql,
    modules: () => modules,
    edition: settings.edition,
    clock,
    report: logger,
    timing,
  })
  const platform: Platform = {
    configuration: settings,
    clock,
    commands: store.commands,
    sql,
    mailer: rationed(
      createMailer(settings, (mail) => logger.warn(mail, 'a mail cannot be delivered')),
      { sql, secret: settings.authSecret, clock },
    ),
    log: store.log,
    modules: () => modules,
  }
  modules.push(...modulesOf(platform))
  await migrate(database.sql, modules, database.serving.role)
  await ensureFirstTd(platform)
  await seedStaff(platform)
  await store.automate(modules.flatMap(({ automations }) => automations))
  const server = createHttpServer({
    modules,
    configuration: settings,
    clock,
    sql,
    log: store.log,
    isFencedOff: store.isFencedOff,
    authenticator: authenticator(platform),
    logger,
    metrics: createMetrics(),
    ...(site && { site }),
  })
  const { port } = await server.listen()
  const origin = `http://127.0.0.1:${port}`
  return {
    /** As the owner of the tables. */
    sql: database.sql,
    database,
    platform,
    origin,
    outbox: join(settings.dataDir, 'outbox'),
    signIn: signInDecider(origin),
    forget: store.forget,
    close: async () => {
      await server.close()
      await store.close()
      await leave()
    },
  }
}

/** The headers of a request by somebody; each signs in once. */
function signInDecider(origin: string) {
  const tokens = new Map<string, Promise<string>>()
  const login = async (username: string, password: string) => {
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    return ((await response.json()) as { token: string }).token
  }
  return async (someone: Someone): Promise<Record<string, string>> => {
    if (someone === 'visitor') return {}
    if (!tokens.has(someone)) tokens.set(someone, login(someone, passwords[someone]))
    return { authorization: `Bearer ${await tokens.get(someone)}` }
  }
}
