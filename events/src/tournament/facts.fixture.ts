import type { PoolsEvent, TeamEvent } from './events.ts'
import type { SavedPool } from './pools/pools-api.ts'

type Registered = Extract<TeamEvent, { type: 'TeamRegistered' }>

export const registered: Registered = {
  type: 'TeamRegistered',
  data: {
    teamName: 'Huck Finns',
    pastTeamNames: '',
    location: 'Florence, AL',
    division: 'rec',
    captain: { name: 'Becky Thatcher', email: 'becky@example.org', phone: '256-555-0142', comments: '' },
    alternate: null,
    awaitsConfirmation: false,
  },
}

type Mark =
  | 'TeamConfirmed'
  | 'TeamWaitlisted'
  | 'TeamStandingReset'
  | 'TeamMarkedPaid'
  | 'TeamMarkedUnpaid'
  | 'TeamRestored'

/** Returns an event of staff that holds nothing but its type. */
export const mark = (type: Mark): TeamEvent => ({ type, data: {} })

export const removed: TeamEvent = { type: 'TeamRemoved', data: { reason: 'Junk' } }
export const restored = mark('TeamRestored')

export const now = new Date('2025-10-01T12:00:00Z')

export const pool = (letter: string, teams: readonly (string | null)[]): SavedPool => ({
  id: `pool-${letter.toLowerCase()}`,
  name: `Pool ${letter}`,
  size: teams.length,
  teams: [...teams],
})

export const saved = (...pools: SavedPool[]): PoolsEvent => ({ type: 'PoolsSaved', data: { pools } })
export const published: PoolsEvent = { type: 'PoolsPublished', data: {} }
export const freed = (...teams: string[]): PoolsEvent => ({ type: 'PoolPlacesFreed', data: { teams } })
export const unpublished: PoolsEvent = { type: 'PoolsUnpublished', data: {} }
