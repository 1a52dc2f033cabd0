import { defineErrors } from '../language/domain-error.ts'
import { noteNotFound } from '../language/notes.ts'

/**
 * Errors of the rules of teams, without schemas, so that browsers run the rules too; `api.ts` adds those of requests.
 */
export const teamErrors = /* @__PURE__ */ defineErrors({
  TEAM_NOT_FOUND: { status: 404, message: 'There is no such team.' },
  TEAM_ALREADY_REGISTERED: { status: 409, message: 'This team is registered already.' },
  REGISTRATION_CLOSED: { status: 409, message: 'Registration is closed.' },
  TEAM_REMOVED: { status: 409, message: 'This team was removed. Restore it first.' },
  SPOT_FILLED: { status: 409, message: 'No spot is free for this team any more.' },
  NOTE_NOT_FOUND: noteNotFound,
  BID_LINK_REVOKED: {
    status: 410,
    message: 'This link was replaced. Please use the newer one, or ask for it again.',
  },
})

export const scheduleErrors = /* @__PURE__ */ defineErrors({
  NO_POOLS: { status: 409, message: 'Publish the pools first: the schedule is made from them.' },
  NO_GAMES: { status: 409, message: 'There are no games yet. Make a draft first.' },
  GAME_NOT_FOUND: { status: 404, message: 'There is no such game.' },
  GAME_PLACE: { status: 422, message: 'A game is in a round and on a field, or in neither.' },
  SCHEDULE_SETTINGS: { status: 422, message: 'Please correct the settings.' },
  SCHEDULE_HAS_CONFLICTS: {
    status: 409,
    message: 'A team or a field has two games at the same time. Move one of them first.',
  },
  SCHEDULE_NOT_PUBLISHED: { status: 409, message: 'The schedule is not published yet.' },
  ROUND_NOT_FOUND: { status: 404, message: 'There is no such round.' },
  NOTHING_TO_UNDO: { status: 409, message: 'There is no delay to undo.' },
  TEAM_HAS_NO_GAMES: { status: 409, message: 'This team has no games.' },
})

/** The errors of the rules of scores, standings and brackets. */
export const gameErrors = /* @__PURE__ */ defineErrors({
  GAME_NOT_READY: { status: 409, message: 'It is not known yet who plays this game.' },
  RESULT_IS_FINAL: { status: 409, message: 'The result is final. Ask the tournament director to correct it.' },
  GAME_NOT_BEGUN: { status: 409, message: 'Spirit is scored once the game has begun.' },
  NO_RESULT: { status: 409, message: 'This game has no result.' },
  TIE_NOT_ALLOWED: { status: 422, message: 'This game cannot end in a tie.' },
  TIEBREAKS: { status: 422, message: 'Please correct the order of the criteria.' },
  NOT_TIED: { status: 422, message: 'These teams do not share a rank.' },
  POOL_NOT_FOUND: { status: 404, message: 'There is no such pool.' },
  STANDINGS_OPEN: { status: 409, message: 'The standings are not complete yet.' },
  BRACKET_STARTED: { status: 409, message: 'A game of this bracket has a result already.' },
  BRACKET_TEAMS: { status: 409, message: 'A bracket is for 4 to 20 teams.' },
  NO_BRACKET: { status: 409, message: 'There is no bracket yet. Make one first.' },
})

export const poolsErrors = /* @__PURE__ */ defineErrors({
  TOO_MANY_POOLS: { status: 422, message: 'A division can have at most 26 pools.' },
  POOL_TWICE: { status: 422, message: 'Two pools have the same id.' },
  POOL_SIZE: { status: 422, message: 'A pool has between 2 and 8 places.' },
  POOL_LENGTH: { status: 422, message: 'A pool must list as many places as its size says.' },
  POOL_TEAM_UNKNOWN: { status: 422, message: 'There is no such team.' },
  POOL_TEAM_FOREIGN: { status: 422, message: 'This team plays in the other division.' },
  POOL_TEAM_TWICE: { status: 422, message: 'A team can be in one place only.' },
})
