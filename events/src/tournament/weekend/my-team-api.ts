import { z } from 'zod'
import { endpoint, type RateLimit } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { adminOrTd } from '../../language/roles.ts'
import { paragraph } from '../../language/text/text.ts'
import { confirmationLinkRequest } from '../registration.ts'
import { divisions } from '../team.ts'
import { teamId } from '../team-api.ts'
import { points } from './games-api.ts'
import { game, gameId, shownScore } from './schedule-api.ts'
import { maxSpiritComment } from './spirit.ts'

const scoreRule = 'Each score is a whole number from 0 to 4.'
const spiritScore = z.int(scoreRule).min(0, scoreRule).max(4, scoreRule)
const spiritScores = {
  rules: spiritScore,
  fouls: spiritScore,
  fairness: spiritScore,
  attitude: spiritScore,
  communication: spiritScore,
}

const team = z.strictObject({ id: teamId, name: z.string() })

/** The spirit scores that one team gave another for one game. */
const spirit = z.strictObject({ ...spiritScores, comment: z.string() })
export type Spirit = z.infer<typeof spirit>

const ownGame = game.extend({
  /** The score that the captain of this team entered. */
  mine: shownScore.nullable(),
  /** True where the other captain has entered a score. */
  other_told: z.boolean(),
  /** The score that the other captain entered, once both have. */
  other: shownScore.nullable(),
  /** The moment the result last changed; null without one. */
  changed_at: z.iso.datetime().nullable(),
  spirit: z.strictObject({
    given: spirit.nullable(),
    /** Null until both teams have given theirs. */
    received: spirit.nullable(),
  }),
})
export type OwnGame = z.infer<typeof ownGame>

const myTeam = z.strictObject({
  team: team.extend({ division: z.enum(divisions) }),
  fields: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  games: z.array(ownGame),
})
export type MyTeam = z.infer<typeof myTeam>

const average = z.strictObject({
  team,
  /** The number of sheets behind the averages. */
  sheets: z.int(),
  rules: z.number(),
  fouls: z.number(),
  fairness: z.number(),
  attitude: z.number(),
  communication: z.number(),
  /** At most 20. */
  total: z.number(),
})
export type ShownSpiritAverage = z.infer<typeof average>

const sheet = z.strictObject({
  game: z.strictObject({ id: gameId, label: z.string(), division: z.enum(divisions) }),
  /** The team that the sheet belongs to. */
  team,
  opponent: team,
})
const givenSheet = sheet.extend({ ...spirit.shape, total: z.int(), given_at: z.iso.datetime() })
export type GivenSheet = z.infer<typeof givenSheet>
export type MissingSheet = z.infer<typeof sheet>

/** High enough for all captains of a tournament on one network, each of whom opens the link a few times. */
const limit = { seconds: 15 * 60, perNetwork: 2_000, rejectedPerNetwork: 600 } as const

/** Calls of the captain, whom a cookie identifies, or the token of the private link in the body. */
const byCaptain = { allow: 'everyone', ignoresToken: true } as const

const ofGame = z.strictObject({ id: gameId })
/** The moment the captain entered it, if the device was offline. */
const at = sentMoment().optional()

export const myTeamApi = {
  openMyTeam: endpoint({
    ...byCaptain,
    method: 'POST',
    path: '/api/my-team/open',
    summary: "Open a team's games on this device with the token of the private link to its bid",
    body: z.strictObject({ token: z.string().max(2000) }),
    answers: { 200: z.strictObject({ team: myTeam.shape.team }) },
    errors: ['BID_LINK_INVALID', 'BID_LINK_ENDED', 'BID_LINK_REVOKED', 'TEAM_NOT_FOUND'],
    limit: { name: 'own-bid', ...limit },
  }),
  requestMyTeamLink: endpoint({
    method: 'POST',
    path: '/api/my-team/request-link',
    summary:
      'Mail the private links of an address again. The answer is the same whether there is any team of it or not',
    allow: 'everyone',
    ignoresToken: true,
    body: confirmationLinkRequest,
    answers: { 202: z.strictObject({}) },
    limit: {
      name: 'confirmation-link',
      seconds: 15 * 60,
      perNetwork: 60,
      perMailbox: { field: 'email', max: 3 },
      rejectedPerNetwork: 600,
    },
  }),
  readMyTeam: endpoint({
    ...byCaptain,
    personal: true,
    method: 'GET',
    path: '/api/my-team',
    summary: 'Read the games of the team whose private link this device has opened',
    answers: { 200: myTeam },
    errors: ['NO_TOKEN'],
    limit: {
      name: 'my-team',
      seconds: limit.seconds,
      rejectedPerNetwork: limit.rejectedPerNetwork,
    } satisfies RateLimit,
  }),
  enterScore: endpoint({
    ...byCaptain,
    method: 'PUT',
    path: '/api/games/{id}/entry',
    summary: 'Enter the score of a game as the captain of one of its teams: equal entries of both make it final',
    params: ofGame,
    body: z.strictObject({ home: points, away: points, at }),
    answers: { 200: z.strictObject({ game: ownGame }) },
    errors: ['NO_TOKEN', 'FORBIDDEN', 'GAME_NOT_FOUND', 'GAME_NOT_READY', 'RESULT_IS_FINAL', 'TIE_NOT_ALLOWED'],
    limit: { name: 'entry', ...limit },
  }),
  giveSpirit: endpoint({
    ...byCaptain,
    method: 'PUT',
    path: '/api/games/{id}/spirit',
    summary: 'Score the spirit of the other team as the captain of one of the two teams of a game',
    params: ofGame,
    body: z.strictObject({ ...spiritScores, comment: paragraph(maxSpiritComment).default(''), at }),
    answers: { 200: z.strictObject({ game: ownGame }) },
    errors: ['NO_TOKEN', 'FORBIDDEN', 'GAME_NOT_FOUND', 'GAME_NOT_READY', 'GAME_NOT_BEGUN'],
    limit: { name: 'entry', ...limit },
  }),
  listSpirit: endpoint({
    method: 'GET',
    path: '/api/spirit',
    summary: 'List the spirit sheets of all games, and which are missing of games with a result',
    allow: adminOrTd,
    personal: true,
    answers: { 200: z.strictObject({ sheets: z.array(givenSheet), missing: z.array(sheet) }) },
  }),
  readSpiritAverages: endpoint({
    method: 'GET',
    path: '/api/spirit/averages',
    summary: 'Read what each team got for spirit on average; empty until the weekend is over',
    allow: 'everyone',
    answers: { 200: z.strictObject({ over: z.boolean(), teams: z.array(average) }) },
  }),
}
