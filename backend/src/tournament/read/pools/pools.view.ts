import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import {
  evolve,
  initialState,
  type Pools,
  poolsId,
  poolsIdOf,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  type Pool,
  type PoolsState,
  type PoolTeam,
  poolsApi,
  type ReachableTeam,
  type SavedPool,
} from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisions, statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../../platform/edition.ts'
import { type Answer, type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readHistory } from './history.ts'

export const poolsReadRoutes = (platform: Platform): Route[] => [
  listPoolTeamsRoute(platform),
  readSavedPoolsRoute(platform),
  readPublishedPoolsRoute(platform),
  listPlacedTeamsRoute(platform),
  listPoolHistoryRoute(platform),
]

/** The pools of one division in one edition, with the ids of their teams; no row until the first save. */
export type PoolsRow = {
  /** See `poolsId`. */
  id: string
  /** The draft. */
  saved: readonly SavedPool[] | null
  published: readonly SavedPool[]
  /** The user who made the draft, and when; null without a draft. */
  drafted_by: string | null
  drafted_at: Date | null
  changed_by: string | null
  changed_at: Date
  /** The version of the stream `pools-<division>`. */
  version: number
}

export const pools = readModel<PoolsRow, PoolsEvent>({
  table: 'pools',
  version: 4,
  category: 'pools',
  columns: {
    id: { type: 'text' },
    saved: { type: 'jsonb', nullable: true },
    published: { type: 'jsonb' },
    drafted_by: { type: 'text', nullable: true },
    drafted_at: { type: 'timestamptz', nullable: true },
    changed_by: { type: 'text', nullable: true },
    changed_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => poolsIdOf(metadata.stream) ?? [],
  evolve: project,
})

export const toPools = (row: Pick<PoolsRow, 'saved' | 'published'> | null): Pools =>
  row === null ? initialState() : { draft: row.saved, published: row.published }

function project(row: PoolsRow | null, event: RecordedEvent<PoolsEvent>): PoolsRow | null {
  const { stream, actor, at, version } = event.metadata
  const id = poolsIdOf(stream)
  if (id === undefined) return row
  const { draft: saved, published } = evolve(toPools(row), event)
  const author = findDraftAuthor(row, event, saved)
  return { id, saved, published, ...author, changed_by: actor.name, changed_at: at, version }
}

function findDraftAuthor(
  row: PoolsRow | null,
  event: RecordedEvent<PoolsEvent>,
  draft: Pools['draft'],
): Pick<PoolsRow, 'drafted_by' | 'drafted_at'> {
  const { actor, at } = event.metadata
  if (draft === null) return { drafted_by: null, drafted_at: null }
  // A save always makes a new draft. Other events make a new draft only where there was none.
  const isNewDraft = event.type === 'PoolsSaved' || row === null || row.saved === null
  if (isNewDraft) return { drafted_by: actor.name, drafted_at: at }
  return { drafted_by: row.drafted_by, drafted_at: row.drafted_at }
}

type TeamWithContact = Required<PoolTeam>

/** The pools of a division, and its teams. */
export interface StoredPools {
  /** The pools with the ids of their teams; null until the first save. */
  readonly row: PoolsRow | null
  /** The teams of the division whose bids count, by id. */
  readonly teams: ReadonlyMap<string, TeamWithContact>
}

export async function readPools({ sql, edition }: Edition, division: Division): Promise<StoredPools> {
  const [[row = null], teams] = await Promise.all([
    sql<PoolsRow[]>`select id, saved, published, drafted_by, drafted_at, changed_by, changed_at, version
      from pools where id = ${poolsId(division, edition)}`,
    sql<TeamWithContact[]>`
      select id, team_name as name, captain_name, captain_phone as phone, captain_email as email
      from teams
      where division = ${division} and edition = ${edition} and email_confirmed and removed is null`,
  ])
  return { row, teams: new Map(teams.map((team) => [team.id, team])) }
}

type ShowTeam = (team: TeamWithContact) => PoolTeam

export const withContact: ShowTeam = (team) => team
/** Copies field by field, so that a new field of a team does not become public. */
export const withoutContact: ShowTeam = ({ id, name, captain_name }) => ({ id, name, captain_name })

const maySeeContact = ({ user }: Pick<RequestContext, 'user'>): boolean => isAllowed(adminOrTd, user?.role ?? null)

/** Replaces the ids of teams by the teams. */
export function fillPools(pools: readonly SavedPool[], { teams }: Pick<StoredPools, 'teams'>, show: ShowTeam): Pool[] {
  const fillPlace = (id: string | null): PoolTeam | null => {
    const team = id === null ? undefined : teams.get(id)
    return team ? show(team) : null
  }
  return pools.map(({ id, name, size, teams: places }) => ({ id, name, size, teams: places.map(fillPlace) }))
}

/** Answers requests of admin and TD that read or change a division's pools; also sent with the error `STALE`. */
export async function answerPools(current: Edition, division: Division): Promise<Answer<PoolsState>> {
  const stored = await readPools(current, division)
  const { row } = stored
  const version = row?.version ?? 0
  const body: PoolsState = {
    division,
    pools: fillPools(row?.saved ?? [], stored, withContact),
    published: fillPools(row?.published ?? [], stored, withContact),
    version,
    draft: row?.drafted_at ? { name: row.drafted_by, at: row.drafted_at.toISOString() } : null,
    changed: row && { name: row.changed_by, at: row.changed_at.toISOString() },
  }
  return { status: 200, body, version }
}

/** All teams whose bids count, with their divisions. */
export async function readDivisionByTeam({ sql, edition }: Edition): Promise<ReadonlyMap<string, Division>> {
  const rows = await sql<{ id: string; division: Division }[]>`
    select id, division from teams where edition = ${edition} and email_confirmed and removed is null`
  return new Map(rows.map(({ id, division }) => [id, division]))
}

type PoolTeamRow = Omit<ReachableTeam, 'status' | 'seed'> & {
  status: TeamStatus | null
  seed: number | null
  /** The team's number in the order of registration, among the teams of both divisions. */
  order_number: number
}

/** Reads a division's teams whose bids count, with contact data, oldest first. */
export async function readPoolTeams({ sql, edition, facts }: Edition, division: Division): Promise<ReachableTeam[]> {
  const { capacity } = await facts()
  const rows = await sql<PoolTeamRow[]>`
    select id, team_name, division, captain_name, location, paid, status, captain_phone, captain_email, order_number,
      (seeds->>division)::int as seed,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from (
      select *, (row_number() over (order by created_at, id))::int as order_number
      from teams where edition = ${edition} and email_confirmed and removed is null
    ) numbered
    where division = ${division}
    order by order_number`
  return rows.map(({ order_number: orderNumber, status, seed, ...row }) => ({
    ...row,
    status: status ?? statusByOrder(orderNumber, capacity),
    ...(seed !== null && { seed }),
  }))
}

/** Unnests drafts and public pools, and then their places. The id of a row of `pools` begins with the division. */
const selectPlacedTeams = ({ sql, edition }: Edition) => sql`
  select distinct split_part(pools.id, '-', 1) as division, place.team
  from pools, jsonb_array_elements(coalesce(saved, '[]') || published) arranged_pool,
    jsonb_array_elements_text(arranged_pool->'teams') place(team)
  where place.team is not null and pools.id = any(${divisions.map((division) => poolsId(division, edition))})`

/** Reads the teams that have a place in a draft or in public pools. */
export async function readPlacedTeams(current: Edition): Promise<string[]> {
  const rows = await current.sql<{ id: string }[]>`
    select id from teams where removed is null and id::text in (select team from (${selectPlacedTeams(current)}) placed)`
  return rows.map(({ id }) => id)
}

/** Reads the teams that have a place, but were removed or play in the other division; by the division of the pools. */
export async function readLostPlaces(current: Edition): Promise<{ division: Division; teams: string[] }[]> {
  const rows = await current.sql<{ division: Division; teams: string[] }[]>`
    select placed.division, json_agg(team order by team) as teams
    from (${selectPlacedTeams(current)}) placed
    join teams on teams.id::text = placed.team and (removed is not null or teams.division <> placed.division)
    group by placed.division`
  return rows.map(({ division, teams }) => ({ division, teams }))
}

// Each request reads the edition of its moment, because `current.edition` is a getter.

function listPoolTeamsRoute({ current }: Platform): Route {
  return route(poolsApi.listPoolTeams, async ({ params: { division }, query: { status } }) => {
    const teams = await readPoolTeams(current, division)
    return { status: 200, body: { teams: status ? teams.filter((team) => team.status === status) : teams } }
  })
}

function readSavedPoolsRoute({ current }: Platform): Route {
  return route(poolsApi.readSavedPools, ({ params: { division } }) => answerPools(current, division))
}

/** Only admin and TD get the version as ETag: they send it back as If-Match when they change the pools. */
function readPublishedPoolsRoute({ current }: Platform): Route {
  return route(poolsApi.readPublishedPools, async ({ params: { division } }, context) => {
    const stored = await readPools(current, division)
    const version = stored.row?.version ?? 0
    const published = stored.row?.published ?? []
    if (!maySeeContact(context))
      return { status: 200, body: { pools: fillPools(published, stored, withoutContact), version } }
    const body = { pools: fillPools(published, stored, withContact), version }
    return { status: 200, body, version, headers: { 'cache-control': 'no-store' } }
  })
}

function listPlacedTeamsRoute({ current }: Platform): Route {
  return route(poolsApi.listPlacedTeams, async () => {
    const teams = await readPlacedTeams(current)
    return { status: 200, body: { teams } }
  })
}

function listPoolHistoryRoute(platform: Platform): Route {
  return route(poolsApi.listPoolHistory, async ({ params: { division }, query: { before, limit } }) => {
    const entries = await readHistory(platform, division)
    const earlier = entries.filter(({ version }) => before === undefined || version < before)
    const page = earlier.slice(0, limit)
    return {
      status: 200,
      body: { entries: page, next: earlier.length > limit ? (page.at(-1)?.version ?? null) : null },
    }
  })
}
