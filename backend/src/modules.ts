import { dinnerInterface } from '@ultimate/events/dinner/api.ts'
import { staffInterface } from '@ultimate/events/staff/api.ts'
import { tournamentInterface } from '@ultimate/events/tournament/api.ts'
import { dinner } from './dinner/module.ts'
import type { Module, Platform } from './platform/module.ts'
import { staff } from './staff/module.ts'
import { tournament } from './tournament/module.ts'

/** All modules of the backend, in the order in which they are listed to people. */
export const modulesOf = (platform: Platform): readonly Module[] => [
  tournament(platform),
  dinner(platform),
  staff(platform),
]

/** By module, the version of the interface that it serves: what parts say they need is compared with it. */
export const interfaces = {
  tournament: tournamentInterface,
  dinner: dinnerInterface,
  staff: staffInterface,
} as const

/** Origins of the pages that are embedded: the maps of the venues. */
export const embeddedOrigins = ['https://www.openstreetmap.org'] as const
