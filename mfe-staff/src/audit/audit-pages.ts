import type { AuditEntry } from '@ultimate/events/staff/api.ts'

export interface AuditPage {
  readonly events: readonly AuditEntry[]
  /** Start of the next page; null on the last one. */
  readonly next: number | null
  /** The time of the oldest searched event; absent where there was none, and from servers of earlier releases. */
  readonly reached?: string | undefined
}

/** The entries that have been read so far, newest first, without a gap. */
export interface AuditPages {
  readonly entries: readonly AuditEntry[]
  readonly next: number | null
  readonly reached?: string | undefined
  /** Newer entries that wait above until the user asks for them: what is being read must not move. */
  readonly waiting: AuditPage | null
}

export const toPages = ({ events, next, reached }: AuditPage): AuditPages => {
  return { entries: events, next, reached, waiting: null }
}

export function withOlder(pages: AuditPages, { events, next, reached = pages.reached }: AuditPage): AuditPages {
  const oldest = pages.entries.at(-1)?.position ?? Number.POSITIVE_INFINITY
  return { ...pages, entries: [...pages.entries, ...events.filter(({ position }) => position < oldest)], next, reached }
}

/**
 * Adds the new entries of the first page. If they leave a gap to the older ones, the list begins anew with that page.
 */
export function withNewer(pages: AuditPages, page: AuditPage): AuditPages {
  const newest = pages.entries[0]?.position ?? 0
  const fresh = page.events.filter(({ position }) => position > newest)
  if (fresh.length === 0) return { ...pages, waiting: null }
  const isWithoutGap = fresh.length < page.events.length || page.next === null
  return isWithoutGap ? { ...pages, entries: [...fresh, ...pages.entries], waiting: null } : toPages(page)
}

export function countNewer({ entries, waiting }: AuditPages): number {
  const newest = entries[0]?.position ?? 0
  return waiting?.events.filter(({ position }) => position > newest).length ?? 0
}
