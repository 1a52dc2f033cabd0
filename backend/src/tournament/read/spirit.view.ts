import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { formatVenueDay } from '@ultimate/events/language/venue-clock.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { isPlayed } from '@ultimate/events/tournament/weekend/captain-entry.ts'
import type { SpiritEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { type GameTeams, otherSide, type SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { GivenSheet, MissingSheet, OwnGame, Spirit } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { findTime } from '@ultimate/events/tournament/weekend/plan.ts'
import { listPublicGames } from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import {
  averageSpirit,
  computeTotal,
  evolve,
  initialState,
  parseSheet,
  type Sheet,
} from '@ultimate/events/tournament/weekend/spirit.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readWeekend, showPublicGames, type WeekendState } from './weekend.query.ts'

export const spiritReadRoutes = (platform: Platform): Route[] => [
  listSpiritRoute(platform),
  readSpiritAveragesRoute(platform),
]

/** The sheet that one team gave another for one game. */
interface SpiritRow {
  /** `<game>.<team>`, with the team that gave the sheet. */
  id: string
  edition: string
  sheet: Sheet
  changed_at: Date
  /** The version of the stream `spirit-<game>.<team>`. */
  version: number
}

export const spiritSheets = readModel<SpiritRow, SpiritEvent>({
  table: 'spirit_sheets',
  version: 2,
  category: 'spirit',
  columns: {
    id: { type: 'text' },
    edition: { type: 'text' },
    sheet: { type: 'jsonb' },
    changed_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  constraints: ['create index on {table} (edition)'],
  rowsOf: ({ metadata }) => idOf(metadata.stream),
  evolve: project,
})

const idOf = (stream: string): string => stream.slice('spirit-'.length)

function project(row: SpiritRow | null, event: RecordedEvent<SpiritEvent>): SpiritRow | null {
  const { stream, edition, at, version } = event.metadata
  const { sheet } = evolve(row ?? initialState(), event)
  return sheet && { id: idOf(stream), edition, sheet, changed_at: at, version }
}

interface StoredSheet {
  readonly game: string
  /** The team that gave the sheet. */
  readonly team: string
  readonly sheet: Sheet
  readonly givenAt: Date
}

async function readSheets({ sql, edition }: Edition): Promise<StoredSheet[]> {
  const rows = await sql<SpiritRow[]>`
    select id, sheet, changed_at from spirit_sheets where edition = ${edition} order by changed_at, id`
  return rows.map(({ id, sheet, changed_at: givenAt }) => ({ ...parseSheet(`spirit-${id}`), sheet, givenAt }))
}

/** The weekend with its spirit sheets. */
interface SpiritOfWeekend {
  readonly state: WeekendState
  readonly sheets: readonly StoredSheet[]
}

export async function readSpirit(current: Edition): Promise<SpiritOfWeekend> {
  const [state, sheets] = await Promise.all([readWeekend(current), readSheets(current)])
  return { state, sheets }
}

function listSpiritRoute({ current }: Platform): Route {
  return route(tournamentApi.listSpirit, async () => ({ status: 200, body: listSheets(await readSpirit(current)) }))
}

function readSpiritAveragesRoute({ current, clock }: Platform): Route {
  return route(tournamentApi.readSpiritAverages, async () => ({
    status: 200,
    body: showAverages(await readSpirit(current), clock.now()),
  }))
}

/** Lists all sheets of public games, and the missing sheets of games that were played. */
function listSheets(spirit: SpiritOfWeekend): { sheets: GivenSheet[]; missing: MissingSheet[] } {
  const sheets: GivenSheet[] = []
  const missing: MissingSheet[] = []
  for (const game of showPublicGames(spirit.state)) {
    const { id, label, division } = game
    for (const side of ['home', 'away'] as const) {
      const [team, opponent] = [game[side].team, game[otherSide(side)].team]
      if (!team || !opponent) continue
      const row = { game: { id, label, division }, team, opponent }
      const stored = findSheet(spirit, game, side)
      const shown = showSpirit(stored)
      if (stored && shown)
        sheets.push({ ...row, ...shown, total: computeTotal(shown), given_at: stored.givenAt.toISOString() })
      else if (isPlayed(game)) missing.push(row)
    }
  }
  return { sheets, missing }
}

const isPlayedBy = (teams: GameTeams | null, { home, away }: Game): boolean =>
  teams !== null && teams.home === home.team?.id && teams.away === away.team?.id

/** A sheet counts as long as it is about the team that is on the other side now. */
function findSheet({ sheets }: SpiritOfWeekend, game: Game, side: SideName): StoredSheet | null {
  const [team, opponent] = [game[side].team?.id, game[otherSide(side)].team?.id]
  return (
    sheets.find((stored) => stored.game === game.id && stored.team === team && stored.sheet.opponent === opponent) ??
    null
  )
}

/** Shows no averages until the day after the last game. */
function showAverages(spirit: SpiritOfWeekend, now: Date) {
  const { state } = spirit
  const games = showPublicGames(state)
  const plan = state.schedule.published
  const ends = plan ? listPublicGames(state.schedule).flatMap((game) => findTime(game, plan)?.end ?? []) : []
  const lastDay = ends
    .map((end) => formatVenueDay(new Date(end)))
    .toSorted()
    .at(-1)
  if (lastDay === undefined || formatVenueDay(now) <= lastDay) return { over: false, teams: [] }
  const countedSheets = games.flatMap((game) =>
    (['home', 'away'] as const).flatMap((side) => findSheet(spirit, game, side)?.sheet ?? []),
  )
  const teams = averageSpirit(countedSheets).map(({ team, ...average }) => ({
    team: { id: team, name: state.nameOf(team) },
    ...average,
  }))
  return { over: true, teams }
}

/** Shows a game to the captain of one side. The other captain's entry and sheet are hidden until this one has given theirs. */
export function showOwnGame(game: Game, side: SideName, spirit: SpiritOfWeekend): OwnGame {
  const stored = spirit.state.stored.get(game.id)
  const entries = stored && isPlayedBy(stored.state.teams, game) ? stored.state.entries : { home: null, away: null }
  const [ownEntry, otherEntry] = [entries[side], entries[otherSide(side)]]
  const [given, received] = [findSheet(spirit, game, side), findSheet(spirit, game, otherSide(side))]
  return {
    ...game,
    mine: ownEntry,
    other_told: otherEntry !== null,
    other: ownEntry && otherEntry,
    changed_at: (stored?.state.teams && stored.changedAt.toISOString()) ?? null,
    spirit: { given: showSpirit(given), received: given && showSpirit(received) },
  }
}

const showSpirit = (stored: StoredSheet | null): Spirit | null => {
  if (!stored) return null
  const { opponent: _, ...spirit } = stored.sheet
  return spirit
}
