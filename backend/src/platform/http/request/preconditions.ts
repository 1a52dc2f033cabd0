import { platformErrors } from '@ultimate/events/platform/api.ts'

/** The version that `If-Match` names, with or without a content behind it. A tag that no version ever had cannot hold: that is `STALE` at once. */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^"v(\d{1,15})(?:\.[\w-]+)?"$/.exec(ifMatch.trim())?.[1]
  return version === undefined ? platformErrors.fail('STALE') : Number(version)
}

/** Whether the client holds these very bytes already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  // A proxy that compresses makes a strong tag weak.
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
