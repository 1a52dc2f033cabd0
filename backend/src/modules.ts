import { dinner } from './dinner/module.ts'
import type { Module, Platform } from './platform/module.ts'
import { type PartHost, releases } from './releases/module.ts'
import { staff } from './staff/module.ts'
import { tournament } from './tournament/module.ts'

/** All modules of the backend, in the order in which they are listed to people. */
export const modulesOf = (platform: Platform, host: PartHost = noSite): readonly Module[] => [
  tournament(platform),
  dinner(platform),
  staff(platform),
  releases(platform, host),
]

/** For work that serves no site. */
const noSite: PartHost = { builtIn: async () => [], misfit: async () => null }

/**
 * The parts of the site, which ship apart from the shell, and the first segments of the paths whose pages each draws.
 * The shell draws all others.
 */
export const parts = {
  tournament: ['tournament', 'registration'],
  dinner: ['dinner'],
  staff: ['account', 'access-controls', 'audit'],
} as const

export const partNames = Object.keys(parts)

/** Origins of the pages that are embedded: the maps of the venues. */
export const embeddedOrigins = ['https://www.openstreetmap.org'] as const
