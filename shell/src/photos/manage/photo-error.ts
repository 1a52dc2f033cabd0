import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'

/**
 * Returns the server's message of a domain error, with the title that another user wrote meanwhile; else the screen's
 * own message.
 */
export function photoMessage(error: unknown, otherwise: string): string {
  if (!isDomainError(error)) return otherwise
  const current = currentPhoto(error)
  return current ? `${error.message} It is called “${current.title}” now.` : (error.fields['title'] ?? error.message)
}

/** Returns the photo as the server has it, if a change was rejected because another user was faster. */
export function currentPhoto(error: unknown): Photo | null {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return null
  const { photo } = (error.current ?? {}) as { photo?: Photo }
  return photo ?? null
}
