import { ApiRefusal } from '@ultimate/kit/api.ts'

/** The server's sentence where it has one to say; without one, and when the server itself is in trouble, our own. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiRefusal) || error.code === 'UNKNOWN' || error.status >= 500) return otherwise
  return error.fields['title'] ?? error.message
}
