import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'

/** The endpoints and texts of one check-in page. */
export interface CheckInKind {
  readonly category: SlotCategory
  readonly list: 'GET /api/dinner-signups' | 'GET /api/server-signups'
  readonly checkIn: 'PUT /api/dinner-signups/{id}/checkin' | 'PUT /api/server-signups/{id}/checkin'
  readonly title: string
  readonly lead: string
  /** The label of the number of all sign-ups. */
  readonly total: string
  /** The label of the search. */
  readonly search: string
  /** The placeholder of the search, short enough for a phone. */
  readonly searchPlaceholder: string
  readonly loading: string
  /** The words for all dishes or servers of a team. */
  readonly ofTeam: string
  readonly empty: { readonly title: string; readonly text: string }
  /** Shown in the pending list when it is empty. */
  readonly allHere: string
}

export const dishes: CheckInKind = {
  category: 'dishes',
  list: 'GET /api/dinner-signups',
  checkIn: 'PUT /api/dinner-signups/{id}/checkin',
  title: 'Dinner Check-In',
  lead: 'Checked-in dishes go to Holding.',
  total: 'Total Dishes',
  search: 'Search by person, dish or team',
  searchPlaceholder: 'Person, dish or team',
  loading: 'Loading dish sign-ups',
  ofTeam: 'All that this team brings',
  empty: { title: 'No Dish Signups', text: 'Dishes appear here as soon as someone signs up to bring one.' },
  allHere: 'Every dish is here.',
}

export const servers: CheckInKind = {
  category: 'serving',
  list: 'GET /api/server-signups',
  checkIn: 'PUT /api/server-signups/{id}/checkin',
  title: 'Server Check-In',
  lead: 'By serving time, the earliest first.',
  total: 'Total Servers',
  search: 'Search by server or team name',
  searchPlaceholder: 'Server or team name',
  loading: 'Loading server sign-ups',
  ofTeam: 'All whom this team sends',
  empty: { title: 'No Server Signups', text: 'Servers appear here as soon as someone signs up for a serving time.' },
  allHere: 'Every server is here.',
}

/** The reason why a call failed. `foreign signature`: the server's key is no longer the one that signed the token. */
export type Failure =
  | { readonly kind: 'no token' | 'foreign signature' | 'denied' | 'no answer' }
  /** `reason` is the server's sentence, or its status text where there is none. */
  | { readonly kind: 'rejected'; readonly reason: string }

/** This device holds no token to send. */
export class NoToken extends Error {
  override readonly name = 'NoToken'
}

export function classifyFailure(error: unknown): Failure {
  if (error instanceof NoToken) return { kind: 'no token' }
  if (!(error instanceof ApiError)) return { kind: 'no answer' }
  if (error.status !== 401 && error.status !== 403) return { kind: 'rejected', reason: error.message }
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
    case 'rejected':
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
  return kind === 'rejected' ? 'Failed to load server signups' : deniedSentence
}
