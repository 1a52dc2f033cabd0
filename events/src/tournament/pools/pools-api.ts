import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { adminOrTd, roles } from '../../language/roles.ts'
import { requiredLine } from '../../language/text/text.ts'
import { poolsErrors } from '../errors.ts'
import { divisions, teamStatuses } from '../team.ts'
import { team, teamId } from '../team-api.ts'

const division = z.enum(divisions, 'Division is comp or rec.')

/** A team as staff see it while they arrange pools: with its captain's contact data. */
const reachableTeam = team.extend({
  captain_phone: z.string(),
  captain_email: z.string(),
  /** Absent where staff gave none. */
  seed: z.int().optional(),
})
export type ReachableTeam = z.infer<typeof reachableTeam>

/** A team in a pool. Phone and e-mail are for admin and TD; for the public they are absent, not empty. */
const poolTeam = z.strictObject({
  id: teamId,
  name: z.string(),
  captain_name: z.string(),
  phone: z.string().optional(),
  email: z.string().optional(),
})
export type PoolTeam = z.infer<typeof poolTeam>

/** A pool as it is stored and sent: its places in their order, each the id of a team or null. */
const savedPool = z.strictObject({
  id: requiredLine(64, 'A pool needs an id.'),
  name: requiredLine(40, 'A pool needs a name.'),
  size: z.number().int(),
  teams: z.array(z.string().max(64).nullable()),
})
export type SavedPool = z.infer<typeof savedPool>

const pool = savedPool.extend({ teams: z.array(poolTeam.nullable()) })
export type Pool = z.infer<typeof pool>

const version = z.number().int()
const pools = z.strictObject({ pools: z.array(pool), version })

/** `name` is null for the system and for a forgotten user. */
const touch = z.strictObject({ name: z.string().nullable(), at: z.iso.datetime() })
export type Touch = z.infer<typeof touch>

const state = z.strictObject({
  division,
  /** The pools that are saved and not yet public. */
  pools: z.array(pool),
  published: z.array(pool),
  version,
  /** Null where there is no draft; a draft without pools is a draft. */
  draft: touch.nullable(),
  /** The last change of any kind. */
  changed: touch.nullable(),
})
export type PoolsState = z.infer<typeof state>

/** One difference between two arrangements of pools. Places are called as people call them (`A1`). */
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pool-added'), pool: z.string(), size: z.number().int() }),
  z.strictObject({ kind: z.literal('pool-removed'), pool: z.string() }),
  z.strictObject({ kind: z.literal('pool-renamed'), pool: z.string(), to: z.string() }),
  z.strictObject({
    kind: z.literal('pool-resized'),
    pool: z.string(),
    from: z.number().int(),
    size: z.number().int(),
  }),
  z.strictObject({
    kind: z.literal('team-moved'),
    team: z.string(),
    /** Null for a team without a place before. */
    from: z.string().nullable(),
    /** Null for one without a place now. */
    to: z.string().nullable(),
  }),
])
export type PoolChange = z.infer<typeof change>

const historyEntry = z.strictObject({
  version,
  at: z.iso.datetime(),
  by: z.strictObject({ name: z.string().nullable(), role: z.enum(roles).nullable() }),
  what: z.enum(['saved', 'published', 'unpublished', 'freed']),
  /** The changes to the pools before: moves of teams by their ids, places by their labels. */
  changes: z.array(change),
  /** The pools afterwards. */
  pools: z.array(savedPool),
})
export type HistoryEntry = z.infer<typeof historyEntry>

const inDivision = z.strictObject({ division })
const positiveNumber = z.coerce.number().int().min(1)

export const poolsApi = {
  listPoolTeams: endpoint({
    allow: adminOrTd,
    personal: true,
    method: 'GET',
    path: '/api/pool-play/teams/{division}',
    summary: "List a division's teams with their captains' phone and e-mail, oldest first",
    params: inDivision,
    query: z.strictObject({ status: z.enum(teamStatuses, 'Status is confirmed or waitlist.').optional() }),
    answers: { 200: z.strictObject({ teams: z.array(reachableTeam) }) },
  }),
  readSavedPools: endpoint({
    allow: adminOrTd,
    personal: true,
    method: 'GET',
    path: '/api/pool-play/pools/{division}',
    summary: "Read a division's saved pools, which are not public, with the published ones they would replace",
    params: inDivision,
    answers: { 200: state },
  }),
  readPublishedPools: endpoint({
    method: 'GET',
    path: '/api/pool-play/published/{division}',
    summary: "Read a division's published pools, by name; phone and e-mail of captains for admin and TD only",
    allow: 'everyone',
    params: inDivision,
    answers: { 200: pools },
  }),
  savePools: endpoint({
    allow: adminOrTd,
    method: 'POST',
    path: '/api/pool-play/save',
    summary: "Save a division's pools without showing them to the public",
    body: z.strictObject({ division, pools: z.array(savedPool) }),
    answers: { 200: state },
    errors: Object.keys(poolsErrors.registry),
  }),
  publishPools: endpoint({
    allow: adminOrTd,
    method: 'POST',
    path: '/api/pool-play/publish',
    summary: "Make a division's saved pools public; without saved pools nothing changes",
    body: inDivision,
    answers: { 200: state },
    errors: ['POOL_TEAM_UNKNOWN'],
  }),
  unpublishPools: endpoint({
    allow: adminOrTd,
    method: 'DELETE',
    path: '/api/pool-play/clear-published/{division}',
    summary: "Take a division's pools back from the public; they become saved pools where none are saved",
    params: inDivision,
    answers: { 200: state },
  }),
  listPlacedTeams: endpoint({
    method: 'GET',
    path: '/api/pool-play/placed',
    summary: 'List the ids of teams that have a place in a pool, saved or published, of either division',
    allow: adminOrTd,
    answers: { 200: z.strictObject({ teams: z.array(teamId) }) },
  }),
  listPoolHistory: endpoint({
    allow: adminOrTd,
    personal: true,
    method: 'GET',
    path: '/api/pool-play/history/{division}',
    summary: "List the changes of a division's pools, by whom, newest first",
    params: inDivision,
    query: z.strictObject({ before: positiveNumber.optional(), limit: positiveNumber.max(100).default(30) }),
    answers: { 200: z.strictObject({ entries: z.array(historyEntry), next: version.nullable() }) },
  }),
}
