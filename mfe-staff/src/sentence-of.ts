import { ApiError } from '@ultimate/kit/api.ts'

/** The server's sentence; without one our own. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code !== 'UNKNOWN' ? error.message : otherwise
