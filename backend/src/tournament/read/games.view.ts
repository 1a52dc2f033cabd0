import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { GameEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { evolve, type GameState, gameIdOf, initialState } from '@ultimate/events/tournament/weekend/game.ts'
import type { Edition } from '../../platform/edition.ts'

/** The entries of captains and staff for one game; no row before the first entry. */
type GameRow = GameState & {
  /** The id of the game. */
  id: string
  edition: string
  changed_at: Date
  /** The version of the stream `game-<id>`. */
  version: number
}

export const games = readModel<GameRow, GameEvent>({
  table: 'games',
  version: 1,
  category: 'game',
  columns: {
    id: { type: 'uuid' },
    edition: { type: 'text' },
    entries: { type: 'jsonb' },
    decided: { type: 'jsonb', nullable: true },
    teams: { type: 'jsonb', nullable: true },
    changed_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  constraints: ['create index on {table} (edition)'],
  rowsOf: ({ metadata }) => gameIdOf(metadata.stream),
  evolve: project,
})

function project(row: GameRow | null, event: RecordedEvent<GameEvent>): GameRow {
  const { stream, edition, at, version } = event.metadata
  const state = evolve(row ? toState(row) : initialState(), event)
  return { id: gameIdOf(stream), edition, ...state, changed_at: at, version }
}

const toState = ({ entries, decided, teams }: GameState): GameState => ({ entries, decided, teams })

export interface StoredResult {
  readonly state: GameState
  readonly version: number
  readonly changedAt: Date
}

/** Returns the stored results by the ids of their games. */
export async function readResults({ sql, edition }: Edition): Promise<ReadonlyMap<string, StoredResult>> {
  const rows = await sql<GameRow[]>`
    select id, entries, decided, teams, changed_at, version from games where edition = ${edition}`
  return new Map(rows.map((row) => [row.id, { state: toState(row), version: row.version, changedAt: row.changed_at }]))
}

/** True where a game of the edition has a result or a score. */
export async function hasResults({ sql, edition }: Edition): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from games where edition = ${edition} and teams is not null) as found`
  return row?.found === true
}
