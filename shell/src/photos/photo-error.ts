import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { ApiError } from '@ultimate/kit/api.ts'

/**
 * The server's sentence where it has one to say, with what somebody else wrote meanwhile; without one, and when the
 * server itself is in trouble, our own.
 */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError) || error.code === 'UNKNOWN' || error.status >= 500) return otherwise
  const now = photoNow(error)
  return now ? `${error.message} It is called “${now.title}” now.` : (error.fields['title'] ?? error.message)
}

/** The photo as the server has it, where a change was refused because somebody else was faster. */
export function photoNow(error: unknown): Photo | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return null
  const { photo } = (error.current ?? {}) as { photo?: Photo }
  return photo ?? null
}
