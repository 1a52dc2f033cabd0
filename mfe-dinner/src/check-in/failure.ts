import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'

/** The reason why a call failed, as far as the sentences of these pages differ. */
export type Failure =
  | { readonly kind: 'no token' | 'foreign signature' | 'denied' | 'no answer' }
  /** `reason` is the server's sentence, or its status text where there is none. */
  | { readonly kind: 'refused'; readonly reason: string }

/** This device holds no token to send. */
export class NoToken extends Error {
  override readonly name = 'NoToken'
}

export function classifyFailure(error: unknown): Failure {
  if (error instanceof NoToken) return { kind: 'no token' }
  if (!(error instanceof ApiError)) return { kind: 'no answer' }
  if (error.status !== 401 && error.status !== 403) return { kind: 'refused', reason: error.message }
  return { kind: error.code === 'INVALID_SIGNATURE' ? 'foreign signature' : 'denied' }
}

const deniedSentence = 'Authentication failed. Please log in again.'

/** The sentence for a check-in, or its undo, that failed. */
export function updateSentence(category: SlotCategory, failure: Failure): string {
  return category === 'dishes' ? dishUpdateSentence(failure) : serverUpdateSentence(failure)
}

function dishUpdateSentence(failure: Failure): string {
  switch (failure.kind) {
    case 'no token':
      return 'Authentication required. Please log in again.'
    case 'foreign signature':
      return 'Your session has expired due to a server update. Please refresh the page and log in again.'
    case 'denied':
      return deniedSentence
    case 'no answer':
      return 'Network error. Please check your connection and try again.'
    case 'refused':
      return `Failed to update check-in status: ${failure.reason}`
  }
}

function serverUpdateSentence({ kind }: Failure): string {
  if (kind === 'no token') return 'Not authenticated'
  return kind === 'denied' || kind === 'foreign signature' ? deniedSentence : 'Error updating check-in status'
}

/** The sentence for a list that could not be loaded. */
export function loadSentence(category: SlotCategory, { kind }: Failure): string {
  if (category === 'dishes') return 'Failed to fetch dinner signups'
  if (kind === 'no token') return 'Not authenticated'
  if (kind === 'no answer') return 'Error loading server signups'
  return kind === 'refused' ? 'Failed to load server signups' : deniedSentence
}
