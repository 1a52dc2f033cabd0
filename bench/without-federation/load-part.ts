import type { PartName } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'

/** Replaces the shell's loader of the same name when all is built as one bundle, in which parts are chunks. */
const parts: Record<PartName, () => Promise<Part>> = {
  tournament: () => import('../../mfe-tournament/src/mfe.ts'),
  dinner: () => import('../../mfe-dinner/src/mfe.ts'),
  staff: () => import('../../mfe-staff/src/mfe.ts'),
}

export class PartUnavailable extends Error {
  readonly problem = 'unreachable'
  readonly reason = null
}

export const isVersionSkew = () => false
export const isMounted = () => true
export const loadPart = (name: PartName): Promise<Part> => parts[name]()
export const preloadPart = (name: PartName): void => void parts[name]()
