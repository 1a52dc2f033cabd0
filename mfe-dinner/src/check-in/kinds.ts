import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'

/** The endpoints and texts of one check-in page. */
export interface CheckInKind {
  readonly category: SlotCategory
  readonly list: 'GET /api/dinner-signups' | 'GET /api/server-signups'
  readonly checkIn: 'PUT /api/dinner-signups/{id}/checkin' | 'PUT /api/server-signups/{id}/checkin'
  readonly title: string
  readonly lead: string
  readonly total: string
  readonly search: string
  /** The placeholder of the search, short enough for a phone. */
  readonly searched: string
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
  searched: 'Person, dish or team',
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
  searched: 'Server or team name',
  loading: 'Loading server sign-ups',
  ofTeam: 'All whom this team sends',
  empty: { title: 'No Server Signups', text: 'Servers appear here as soon as someone signs up for a serving time.' },
  allHere: 'Every server is here.',
}
