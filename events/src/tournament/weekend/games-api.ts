import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { adminOrTd } from '../../language/roles.ts'
import { line, requiredLine } from '../../language/text/text.ts'
import { divisions } from '../team.ts'
import { teamId } from '../team-api.ts'
import { sideNames } from './game.ts'
import { scheduleLimits } from './plan.ts'
import { game, gameId, shownScore } from './schedule-api.ts'
import { tiebreaks } from './standings.ts'

const scoreRule = 'A score is a whole number from 0 to 99.'
/** Points of one team. */
export const points = z.int(scoreRule).min(0, scoreRule).max(99, scoreRule)

const shownTeam = z.strictObject({ id: teamId, name: z.string() })
const standing = z.strictObject({
  rank: z.int(),
  /** True where another team has the same rank. */
  shared: z.boolean(),
  team: shownTeam,
  played: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  points_for: z.int(),
  points_against: z.int(),
  difference: z.int(),
  /** The criterion or decision that separated the team from those it was tied with; null while its rank is shared. */
  decided_by: z.enum([...tiebreaks, 'decision']).nullable(),
})
export type ShownStanding = z.infer<typeof standing>

const standings = z.strictObject({
  pools: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      /** True where every game has a result that counts. */
      complete: z.boolean(),
      rows: z.array(standing),
    }),
  ),
  tiebreaks: z.array(z.enum(tiebreaks)),
  ties_in_pools: z.boolean(),
  /** The version of the rules and decisions, for `If-Match`. A server of an earlier release does not report it. */
  rules_version: z.int().optional(),
})
export type ShownStandings = z.infer<typeof standings>

/** The effects of a result on the rest of the weekend. */
const consequences = z.strictObject({
  /** Pools whose standings change, as they are afterwards. */
  standings: z.array(z.strictObject({ pool: z.string(), rows: z.array(standing) })),
  /** Sides of bracket games that get another team. */
  moves: z.array(
    z.strictObject({
      game_id: gameId,
      side: z.enum(sideNames),
      was: shownTeam.nullable(),
      now: shownTeam.nullable(),
    }),
  ),
  /** Games of these moves that have a result already. The result stays until staff confirm it or clear it. */
  played: z.array(gameId),
})
export type ShownConsequences = z.infer<typeof consequences>

/** A game with what its captains entered, as staff see it. */
const staffGame = game.extend({
  entries: z.strictObject({ home: shownScore.nullable(), away: shownScore.nullable() }),
  /** The moment its result last changed; null without one. */
  changed_at: z.iso.datetime().nullable(),
})
export type StaffGame = z.infer<typeof staffGame>

const bracket = z.strictObject({
  /** A power of two. */
  size: z.int(),
  rounds: z.array(z.strictObject({ number: z.int(), games: z.array(game) })),
  places: z.array(z.strictObject({ place: z.int(), team: shownTeam.nullable() })),
})
export type ShownBracket = z.infer<typeof bracket>
const posted = z.strictObject({ posted: z.boolean(), bracket: bracket.nullable() })
export type PostedBracket = z.infer<typeof posted>

const staffCall = { allow: adminOrTd } as const
const gamePath = z.strictObject({ id: gameId })
const ofDivision = z.strictObject({ division: z.enum(divisions) })
const flag = z.enum(['true', 'false']).default('false')
const changed = z.strictObject({ game, consequences })

const result = z
  .strictObject({
    home: points.optional(),
    away: points.optional(),
    /** The side that forfeits. */
    forfeit: z.enum(sideNames, 'The side that forfeits is home or away.').optional(),
    reason: line(scheduleLimits.reason).default(''),
  })
  .refine(({ home, away, forfeit }) => (forfeit ? home === undefined && away === undefined : home !== undefined), {
    message: 'Enter the points of both teams, or which side forfeits.',
    path: ['home'],
  })
  .refine(({ away, forfeit }) => forfeit !== undefined || away !== undefined, {
    message: 'Enter the points of both teams, or which side forfeits.',
    path: ['away'],
  })

/** Results by staff, standings and brackets. */
export const gamesApi = {
  listGames: endpoint({
    ...staffCall,
    method: 'GET',
    path: '/api/games',
    summary: 'List all games with what captains entered for them',
    answers: { 200: z.strictObject({ games: z.array(staffGame) }) },
  }),
  decideResult: endpoint({
    ...staffCall,
    method: 'PUT',
    path: '/api/games/{id}/result',
    summary:
      'Set the result of a game, or which side forfeits: final at once, over what captains entered. With `preview`, show what would change and store nothing',
    params: gamePath,
    query: z.strictObject({ preview: flag }),
    body: result,
    answers: { 200: changed },
    errors: ['GAME_NOT_FOUND', 'GAME_NOT_READY', 'TIE_NOT_ALLOWED'],
  }),
  clearResult: endpoint({
    ...staffCall,
    method: 'DELETE',
    path: '/api/games/{id}/result',
    summary: 'Clear the result of a game, to play it again. With `preview`, show what would change and store nothing',
    params: gamePath,
    query: z.strictObject({ preview: flag }),
    answers: { 200: changed },
    errors: ['GAME_NOT_FOUND'],
  }),
  keepResult: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/games/{id}/keep',
    summary: 'Let the result of a game that others played count for the teams that are in it now',
    params: gamePath,
    answers: { 200: changed },
    errors: ['GAME_NOT_FOUND', 'GAME_NOT_READY', 'NO_RESULT'],
  }),
  readStandings: endpoint({
    method: 'GET',
    path: '/api/standings/{division}',
    summary: 'Read the standings of the pools of a division, and what decided each rank',
    allow: 'everyone',
    params: ofDivision,
    answers: { 200: standings },
  }),
  changeTiebreaks: endpoint({
    ...staffCall,
    method: 'PUT',
    path: '/api/standings/tiebreaks',
    summary: 'Set the order of the criteria that separate teams of a pool, and whether pool games may end in a tie',
    body: z.strictObject({
      tiebreaks: z.array(z.enum(tiebreaks, 'There is no such criterion.')),
      ties_in_pools: z.boolean().optional(),
    }),
    answers: { 200: z.strictObject({ tiebreaks: z.array(z.enum(tiebreaks)), ties_in_pools: z.boolean() }) },
    errors: ['TIEBREAKS'],
  }),
  decideTie: endpoint({
    ...staffCall,
    method: 'PUT',
    path: '/api/standings/{division}/decision',
    summary: 'Give an order to teams of a pool that share a rank, with the reason',
    params: ofDivision,
    body: z.strictObject({
      pool_id: z.string().max(64),
      order: z.array(z.string().max(64)).max(20),
      reason: requiredLine(scheduleLimits.reason, 'Please give a reason.'),
    }),
    answers: { 200: standings },
    errors: ['POOL_NOT_FOUND', 'NOT_TIED'],
  }),
  readBracket: endpoint({
    method: 'GET',
    path: '/api/brackets/{division}',
    summary: 'Read the bracket of a division; before it is posted, only TD and admin get it, with `draft`',
    allow: 'everyone',
    params: ofDivision,
    query: z.strictObject({ draft: flag }),
    answers: { 200: posted },
  }),
  makeBracket: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/brackets/{division}/make',
    summary:
      'Make the bracket of a division from its standings, with rounds and fields; with `preview`, show it and store nothing',
    params: ofDivision,
    body: z.strictObject({ preview: z.boolean().default(false) }),
    answers: { 200: z.strictObject({ bracket }) },
    errors: ['STANDINGS_OPEN', 'BRACKET_STARTED', 'BRACKET_TEAMS'],
  }),
  postBracket: endpoint({
    ...staffCall,
    method: 'POST',
    path: '/api/brackets/{division}/post',
    summary: 'Show the bracket of a division to everybody',
    params: ofDivision,
    answers: { 200: posted },
    errors: ['NO_BRACKET', 'SCHEDULE_HAS_CONFLICTS'],
  }),
  unpostBracket: endpoint({
    ...staffCall,
    method: 'DELETE',
    path: '/api/brackets/{division}/post',
    summary: 'Take the bracket of a division off the site',
    params: ofDivision,
    answers: { 200: posted },
  }),
}
