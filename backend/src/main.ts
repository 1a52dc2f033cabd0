import { listPlaceholders } from '@ultimate/events/language/edition.ts'
import { releaseRole, roles } from '@ultimate/events/language/roles.ts'
import { partNames } from '@ultimate/events/platform/part.ts'
import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import { seedDemo as seedDinner } from './dinner/demo.ts'
import { assemble, embeddedOrigins, interfaces } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import { type Configuration, proxyWarning, readConfiguration } from './platform/configuration/configuration.ts'
import { openDatabase } from './platform/database/database.ts'
import { setUp } from './platform/database/set-up.ts'
import { refuseUnfinishedRestore } from './platform/database/unfinished-restore.ts'
import { demoActor } from './platform/demo-actor.ts'
import { listPastYears } from './platform/edition.ts'
import { openPorts } from './platform/http/ports.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createSite } from './platform/http/site/site.ts'
import { createLogger } from './platform/logging.ts'
import { locateOutbox } from './platform/mail/outbox.ts'
import { createMetrics } from './platform/metrics.ts'
import type { Platform } from './platform/module.ts'
import { type Running, run } from './platform/run.ts'
import { sealLog } from './platform/store.ts'
import { partReleases, withReleaseTokens } from './releases/module.ts'
import { seedDemoPhotos, seedDemo as seedStaff } from './staff/demo.ts'
import { authenticator, ensureFirstTd, mailHeadsDaily, remindWhenDue } from './staff/module.ts'
import { seedDemo as seedTournament } from './tournament/demo.ts'

/** Explains where a site without a mail server writes its mails; empty for other sites. */
function explainOutbox(configuration: Configuration): string {
  const outbox = locateOutbox(configuration)
  if (outbox === null) return ''
  const confirmation =
    configuration.emailConfirmation === 'off-without-smtp'
      ? 'E-mail confirmation is off for the same reason: every bid counts at once. EMAIL_CONFIRMATION changes that.\n'
      : ''
  return `Mails are not sent because SMTP_URL is not set: they are written to ${outbox}.\n${confirmation}`
}

/** Explains why EDITION did nothing, if so: it only sets the edition of an empty database. */
const explainIgnoredEdition = (named: string | undefined, current: string): string =>
  !named || named === current
    ? ''
    : `EDITION=${named} did nothing: the edition of ${current} is current. A TD publishes another one at /settings.\n`

/** Composes the backend: makes each service, and passes it to those that need it. */
async function start(running: Running, logger: Logger, build: () => Promise<unknown>): Promise<void> {
  const configuration = await readConfiguration(process.env, partNames)
  await refuseUnfinishedRestore(configuration.dataDir)
  const warning = proxyWarning(configuration)
  if (warning) logger.warn(warning)
  const metrics = createMetrics()
  const ports = await openPorts(configuration, running, metrics.registry)
  ports.waitsFor('the site is being built')
  await build()
  ports.waitsFor('the database is starting')
  const database = await openDatabase(configuration, logger, { secret: configuration.authSecret })
  running.add({ name: 'database', stop: database.stop, withinMs: 4_000 })
  const { sql } = database

  const { store, editions, platform, makeModules } = assemble({
    configuration,
    sql,
    clock: systemClock,
    metrics,
    report: logger,
  })
  running.add({ name: 'subscriptions', stop: store.close, withinMs: 1_500 })
  const { facts, current } = platform
  const site = createSite({
    ...configuration,
    facts,
    pastYears: () => listPastYears(platform),
    parts: partNames,
    interfaces,
    embeddedOrigins,
    releases: () => released,
  })
  const modules = makeModules(platform, site.host)
  const released = partReleases(platform)

  ports.waitsFor('read models are being brought up to date')
  await setUp(database, modules, logger, (line) => logger.info(`Rebuilding read models. ${line}`))
  await editions.open(modules)
  ports.waitsFor('the first data is being stored')
  await database.asOwner(async ({ sql: owner }) => {
    // Several backends may start at once on one empty database. The lock ends with the owner's connection.
    await owner`select pg_advisory_lock(${fillLock})`
    await fill(platform)
  })
  sealLog(store, { sql, logKey: configuration.logKey, clock: systemClock })
  await store.automate(modules.flatMap((module) => module.automations))

  const stopMailing = mailHeadsDaily(platform, logger)
  running.add({ name: 'daily heads', stop: async () => stopMailing(), withinMs: 100 })
  const stopReminding = remindWhenDue(platform, logger)
  running.add({ name: 'reminders', stop: async () => stopReminding(), withinMs: 100 })

  const server = createHttpServer({
    modules,
    roles,
    confinedRoles: [releaseRole],
    interfaces,
    configuration,
    clock: systemClock,
    sql,
    log: store.log,
    isFencedOff: store.isFencedOff,
    authenticator: withReleaseTokens(platform, authenticator(platform)),
    site,
    logger,
    metrics,
    listener: ports.listener,
  })
  ports.closeWith(server.close)
  process.stdout.write(explainOutbox(configuration))
  process.stdout.write(explainIgnoredEdition(process.env['EDITION'], current.edition))
  const shown = await facts()
  const placeholders = listPlaceholders(shown)
  if (placeholders.length > 0)
    process.stdout.write(
      `Visitors still see placeholders: ${placeholders.join(', ')}. A TD sets them: PUT /api/edition.\n`,
    )
  process.stdout.write(`${shown.name} is ready: ${ports.address}\n${formatAddresses(configuration)}`)
}

const fillLock = 5_312_000_002

/** Names the site's address for visitors, and the user who signs in first. */
function formatAddresses({ siteUrl, firstTd }: Configuration): string {
  return [
    `  ${siteUrl} is its address for visitors and in mails (SITE_URL).`,
    `  Staff sign in with Login at the top of any page, at first as "${firstTd.username}", the TD (tournament director), who may do everything.`,
    '',
  ].join('\n')
}

/** Stores the first users and, with SEED=demo, the demonstration. Automations start later, so they send no mails. */
async function fill(platform: Platform): Promise<void> {
  const isNew = await isEmpty(platform.sql)
  await ensureFirstTd(platform)
  if (platform.configuration.seed !== 'demo') return
  if (!isNew) return void process.stdout.write(await explainNoDemo(platform))
  await seedStaff(platform)
  // Drawing takes another thread, so it costs the start little beside the rest.
  await Promise.all([seedDemoPhotos(platform), seedTournament(platform).then(() => seedDinner(platform))])
}

/** Explains why SEED=demo did nothing: the database has data already. */
async function explainNoDemo({ sql, configuration }: Platform): Promise<string> {
  const [found] = await sql<
    { demo: boolean }[]
  >`select exists (select from events where actor_id = ${demoActor.id}) as demo`
  const { databaseUrl, databaseOwnerUrl, dataDir } = configuration
  const where = (databaseUrl ?? databaseOwnerUrl) ? 'the database' : dataDir
  return found?.demo
    ? `SEED=demo did nothing: the demonstration is in ${where} already.\n`
    : `SEED=demo did nothing: there is data in ${where}, and the demonstration fills an empty database only.\n` +
        'To see it, start it beside that data: DATA_DIR=.demo SEED=demo npm start, without DATABASE_URL.\n'
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`select not exists (select from events) as empty`
  return row?.empty === true
}

/** Serves the site until a signal ends this process. `build` makes what pages load, while visitors are asked to wait. */
export function serve(build: () => Promise<unknown> = async () => {}): Promise<never> {
  const logger = createLogger()
  return run((running) => start(running, logger, build), logger)
}

if (import.meta.main) await serve()
