import { dinnerInterface } from '@ultimate/events/dinner/api.ts'
import { releasesInterface } from '@ultimate/events/releases/api.ts'
import { staffInterface } from '@ultimate/events/staff/api.ts'
import { tournamentInterface } from '@ultimate/events/tournament/api.ts'
import { dinner } from './dinner/module.ts'
import type { PartHost } from './platform/http/site/part-releases.ts'
import type { Module, Platform } from './platform/module.ts'
import { releases } from './releases/module.ts'
import { staff } from './staff/module.ts'
import { tournament } from './tournament/module.ts'

/** All modules of the backend, in the order in which they are listed to people. */
export const listModules = (platform: Platform, host: PartHost = noSite): readonly Module[] => [
  tournament(platform),
  dinner(platform),
  staff(platform),
  releases(platform, host),
]

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
