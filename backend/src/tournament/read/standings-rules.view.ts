import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import type { Tiebreak } from '@ultimate/events/tournament/weekend/standings.ts'
import {
  evolve,
  initialState,
  type StandingsRules,
  type TieDecision,
} from '@ultimate/events/tournament/weekend/standings-rules.ts'
import type { Edition } from '../../platform/edition.ts'

/** The rules for the standings of one edition; no row before the first change. */
type StandingsRulesRow = {
  /** The year. */
  id: string
  tiebreaks: readonly Tiebreak[]
  ties_in_pools: boolean
  decisions: readonly TieDecision[]
  /** The version of the stream `standings-<year>`. */
  version: number
}

export const standingsRules = readModel<StandingsRulesRow, StandingsEvent>({
  table: 'standings_rules',
  version: 1,
  category: 'standings',
  columns: {
    id: { type: 'text' },
    tiebreaks: { type: 'jsonb' },
    ties_in_pools: { type: 'boolean' },
    decisions: { type: 'jsonb' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => metadata.stream.slice('standings-'.length),
  evolve: project,
})

function project(row: StandingsRulesRow | null, event: RecordedEvent<StandingsEvent>): StandingsRulesRow {
  const { stream, version } = event.metadata
  const { tiebreaks, tiesInPools, decisions } = evolve(row ? toRules(row) : initialState(), event)
  return { id: stream.slice('standings-'.length), tiebreaks, ties_in_pools: tiesInPools, decisions, version }
}

const toRules = ({ tiebreaks, ties_in_pools, decisions }: StandingsRulesRow): StandingsRules => ({
  tiebreaks,
  tiesInPools: ties_in_pools,
  decisions,
})

interface StoredRules {
  readonly rules: StandingsRules
  readonly version: number
}

export async function readStandingsRules({ sql, edition }: Edition): Promise<StoredRules> {
  const [row] = await sql<StandingsRulesRow[]>`
    select tiebreaks, ties_in_pools, decisions, version from standings_rules where id = ${edition}`
  return row ? { rules: toRules(row), version: row.version } : { rules: initialState(), version: 0 }
}
