import { z } from 'zod'
import { defineEvents, type EventOf, type LiveTopic } from '../../language/event.ts'
import { adminOrTd } from '../../language/roles.ts'
import type { Description } from '../../language/sentence/sentence.ts'
import { divisions } from '../team.ts'
import { sideNames } from './game.ts'
import {
  describeCleared,
  describeDecided,
  describeEntered,
  describeForfeited,
  describeKeptResult,
  describeResultPutBack,
  describeRulesPutBack,
  describeSpirit,
  describeSpiritTakenBack,
  describeTiebreaks,
  describeTieDecided,
} from './game-words.ts'
import {
  describeBracket,
  describeDelay,
  describeDelayUndone,
  describeGamePlaced,
  describeGenerated,
  describePublished,
  describePutBack,
  describeRoundCancelled,
  describeSettings,
  describeShortened,
  describeTeamLeft,
} from './schedule-words.ts'
import { tiebreaks } from './standings.ts'

const scheduleField = z.strictObject({ id: z.string(), name: z.string() })
const scheduleSettings = z.strictObject({
  fields: z.array(scheduleField).readonly(),
  days: z.array(z.strictObject({ date: z.string(), first_start: z.string(), rounds: z.number().int() })).readonly(),
  game_minutes: z.number().int(),
  slot_minutes: z.number().int(),
  max_in_a_row: z.number().int(),
  min_rest_minutes: z.number().int(),
})
const round = z.strictObject({ id: z.string(), day: z.string(), start: z.string(), end: z.string() })
const side = z.union([
  z.strictObject({ team: z.string() }),
  z.strictObject({ pool: z.string(), rank: z.number().int(), label: z.string() }),
  z.strictObject({ winner_of: z.string() }),
  z.strictObject({ loser_of: z.string() }),
])
const plannedGame = z.strictObject({
  id: z.string(),
  division: z.enum(divisions),
  label: z.string(),
  pool: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  places: z.tuple([z.number().int(), z.number().int()]).readonly().nullable(),
  home: side,
  away: side,
  round: z.string().nullable(),
  field: z.string().nullable(),
  start: z.string().nullable(),
  minutes: z.number().int().optional(),
  cancelled: z.literal(true).optional(),
  reason: z.string().nullable(),
})
const plan = z.strictObject({
  settings: scheduleSettings,
  rounds: z.array(round).readonly(),
  games: z.array(plannedGame).readonly(),
})
const planTimes = z.strictObject({
  rounds: z.array(round).readonly(),
  starts: z.record(z.string(), z.string().nullable()),
  lengths: z.record(z.string(), z.number().int()).optional(),
  cancelled: z.array(z.string()).readonly().optional(),
})
const dayChange = z.strictObject({
  kind: z.enum(['cancellation', 'shortening']).optional(),
  draft: planTimes,
  published: planTimes,
})

const division = z.enum(divisions)
const bracket = {
  size: z.number().int(),
  rounds: z.array(z.array(z.string()).readonly()).readonly(),
  places: z.array(side).readonly(),
}
const madeBracket = z.strictObject({ ...bracket, posted: z.boolean() })

const scoresTopic: LiveTopic = { topic: 'scores', audience: 'everyone' }
const scheduleTopic: LiveTopic = { topic: 'schedule', audience: 'everyone' }
const draftTopic: LiveTopic = { topic: 'schedule', audience: adminOrTd }
const scheduleBack = { effect: 'The schedule is what it was before.' }

/** Events of the stream `schedule-<year>`: when and where the games of a weekend are played. */
export const scheduleEvents = defineEvents({
  ScheduleSettingsChanged: {
    version: 1,
    data: z.strictObject({ settings: scheduleSettings }),
    sentence: (data, history): Description => describeSettings(data.settings, history),
    undo: scheduleBack,
    live: [draftTopic],
  },
  /** A new draft of all pool games. */
  ScheduleGenerated: {
    version: 1,
    data: z.strictObject({ seed: z.number().int(), games: z.array(plannedGame).readonly() }),
    sentence: (data, history): Description => describeGenerated(data, history),
    undo: scheduleBack,
    live: [draftTopic],
  },
  /** Round and field are null where the game loses its place. */
  GamePlaced: {
    version: 1,
    data: z.strictObject({ game: z.string(), round: z.string().nullable(), field: z.string().nullable() }),
    sentence: (data, history): Description => describeGamePlaced(data, history),
    undo: scheduleBack,
    live: [draftTopic],
  },
  /** The draft went public. */
  SchedulePublished: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history): Description => describePublished(history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
  /** These rounds and games begin later (or earlier, where the number is negative), in the draft and in public. */
  ScheduleDelayed: {
    version: 1,
    data: z.strictObject({
      from: z.string(),
      minutes: z.number().int(),
      rounds: z.array(z.string()),
      games: z.array(z.string()),
    }),
    sentence: (data, history): Description => describeDelay(data, history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
  /** These games of a round, all without a result, are not played. */
  RoundCancelled: {
    version: 1,
    data: z.strictObject({ round: z.string(), games: z.array(z.string()) }),
    sentence: (data, history): Description => describeRoundCancelled(data, history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
  /** These rounds have shorter games, and follow each other faster. Their other games keep their times. */
  RoundsShortened: {
    version: 1,
    data: z.strictObject({
      from: z.string(),
      game_minutes: z.number().int(),
      slot_minutes: z.number().int(),
      rounds: z.array(round),
      games: z.array(z.string()),
    }),
    sentence: (data, history): Description => describeShortened(data, history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
  /** The last delay, cancellation or shortening was taken back. */
  ScheduleDelayUndone: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history): Description => describeDelayUndone(history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
  /** A new bracket of a division, with places for its games; it replaces an earlier one, and is not public yet. */
  BracketMade: {
    version: 1,
    data: z.strictObject({ division, games: z.array(plannedGame).readonly(), ...bracket }),
    sentence: (data, history): Description => describeBracket('made', data, history),
    undo: scheduleBack,
    live: [draftTopic],
  },
  /** Everybody sees the bracket, and its games in the public schedule. */
  BracketPosted: {
    version: 1,
    data: z.strictObject({ division }),
    sentence: (data, history): Description => describeBracket('posted', data, history),
    undo: scheduleBack,
    live: [scheduleTopic, scoresTopic],
  },
  BracketUnposted: {
    version: 1,
    data: z.strictObject({ division }),
    sentence: (data, history): Description => describeBracket('took down', data, history),
    undo: scheduleBack,
    live: [scheduleTopic, scoresTopic],
  },
  /** The team plays no more: its games without a result count as forfeited. */
  TeamLeftGames: {
    version: 1,
    data: z.strictObject({ team: z.string(), reason: z.string() }),
    sentence: (data, history): Description => describeTeamLeft(data, history),
    undo: scheduleBack,
    live: [scheduleTopic, scoresTopic],
  },
  /** An earlier change was taken back: draft and public schedule are what they were without it. */
  SchedulePutBack: {
    version: 2,
    data: z.strictObject({
      draft: plan,
      published: plan.nullable(),
      delays: z.array(dayChange).readonly(),
      brackets: z.strictObject({ comp: madeBracket.optional(), rec: madeBracket.optional() }),
      withdrawn: z.array(z.string()).readonly(),
    }),
    // There were no brackets yet.
    upcast: { 1: (schedule: object) => ({ ...schedule, brackets: {}, withdrawn: [] }) },
    sentence: (data, history): Description => describePutBack(data, history),
    undo: scheduleBack,
    live: [scheduleTopic],
  },
})
export type ScheduleEvent = EventOf<typeof scheduleEvents>

const gameName = z.string()
const gameTeams = z.strictObject({ home: z.string(), away: z.string() })
const score = z.strictObject({ home: z.number().int(), away: z.number().int() })
const sideName = z.enum(sideNames)
const resultBack = { effect: 'Entries and result of the game are what they were before.' }

/** Events of the streams `game-<id>`. `game` is the name of the game; `teams` are those that were on its sides. */
export const gameEvents = defineEvents({
  /** Entered by the captain of the team on that side. `at` is the moment of the entry, if the device was offline. */
  ScoreEntered: {
    version: 1,
    data: z.strictObject({
      game: gameName,
      side: sideName,
      teams: gameTeams,
      ...score.shape,
      at: z.string().optional(),
    }),
    sentence: (data, history): Description => describeEntered(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
  /** Decided by staff, over what captains entered. */
  ResultDecided: {
    version: 1,
    data: z.strictObject({ game: gameName, teams: gameTeams, ...score.shape, reason: z.string() }),
    sentence: (data, history): Description => describeDecided(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
  /** The team on that side did not play. */
  GameForfeited: {
    version: 1,
    data: z.strictObject({ game: gameName, teams: gameTeams, side: sideName, reason: z.string() }),
    sentence: (data, history): Description => describeForfeited(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
  /** The game is to be played, or played again. */
  ResultCleared: {
    version: 1,
    data: z.strictObject({ game: gameName }),
    sentence: (data, history): Description => describeCleared(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
  /** The result counts for these teams, although other teams played the game. */
  ResultKept: {
    version: 1,
    data: z.strictObject({ game: gameName, teams: gameTeams }),
    sentence: (data, history): Description => describeKeptResult(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
  /** An earlier change was taken back. */
  ResultPutBack: {
    version: 1,
    data: z.strictObject({
      game: gameName,
      entries: z.strictObject({ home: score.nullable(), away: score.nullable() }),
      decided: z.union([z.strictObject({ score }), z.strictObject({ forfeit: sideName })]).nullable(),
      teams: gameTeams.nullable(),
    }),
    sentence: (data, history): Description => describeResultPutBack(data, history),
    undo: resultBack,
    live: [scoresTopic],
  },
})
export type GameEvent = EventOf<typeof gameEvents>

const rulesBack = { effect: 'The standings are made as they were before.' }
const standingsRules = { tiebreaks: z.array(z.enum(tiebreaks)), ties_in_pools: z.boolean() }

/** Events of the stream `standings-<year>`: how ranks in pools are decided. */
export const standingsEvents = defineEvents({
  TiebreaksChanged: {
    version: 1,
    data: z.strictObject(standingsRules),
    sentence: (data, history): Description => describeTiebreaks(data, history),
    undo: rulesBack,
    live: [scoresTopic],
  },
  /** These teams share a rank by all criteria; staff gave them an order. */
  TieDecided: {
    version: 1,
    data: z.strictObject({
      pool: z.strictObject({ id: z.string(), name: z.string() }),
      order: z.array(z.string()),
      reason: z.string(),
    }),
    sentence: (data, history): Description => describeTieDecided(data, history),
    undo: rulesBack,
    live: [scoresTopic],
  },
  /** An earlier change was taken back. */
  StandingsRulesPutBack: {
    version: 1,
    data: z.strictObject({
      ...standingsRules,
      decisions: z.array(z.strictObject({ pool: z.string(), order: z.array(z.string()) })),
    }),
    sentence: (data, history): Description => describeRulesPutBack(data, history),
    undo: rulesBack,
    live: [scoresTopic],
  },
})
export type StandingsEvent = EventOf<typeof standingsEvents>

/** 0 is poor, 2 is good, 4 is excellent. */
const spiritScore = z.number().int()
const ofGivingCaptain = ({ team }: { readonly team: string }): string => `team-${team}/captain`
const sheetBack = { effect: 'The sheet is what it was before, or not given.' }

/** Events of the streams `spirit-<game>.<team>`: how one team saw the spirit of the other in one game. */
export const spiritEvents = defineEvents({
  /**
   * Given by the captain of `team`, about `opponent`; again where it was changed. Only both teams and staff read it.
   */
  SpiritGiven: {
    version: 1,
    data: z.strictObject({
      game: gameName,
      team: z.string(),
      opponent: z.string(),
      rules: spiritScore,
      fouls: spiritScore,
      fairness: spiritScore,
      attitude: spiritScore,
      communication: spiritScore,
      comment: z.string(),
    }),
    personal: { comment: { forgotten: '', subject: ofGivingCaptain } },
    sentence: (data, history): Description => describeSpirit(data, history),
    undo: sheetBack,
    live: [scoresTopic],
  },
  /** The sheet is not given any more. */
  SpiritTakenBack: {
    version: 1,
    data: z.strictObject({ game: gameName, team: z.string(), opponent: z.string() }),
    sentence: (data, history): Description => describeSpiritTakenBack(data, history),
    undo: sheetBack,
    live: [scoresTopic],
  },
})
export type SpiritEvent = EventOf<typeof spiritEvents>
