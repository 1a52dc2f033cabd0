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

/** `byOrder` is the status of a bid that counts and about which staff decided nothing; bids that do not count wait. */
const asStaffTeam = (row: ShownRow, byOrder: TeamStatus): StaffTeam => ({
  id: row.id,
  team_name: row.team_name,
  division: row.division,
  captain_name: row.captain_name,
  location: row.location,
  created_at: row.created_at,
  status: row.status ?? (row.email_confirmed ? byOrder : 'waitlist'),
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

/** The team as the public sees it once it counts; with a mark until then. */
export const asSeenByAuthor = (team: StaffTeam): Team & { email_confirmed?: false } =>
  team.email_confirmed ? asPublicTeam(team) : { ...asPublicTeam(team), email_confirmed: false }

export interface FoundTeam {
  readonly team: StaffTeam
  readonly version: number
}

/** Null where there is no such team, or where it was removed. Teams that are asked for together are read together. */
export async function readTeam({ sql, edition, facts }: Edition, id: string): Promise<FoundTeam | null> {
  const { capacity } = await facts()
  const key = `${edition} ${capacity}`
  let readers = teamReaders.get(sql)
  if (!readers) {
    readers = new Map()
    teamReaders.set(sql, readers)
  }
  let reader = readers.get(key)
  if (!reader) {
    reader = batchReads(async (ids) => {
      const teams = await readTeams(sql, { edition, capacity }, [...new Set(ids)])
      return ids.map((id) => teams.get(id))
    })
    readers.set(key, reader)
  }
  return (await reader(id.toLowerCase())) ?? null
}

/** The team as `readTeam` gives it, read by the append of a command that leaves its row. */
export function teamReadBack({ edition, capacity }: TeamsOf, id: string): ReadBack<FoundTeam> {
  return {
    name: `team ${edition} ${capacity}`,
    model: teams as ReadBack<FoundTeam>['model'],
    values: [edition],
    text: (written, [year = ''], isOne) => (isOne ? shownTeam : shownTeams)(capacity, written, year),
    parse: asFoundTeam,
    id,
  }
}

/** The readers by edition and capacity, for each pool of connections. */
const teamReaders = new WeakMap<Sql, Map<string, (id: string) => Promise<FoundTeam | undefined>>>()

/** The edition, and the number of teams that are confirmed by their order in it. */
interface TeamsOf {
  readonly edition: string
  readonly capacity: number
}

type FoundRow = ShownRow & { version: number; fits: boolean }

const asFoundTeam = (row: FoundRow): FoundTeam => ({
  team: asStaffTeam(row, row.fits ? 'confirmed' : 'waitlist'),
  version: row.version,
})

/**
 * SQL that shows those rows of teams that are in, and whether each fits into the capacity by its order. `rows` is a query
 * for them, which may show them as they are about to be stored; `edition` is a placeholder. The capacity stands in the
 * text: of a limit that is a parameter PostgreSQL expects many rows, and plans the statement anew each time.
 */
const shownTeam = (capacity: number, rows: string, edition: string) => `
  select ${shownColumns}, version, status is not null or (
    select count(*) from (
      select from teams other
      where other.edition = ${edition} and other.email_confirmed and other.removed is null
        and (other.created_at, other.id) < (team.created_at, team.id)
      limit ${Number(capacity)}
    ) ahead) < ${Number(capacity)} as fits
  from (${rows}) team where edition = ${edition} and removed is null`

/** The same of several rows. The last bid that fits is looked up once for all, which costs more where there is one. */
const shownTeams = (capacity: number, rows: string, edition: string) => `
  with asked as materialized (select * from (${rows}) team where edition = ${edition} and removed is null),
  counting as (
    (select created_at, id from teams other
     where edition = ${edition} and email_confirmed and removed is null and id not in (select id from asked)
     order by created_at, id limit ${Number(capacity)})
    union all select created_at, id from asked where email_confirmed
  ),
  last as materialized (select created_at, id from counting order by created_at, id limit 1 offset ${capacity - 1})
  select ${shownColumns}, version, not exists (
    select from last where (last.created_at, last.id) < (asked.created_at, asked.id)) as fits
  from asked`

/** Each lookup ends with its row, so every plan uses the primary key, also one made while the table was nearly empty. */
const oneRow = 'select * from teams where id = $1 limit 1'
const severalRows = `
  select found.* from unnest($1::text[]::uuid[]) as wanted(id)
  cross join lateral (select * from teams where id = wanted.id limit 1) as found`

async function readTeams(
  sql: ISql,
  { edition, capacity }: TeamsOf,
  ids: readonly string[],
): Promise<Map<string, FoundTeam>> {
  const [id] = ids
  const query = (text: string, wanted: string | string[]) =>
    sql.unsafe<FoundRow[]>(text, [wanted, edition], { prepare: true })
  const rows =
    id !== undefined && ids.length === 1
      ? await query(shownTeam(capacity, oneRow, '$2'), id)
      : await query(shownTeams(capacity, severalRows, '$2'), [...ids])
  return new Map(rows.map((row) => [row.id, asFoundTeam(row)]))
}

/** All teams that are in, oldest first, as the two kinds of readers get them. */
interface TeamLists {
  /** The bids that count, without the fields that only staff see. */
  readonly public: readonly Team[]
  readonly staff: readonly StaffTeam[]
}

interface CachedLists extends TeamsOf {
  readonly fingerprint: string
  readonly lists: TeamLists
}

// Every write of a row, also one without an event as when a person is forgotten, leaves a later transaction id in it; a
// rebuilt table is another table.
const fingerprint = (sql: Sql) => sql`
  concat(max(tableoid::bigint), ' ', count(*), ' ', sum(xmin::text::bigint))`

/**
 * One process keeps the answer, the very same object, for as long as the database shows no change: so no
 * process ever answers an old list.
 */
export function teamLists(current: Edition): () => Promise<TeamLists> {
  let known: CachedLists = { fingerprint: '', edition: '', capacity: 0, lists: { public: [], staff: [] } }
  return coalesced(async () => {
    const { sql, facts } = current
    const { capacity } = await facts()
    const { edition } = current
    const [now] = await sql<
      { fingerprint: string }[]
    >`select ${fingerprint(sql)} as fingerprint from teams where edition = ${edition}`
    const isKnown = edition === known.edition && capacity === known.capacity
    if (!isKnown || now?.fingerprint !== known.fingerprint) known = await readLists(sql, { edition, capacity })
    return known.lists
  })
}

/** One statement, so that the fingerprint is that of these rows and of the removed ones of the edition. */
async function readLists(sql: Sql, { edition, capacity }: TeamsOf): Promise<CachedLists> {
  const [list] = await sql<{ fingerprint: string; rows: ShownRow[] | null }[]>`
    select ${fingerprint(sql)} as fingerprint,
      json_agg(listed order by teams.created_at, teams.id) filter (where teams.removed is null) as rows
    from teams, lateral (select ${sql.unsafe(shownColumns)}) listed where teams.edition = ${edition}`
  let counting = 0
  const staff = (list?.rows ?? []).map((row) => {
    if (row.email_confirmed) counting += 1
    return asStaffTeam(row, statusByOrder(counting, capacity))
  })
  const publicTeams = staff.filter((team) => team.email_confirmed).map(asPublicTeam)
  return { fingerprint: list?.fingerprint ?? '', edition, capacity, lists: { public: publicTeams, staff } }
}

type Row = Pick<
  TeamRow,
  'id' | 'team_name' | 'division' | 'captain_name' | 'location' | 'created_at' | 'paid' | 'removed'
>

/** The last one first; of those removed in one moment the oldest bid first. */
export async function readRemovedTeams({ sql, edition }: Edition): Promise<RemovedTeam[]> {
  const rows = await sql<Row[]>`
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

/** True where each id is that of a registered team, removed or not. False if one has not the form of an id. */
export async function areTeamsKnown({ sql, edition }: Edition, ids: readonly string[]): Promise<boolean> {
  if (!ids.every((id) => teamId.safeParse(id).success)) return false
  const rows = await sql<{ id: string }[]>`
    select id from teams where edition = ${edition} and id = any(${[...ids]}::text[]::uuid[])`
  const known = new Set(rows.map(({ id }) => id))
  return ids.every((id) => known.has(id))
}

/**
 * One read for all requests at about the same time, and no answer older than its request: a request that comes while a
 * read is under way waits for the next one. So an answer needs no expiry, and a crowd costs as much as two reads.
 */
export function coalesced<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<T> | null = null
  return () => {
    if (waiting) return waiting
    const next = running.then(() => {
      waiting = null
      return read()
    })
    waiting = next
    running = next.catch(() => undefined)
    return next
  }
}

type Body = { teams: (Team | StaffTeam)[] }

/** Bids that do not count yet are shown to those who may confirm them by hand, and to no one else. */
export function listTeamsRoute({ current, log }: Platform): Route {
  const lists = cachedUntilAppend(log, teamLists(current))
  const bodies = new WeakMap<TeamLists, { public: Body; staff: Body }>()
  return route(tournamentApi.listTeams, async (_, { user }) => {
    const known = await lists()
    const body = bodies.get(known) ?? { public: { teams: [...known.public] }, staff: { teams: [...known.staff] } }
    // The same body as long as the list is the same, because the server writes out each object once.
    bodies.set(known, body)
    if (!isAllowed(adminOrTd, user?.role ?? null)) return { status: 200, body: body.public }
    return { status: 200, body: body.staff, headers: { 'cache-control': 'no-store' } }
  })
}

export function listRemovedTeamsRoute({ current }: Platform): Route {
  return route(tournamentApi.listRemovedTeams, async () => {
    const teams = await readRemovedTeams(current)
    return { status: 200, body: { teams } }
  })
}
