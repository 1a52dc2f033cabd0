import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'

/**
 * The server's message where it has one, with what another user wrote meanwhile; without one, and when the server itself
 * fails, the screen's own.
 */
export function photoMessage(error: unknown, otherwise: string): string {
  if (!isDomainError(error)) return otherwise
  const current = currentPhoto(error)
  return current ? `${error.message} It is called “${current.title}” now.` : (error.fields['title'] ?? error.message)
}

/** The photo as the server has it, where a change was refused because another user was faster. */
export function currentPhoto(error: unknown): Photo | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return null
  const { photo } = (error.current ?? {}) as { photo?: Photo }
  return photo ?? null
}
