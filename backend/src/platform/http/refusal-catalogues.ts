import type { RefusalCatalogue } from '@ultimate/events/language/refusal.ts'
import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { Module } from '../module.ts'

/** The codes of the platform and of all modules; a module cannot give a code of another one a new meaning. */
export function mergedCatalogue(modules: readonly Pick<Module, 'name' | 'refusals'>[]): RefusalCatalogue {
  const merged: Record<string, RefusalCatalogue[string]> = { ...platformRefusals.catalogue }
  for (const { name, refusals } of modules) {
    for (const [code, kind] of Object.entries(refusals)) {
      const known = merged[code]
      if (known && (known.status !== kind.status || known.message !== kind.message))
        throw new Error(`The refusal ${code} of module ${name} means something else elsewhere`)
      merged[code] = kind
    }
  }
  return merged
}
