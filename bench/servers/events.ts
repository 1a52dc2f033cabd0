import { testConfiguration } from '@ultimate/backend/platform/configuration/test-configuration.ts'
import { onlyEdition } from '@ultimate/backend/platform/edition.ts'
import { createHttpServer } from '@ultimate/backend/platform/http/server.ts'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { createMetrics } from '@ultimate/backend/platform/metrics.ts'
import type { Module, Platform } from '@ultimate/backend/platform/module.ts'
import { logSigner, openStore, storedModules } from '@ultimate/backend/platform/store.ts'
import { tournament } from '@ultimate/backend/tournament/module.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { transparencyLog } from '@ultimate/transparency-log/transparency-log.ts'
import type { Sql } from 'postgres'

const pat: User = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'pat',
  full_name: 'Pat',
  email: 'pat@example.org',
  role: 'admin',
  is_verified: true,
}

/**
 * Starts the real HTTP server with one module on this database, without automations. Both sides of a comparison run in
 * this server, so that only their modules differ. Sends its port to the parent process.
 */
export async function serveModule(url: string, makeModule: (platform: Platform) => Promise<Module> | Module) {
  const sql = connect(url) as Sql
  const clock = { now: () => new Date() }
  const modules: Module[] = []
  const store = openStore({ sql, modules: () => modules, edition: () => '2025', clock })
  const platform: Platform = {
    configuration: testConfiguration,
    ...onlyEdition(sql, testConfiguration.edition),
    clock,
    sql,
    commands: store.commands,
    log: store.log,
    metrics: createMetrics(),
    people: store.people,
    transparency: transparencyLog(sql, logSigner(testConfiguration.logKey)),
    modules: () => modules,
    mailer: { send: async () => 'sent' },
  }
  modules.push(await makeModule(platform))
  await migrate(sql, storedModules(modules))
  const server = createHttpServer({
    modules,
    roles,
    configuration: testConfiguration,
    clock,
    sql,
    log: store.log,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    // No limit counts what staff do.
    authenticator: { authenticate: async () => pat, formerUser: async () => pat, topic: 'users' },
  })
  const { port } = await server.listen()
  process.send?.({ port })
}

// As a program, it serves the real tournament, which stores event and row in one statement.
if (import.meta.main) await serveModule(process.argv[2] ?? '', tournament)
