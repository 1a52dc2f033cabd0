import { dinnerInterface } from '@ultimate/events/dinner/api.ts'
import { releasesInterface } from '@ultimate/events/releases/api.ts'
import { staffInterface } from '@ultimate/events/staff/api.ts'
import { tournamentInterface } from '@ultimate/events/tournament/api.ts'
import { transparencyLog } from '@ultimate/transparency-log/transparency-log.ts'
import { dinner } from './dinner/module.ts'
import type { PartHost } from './platform/http/site/part-releases.ts'
import { withMailboxQuota } from './platform/mail/mailbox-quota.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { countAppends, type Metrics } from './platform/metrics.ts'
import type { Module, Platform } from './platform/module.ts'
import { logSigner, openStore } from './platform/store.ts'
import { releases } from './releases/module.ts'
import { openEditions, staff } from './staff/module.ts'
import { tournament } from './tournament/module.ts'

type AssembleOptions = Pick<Platform, 'configuration' | 'sql' | 'clock'> &
  Pick<Parameters<typeof openStore>[0], 'report' | 'timing'> & { readonly metrics: Metrics }

/** Puts the event store and the services for modules together. The modules are there once `makeModules` has been called. */
export function assemble({ configuration, sql, clock, metrics, ...reporting }: AssembleOptions) {
  let modules: readonly Module[] = []
  // Called with each append, so after `editions`, which follows the log of the store, has been made.
  const edition = () => editions.current.edition
  const store = openStore({ sql, modules: () => modules, edition, clock, ...reporting })
  const { log, people } = store
  const editions = openEditions({ sql, log, configuration })
  const { facts, current } = editions
  const secret = configuration.authSecret
  const platform: Platform = {
    configuration,
    facts,
    current,
    editions: editions.editions,
    clock,
    commands: editions.following(countAppends(store.commands, metrics)),
    sql,
    mailer: withMailboxQuota(createMailer(configuration, facts), { sql, secret, clock }),
    log,
    metrics,
    people,
    transparency: transparencyLog(sql, logSigner(configuration.logKey)),
    modules: () => modules,
  }
  /** Makes all modules of the backend, in the order in which people see them. */
  const makeModules = (services: Platform = platform, host: PartHost = noSite): readonly Module[] => {
    modules = [tournament(services), dinner(services), staff(services), releases(services, host)]
    return modules
  }
  return { store, editions, platform, makeModules }
}

/** The host of parts for work that serves no site. */
const noSite: PartHost = {
  builtIn: async () => [],
  incompatibility: async () => null,
  findProblem: () => null,
  findFolder: async () => null,
}

/** The version of the interface of each module. The needs that parts declare are compared with it. */
export const interfaces = {
  tournament: tournamentInterface,
  dinner: dinnerInterface,
  staff: staffInterface,
  releases: releasesInterface,
} as const

/** Origins of the pages that are embedded: the maps of the venues. */
export const embeddedOrigins = ['https://www.openstreetmap.org'] as const
