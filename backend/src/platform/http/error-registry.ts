import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Module } from '../module.ts'

/** The codes of the platform and of all modules; a module cannot give a code of another one a new meaning. */
export function mergedErrors(modules: readonly Pick<Module, 'name' | 'errors'>[]): ErrorRegistry {
  const merged: Record<string, ErrorRegistry[string]> = { ...platformErrors.registry }
  for (const { name, errors } of modules) {
    for (const [code, kind] of Object.entries(errors)) {
      const known = merged[code]
      if (known && (known.status !== kind.status || known.message !== kind.message))
        throw new Error(`The refusal ${code} of module ${name} means something else elsewhere`)
      merged[code] = kind
    }
  }
  return merged
}
