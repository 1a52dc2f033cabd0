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
