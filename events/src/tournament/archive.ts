import type { Team } from './api.ts'
import type { Pool } from './pools/pools-api.ts'
import type { Division } from './team.ts'
import type { ShownBracket, ShownStandings } from './weekend/games-api.ts'
import type { ShownSchedule } from './weekend/schedule-api.ts'

export interface DivisionResults {
  readonly standings: ShownStandings
  /** Null where none was posted. */
  readonly bracket: ShownBracket | null
}

/** The tournament of a past edition as the archive shows it: the same as the public calls answered about it. */
export interface ArchivedTournament {
  readonly teams: readonly Team[]
  /** The published ones. */
  readonly pools: Readonly<Record<Division, readonly Pool[]>>
  readonly results: Readonly<Record<Division, DivisionResults>> & { readonly schedule: ShownSchedule }
}
