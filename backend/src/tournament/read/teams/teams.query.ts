import { batchReads } from '@ultimate/event-store/batch-reads.ts'
import type { ReadBack } from '@ultimate/event-store/commands.ts'
import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type StaffTeam, type Team, tournamentApi } from '@ultimate/events/tournament/api.ts'
import { statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { type RemovedTeam, teamId } from '@ultimate/events/tournament/team-api.ts'
import type { ISql, Sql } from 'postgres'
import type { Edition } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { type TeamRow, teams } from './teams.view.ts'

export const teamListRoutes = (platform: Platform): Route[] => [
  listTeamsRoute(platform),
  listRemovedTeamsRoute(platform),
]

const shownColumns = `
  id, team_name, division, captain_name, location, paid, status, email_confirmed, entered_by_staff,
  status is not null as by_hand,
  (seeds->>division)::int as seed,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

type ShownRow = Omit<StaffTeam, 'status' | 'seed' | 'entered_by_staff'> & {
  status: TeamStatus | null
  seed: number | null
  entered_by_staff: boolean
}

/** `orderStatus`, the status by order, holds for a bid that counts, unless staff decided the status. */
const asStaffTeam = (row: ShownRow, orderStatus: TeamStatus): StaffTeam => ({
  id: row.id,
  team_name: row.team_name,
  division: row.division,
  captain_name: row.captain_name,
  location: row.location,
  created_at: row.created_at,
  status: row.status ?? (row.email_confirmed ? orderStatus : 'waitlist'),
  paid: row.paid,
  email_confirmed: row.email_confirmed,
  by_hand: row.by_hand,
  ...(row.entered_by_staff && { entered_by_staff: true }),
  ...(row.seed !== null && { seed: row.seed }),
})

/** Leaves out the fields that only staff see. */
export const asPublicTeam = ({
  email_confirmed: _,
  by_hand: __,
  seed: ___,
  entered_by_staff: ____,
  ...team
}: StaffTeam): Team => team

/** Shows the team to those who registered it: as the public sees it, with a mark until the bid counts. */
export const asSeenByAuthor = (team: StaffTeam): Team & { email_confirmed?: false } =>
  team.email_confirmed ? asPublicTeam(team) : { ...asPublicTeam(team), email_confirmed: false }

export interface FoundTeam {
  readonly team: StaffTeam
  readonly version: number
}

/** Returns null where there is no such team, or where it was removed. Reads of the same moment share one query. */
export async function readTeam({ sql, edition, facts }: Edition, id: string): Promise<FoundTeam | null> {
  const { capacity } = await facts()
  const read = findReader(sql, { edition, capacity })
  return (await read(id.toLowerCase())) ?? null
}

type TeamReader = (id: string) => Promise<FoundTeam | undefined>
/** The readers by edition and capacity, for each pool of connections. */
const teamReaders = new WeakMap<Sql, Map<string, TeamReader>>()

function findReader(sql: Sql, { edition, capacity }: EditionCapacity): TeamReader {
  const readers = teamReaders.get(sql) ?? new Map<string, TeamReader>()
  teamReaders.set(sql, readers)
  const key = `${edition} ${capacity}`
  const reader =
    readers.get(key) ??
    batchReads(async (ids) => {
      const teams = await readTeams(sql, { edition, capacity }, [...new Set(ids)])
      return ids.map((id) => teams.get(id))
    })
  readers.set(key, reader)
  return reader
}

/** Reads the team like `readTeam`, but in the statement that appends the events of a command. */
export function teamReadBack({ edition, capacity }: EditionCapacity, id: string): ReadBack<FoundTeam> {
  return {
    name: `team ${edition} ${capacity}`,
    model: teams as ReadBack<FoundTeam>['model'],
    values: [edition],
    text: (rows, [editionPlaceholder = ''], isOne) =>
      (isOne ? selectTeam : selectTeams)(capacity, rows, editionPlaceholder),
    parse: asFoundTeam,
    id,
  }
}

/** An edition, and the number of teams that its order of registration confirms. */
interface EditionCapacity {
  readonly edition: string
  readonly capacity: number
}

type FoundRow = ShownRow & { version: number; fits: boolean }

const asFoundTeam = (row: FoundRow): FoundTeam => ({
  team: asStaffTeam(row, row.fits ? 'confirmed' : 'waitlist'),
  version: row.version,
})

/**
 * SQL that shows a team unless it was removed, and whether it fits into the capacity by order. `rows` is a query for its row,
 * which may be about to be stored; `edition` is a placeholder. The capacity stands in the text because PostgreSQL expects
 * many rows of a limit that is a parameter, and then plans the statement anew each time.
 */
const selectTeam = (capacity: number, rows: string, edition: string) => `
  select ${shownColumns}, version, status is not null or (
    select count(*) from (
      select from teams other
      where other.edition = ${edition} and other.email_confirmed and other.removed is null
        and (other.created_at, other.id) < (team.created_at, team.id)
      limit ${Number(capacity)}
    ) ahead) < ${Number(capacity)} as fits
  from (${rows}) team where edition = ${edition} and removed is null`

/** The same SQL for several teams. Finds the last bid that fits once for all of them, which costs more for a single team. */
const selectTeams = (capacity: number, rows: string, edition: string) => `
  with wanted as materialized (select * from (${rows}) team where edition = ${edition} and removed is null),
  counting as (
    (select created_at, id from teams other
     where edition = ${edition} and email_confirmed and removed is null and id not in (select id from wanted)
     order by created_at, id limit ${Number(capacity)})
    union all select created_at, id from wanted where email_confirmed
  ),
  last as materialized (select created_at, id from counting order by created_at, id limit 1 offset ${capacity - 1})
  select ${shownColumns}, version, not exists (
    select from last where (last.created_at, last.id) < (wanted.created_at, wanted.id)) as fits
  from wanted`

/** `limit 1` lets every plan use the primary key, also one that was made while the table was nearly empty. */
const oneRow = 'select * from teams where id = $1 limit 1'
const severalRows = `
  select found.* from unnest($1::text[]::uuid[]) as wanted(id)
  cross join lateral (select * from teams where id = wanted.id limit 1) as found`

async function readTeams(
  sql: ISql,
  { edition, capacity }: EditionCapacity,
  ids: readonly string[],
): Promise<Map<string, FoundTeam>> {
  const [id] = ids
  const query = (text: string, wanted: string | string[]) =>
    sql.unsafe<FoundRow[]>(text, [wanted, edition], { prepare: true })
  const rows =
    id !== undefined && ids.length === 1
      ? await query(selectTeam(capacity, oneRow, '$2'), id)
      : await query(selectTeams(capacity, severalRows, '$2'), [...ids])
  return new Map(rows.map((row) => [row.id, asFoundTeam(row)]))
}

/** All teams except removed ones, oldest first. */
interface TeamLists {
  /** The bids that count, without the fields that only staff see. */
  readonly public: readonly Team[]
  readonly staff: readonly StaffTeam[]
}

interface CachedLists extends EditionCapacity {
  readonly fingerprint: string
  readonly lists: TeamLists
}

// Changes with every write, even one without an event, because each write gives its row another `xmin`. A rebuilt table has
// another `tableoid`.
const fingerprint = (sql: Sql) => sql`
  concat(max(tableoid::bigint), ' ', count(*), ' ', sum(xmin::text::bigint))`

/** Asks the database each time, so that no process answers an old list. Returns the same object while nothing changed. */
export function teamLists(current: Edition): () => Promise<TeamLists> {
  let cache: CachedLists = { fingerprint: '', edition: '', capacity: 0, lists: { public: [], staff: [] } }
  return coalesceReads(async () => {
    const { sql, facts } = current
    const { capacity } = await facts()
    const { edition } = current
    const [present] = await sql<
      { fingerprint: string }[]
    >`select ${fingerprint(sql)} as fingerprint from teams where edition = ${edition}`
    const isSameEdition = edition === cache.edition && capacity === cache.capacity
    if (!isSameEdition || present?.fingerprint !== cache.fingerprint)
      cache = await readLists(sql, { edition, capacity })
    return cache.lists
  })
}

/** Reads fingerprint and rows in one statement, so that they belong together. */
async function readLists(sql: Sql, { edition, capacity }: EditionCapacity): Promise<CachedLists> {
  const [list] = await sql<{ fingerprint: string; rows: ShownRow[] | null }[]>`
    select ${fingerprint(sql)} as fingerprint,
      json_agg(listed order by teams.created_at, teams.id) filter (where teams.removed is null) as rows
    from teams, lateral (select ${sql.unsafe(shownColumns)}) listed where teams.edition = ${edition}`
  let order = 0
  const staff = (list?.rows ?? []).map((row) => {
    if (row.email_confirmed) order += 1
    return asStaffTeam(row, statusByOrder(order, capacity))
  })
  const publicTeams = staff.filter((team) => team.email_confirmed).map(asPublicTeam)
  return { fingerprint: list?.fingerprint ?? '', edition, capacity, lists: { public: publicTeams, staff } }
}

type RemovedRow = Pick<
  TeamRow,
  'id' | 'team_name' | 'division' | 'captain_name' | 'location' | 'created_at' | 'paid' | 'removed'
>

/** Lists the team that was removed last first, and teams that were removed together by the age of their bids. */
export async function readRemovedTeams({ sql, edition }: Edition): Promise<RemovedTeam[]> {
  const rows = await sql<RemovedRow[]>`
    select id, team_name, division, captain_name, location, created_at, paid, removed
    from teams where edition = ${edition} and removed is not null
    order by (removed->>'at')::timestamptz desc, created_at, id`
  return rows.map(({ created_at, removed, ...team }) => ({
    ...team,
    created_at: created_at.toISOString(),
    removed_at: removed?.at ?? '',
    removed_by: removed?.by ?? null,
    reason: removed?.reason ?? '',
    withdrawn: removed?.withdrawn ?? false,
  }))
}

/** The editions for which a team registered, removed or not. */
export async function readEditionsOfTeams({ sql }: Pick<Edition, 'sql'>): Promise<string[]> {
  const rows = await sql<{ edition: string }[]>`select distinct edition from teams`
  return rows.map(({ edition }) => edition)
}

/** True if each id is that of a registered team, removed or not. */
export async function areTeamsKnown({ sql, edition }: Edition, ids: readonly string[]): Promise<boolean> {
  if (!ids.every((id) => teamId.safeParse(id).success)) return false
  const rows = await sql<{ id: string }[]>`
    select id from teams where edition = ${edition} and id = any(${[...ids]}::text[]::uuid[])`
  const knownIds = new Set(rows.map(({ id }) => id))
  return ids.every((id) => knownIds.has(id))
}

/**
 * Shares one read among all requests of about the same time. No answer is older than its request, because a request that
 * comes during a read waits for the next one.
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let runningRead: Promise<unknown> = Promise.resolve()
  let waitingRead: Promise<T> | null = null
  return () => {
    if (waitingRead) return waitingRead
    const nextRead = runningRead.then(() => {
      waitingRead = null
      return read()
    })
    waitingRead = nextRead
    runningRead = nextRead.catch(() => undefined)
    return nextRead
  }
}

type TeamsBody = { teams: (Team | StaffTeam)[] }

/** Shows bids that do not count yet only to TD and admin, who may confirm them by hand. */
function listTeamsRoute({ current, log }: Platform): Route {
  const lists = cachedUntilAppend(log, teamLists(current))
  const bodies = new WeakMap<TeamLists, { public: TeamsBody; staff: TeamsBody }>()
  return route(tournamentApi.listTeams, async (_, { user }) => {
    const teams = await lists()
    const body = bodies.get(teams) ?? { public: { teams: [...teams.public] }, staff: { teams: [...teams.staff] } }
    // The same body as long as the list is the same, because the server serializes each object once.
    bodies.set(teams, body)
    if (!isAllowed(adminOrTd, user?.role ?? null)) return { status: 200, body: body.public }
    return { status: 200, body: body.staff, headers: { 'cache-control': 'no-store' } }
  })
}

function listRemovedTeamsRoute({ current }: Platform): Route {
  return route(tournamentApi.listRemovedTeams, async () => {
    const teams = await readRemovedTeams(current)
    return { status: 200, body: { teams } }
  })
}
