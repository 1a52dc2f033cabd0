import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Timing } from '@ultimate/event-store/event-store.ts'
import type { FreshDatabase, Template } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { reserveTestDatabase, settledLog, type TestDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { releaseRole, roles } from '@ultimate/events/language/roles.ts'
import { partNames } from '@ultimate/events/platform/part.ts'
import { assemble as assembleModules, interfaces } from '../modules.ts'
import type { Configuration } from '../platform/configuration/configuration.ts'
import { testConfiguration } from '../platform/configuration/test-configuration.ts'
import { listPastYears } from '../platform/edition.ts'
import { createHttpServer, type HttpServerParts } from '../platform/http/server.ts'
import type { PartHost } from '../platform/http/site/part-releases.ts'
import { createSite } from '../platform/http/site/site.ts'
import { createLogger, type Logger } from '../platform/logging.ts'
import { createMetrics } from '../platform/metrics.ts'
import type { Platform } from '../platform/module.ts'
import { sealLog, storedModules } from '../platform/store.ts'
import { partReleases, withReleaseTokens } from '../releases/module.ts'
import { seedDemo as seedStaff } from '../staff/demo.ts'
import { authenticator, ensureFirstTd } from '../staff/module.ts'

/** The users that the app starts with, and their passwords. */
const passwords = { td: 'first-td-password', admin: 'demo-admin', helper: 'demo-helper' } as const
export type Someone = keyof typeof passwords | 'visitor'

/**
 * Store, modules and HTTP server, as the role that serves, on a port and a folder of their own, and on a database of their own unless they are
 * the second backend of another app.
 */
export async function testApp(settings: Partial<Configuration> = {}, shared?: TestDatabase, watched: Watched = {}) {
  const database = shared ?? (await ownDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-test-'))
  const configuration = { ...testConfiguration, dataDir, partsDir: join(dataDir, 'parts'), ...settings }
  if (shared) await fill(shared, configuration)
  return openTestApp(configuration, { database, ...watched }, async () => {
    if (!shared) await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
}

const filled: Template = { name: 'app', prepare: (database) => fill(database, testConfiguration) }

async function ownDatabase(): Promise<TestDatabase> {
  const database = reserveTestDatabase()
  await database.create(filled)
  return database
}

/** Brings a database up to date and stores the people that an app starts with, unless they are there. */
async function fill(database: FreshDatabase, configuration: Configuration): Promise<void> {
  const { modules, platform, store } = assemble(configuration, { database })
  try {
    await migrate(database.sql, storedModules(modules), database.serving.role)
    await ensureFirstTd(platform)
    await seedStaff(platform)
  } finally {
    await store.close()
  }
}

/** The parts that tests of the background work watch or speed up. */
interface Watched {
  readonly logger?: Logger
  readonly timing?: Partial<Timing>
  /** The log is sealed, as on a site, with this pause between two batches. */
  readonly sealEveryMs?: number
  readonly site?: HttpServerParts['site']
  readonly host?: PartHost
  /** A folder of built bundles, for a site of them with what is released. */
  readonly dist?: string
}

type Opened = Watched & { readonly database: FreshDatabase }

function assemble(settings: Configuration, opened: Opened) {
  const { database, logger = createLogger('silent'), timing = {}, host, dist } = opened
  const { sql } = database.serving
  const metrics = createMetrics()
  const clock = { now: () => new Date() }
  const given = { configuration: settings, sql, clock, metrics, report: logger, timing }
  const { store, editions, platform: whole, makeModules } = assembleModules(given)
  const platform: Platform = { ...whole, log: settledLog(store.log, sql) }
  const released = partReleases(platform)
  const built = {
    facts: platform.facts,
    pastYears: () => listPastYears(platform),
    parts: partNames,
    interfaces,
    dist: dist ?? '',
    releases: () => released,
  }
  const own = dist === undefined ? null : createSite({ ...settings, ...built })
  const site = own ?? opened.site
  const modules = makeModules(platform, host ?? own?.host)
  return { modules, platform, editions, store, logger, metrics, site }
}

async function openTestApp(settings: Configuration, opened: Opened, leave: () => Promise<void>) {
  const { database } = opened
  const { modules, platform, editions, store, logger, metrics, site } = assemble(settings, opened)
  await editions.open(modules)
  const { sql, clock } = platform
  if (opened.sealEveryMs) sealLog(store, { sql, logKey: settings.logKey, clock, restMs: opened.sealEveryMs })
  await store.automate(modules.flatMap(({ automations }) => automations))
  const server = createHttpServer({
    modules,
    roles,
    confinedRoles: [releaseRole],
    configuration: settings,
    clock: platform.clock,
    sql: platform.sql,
    log: store.log,
    isFencedOff: store.isFencedOff,
    authenticator: withReleaseTokens(platform, authenticator(platform)),
    logger,
    metrics,
    ...(site && { site }),
  })
  const { port } = await server.listen()
  const origin = `http://127.0.0.1:${port}`
  return {
    /** A connection as the owner of the tables. */
    sql: database.sql,
    database,
    platform,
    /** The log of a real site, which may hold back events that were just stored; the platform's log waits for them. */
    log: store.log,
    origin,
    outbox: join(settings.dataDir, 'outbox'),
    signIn: signInDecider(origin),
    forget: store.people.forget,
    close: async () => {
      await server.close()
      await store.close()
      await leave()
    },
  }
}

/** The headers of a request by a user, who signs in once. */
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
