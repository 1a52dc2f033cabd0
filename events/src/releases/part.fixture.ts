import { DomainError } from '../language/domain-error.ts'
import type { ReleaseFacts, ReleasesEvent } from './events.ts'

export const metadata = { now: new Date('2025-11-22T18:00:00Z') }

/** A release as its event describes it. */
export const buildRelease = (version: string): ReleaseFacts => ({
  version,
  contract: '^1',
  needs: { dinner: '^1.2' },
  size: 1_000,
  integrity: 'sha384-abc',
  source: { kind: 'archive', digest: version.padEnd(64, '0') },
})

export const added: ReleasesEvent = { type: 'PartAdded', data: {} }
export const released = (version: string): ReleasesEvent => ({ type: 'PartReleased', data: buildRelease(version) })
export const activated = (version: string, builtIn = false): ReleasesEvent => ({
  type: 'PartActivated',
  data: { version, builtIn },
})
export const canary = (version: string, percent = 10, builtIn = false): ReleasesEvent => ({
  type: 'PartCanaryStarted',
  data: { version, builtIn, percent },
})
export const rolledBack = (from: string, to: string | null): ReleasesEvent => ({
  type: 'PartRolledBack',
  data: { from, to, canary: false },
})
export const canaryEnded = (from: string, to: string | null): ReleasesEvent => ({
  type: 'PartRolledBack',
  data: { from, to, canary: true },
})
export const issued: ReleasesEvent = { type: 'ReleaseTokenIssued', data: { hash: 'hash' } }
export const ended: ReleasesEvent = { type: 'ReleaseTokensEnded', data: {} }

/** Returns the arguments of `thenThrows`. */
export const refusedWith = (code: string) =>
  [DomainError, (error: Error) => (error as DomainError).code === code] as const
