import { DomainError, type ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Module } from '../../module.ts'

/** The codes of the platform and of all modules; a module cannot give a code of another one a new meaning. */
export function mergedErrors(modules: readonly Pick<Module, 'name' | 'errors'>[]): ErrorRegistry {
  const merged: Record<string, ErrorRegistry[string]> = { ...platformErrors.registry }
  for (const { name, errors } of modules) {
    for (const [code, kind] of Object.entries(errors)) {
      const known = merged[code]
      if (known && (known.status !== kind.status || known.message !== kind.message))
        throw new Error(`The error ${code} of module ${name} means something else elsewhere`)
      merged[code] = kind
    }
  }
  return merged
}

/** An error of the registry by its code, which is known at run time alone. */
export function errorByCode(code: string, registry: ErrorRegistry, retryAfter?: number): DomainError {
  return new DomainError(code, registry[code]?.message ?? code, undefined, retryAfter)
}

/** A general error, in the words that the call itself has for this status, if any. */
export function endpointError(
  general: keyof typeof platformErrors.registry,
  { errors }: Endpoint,
  registry: ErrorRegistry,
): DomainError {
  const { status } = platformErrors.registry[general]
  return errorByCode(errors?.find((it) => registry[it]?.status === status) ?? general, registry)
}
