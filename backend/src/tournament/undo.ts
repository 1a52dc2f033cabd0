import * as team from '@ultimate/events/tournament/bid.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import * as pools from '@ultimate/events/tournament/pools/arrange-pools.ts'
import * as game from '@ultimate/events/tournament/weekend/game.ts'
import * as schedule from '@ultimate/events/tournament/weekend/schedule.ts'
import * as spirit from '@ultimate/events/tournament/weekend/spirit.ts'
import * as standings from '@ultimate/events/tournament/weekend/standings-rules.ts'
import type { Platform } from '../platform/module.ts'
import { bindUndos, type ModuleUndo, summarizeWith, type UndoRules } from '../platform/undo.ts'
import {
  planPutBackPools,
  planPutBackResult,
  planPutBackSchedule,
  planPutBackSpirit,
  planPutBackStandingsRules,
} from './undo/put-back-plans.ts'
import {
  summarizeGame,
  summarizePools,
  summarizeSchedule,
  summarizeSpiritSheet,
  summarizeStandingsRules,
  summarizeTeam,
} from './undo/summaries.ts'
import {
  planAddNote,
  planCorrectTeam,
  planRemoveNote,
  planRemoveRegistered,
  planRemoveTeamAgain,
  planResetPayment,
  planResetSeed,
  planResetStatus,
  planRestoreTeam,
} from './undo/team-plans.ts'

/**
 * How each event is undone: by a plan that is named after what it does.
 *
 * What staff see of a stream is its summary, which has named parts (`undo/summaries.ts`). Once a part that the event
 * changed has changed again, that prevents the undo. With `preventedBy: ['Registration']`, only that part counts, so that
 * other changes of the team don't prevent the undo. An event that `followsFromOthers` is undone with the other events of
 * its request.
 */
const tournamentRules: UndoRules<typeof tournamentEvents, Platform> = {
  TeamRegistered: { preventedBy: ['Registration'], plan: planRemoveRegistered },
  TeamConfirmed: { plan: planResetStatus },
  TeamWaitlisted: { plan: planResetStatus },
  TeamStandingReset: { plan: planResetStatus },
  TeamMarkedPaid: { plan: planResetPayment },
  TeamMarkedUnpaid: { plan: planResetPayment },
  TeamSeeded: { plan: planResetSeed },
  TeamRemoved: { preventedBy: ['Registration'], plan: planRestoreTeam },
  TeamWithdrawn: { preventedBy: ['Registration'], plan: planRestoreTeam },
  TeamRestored: { preventedBy: ['Registration'], plan: planRemoveTeamAgain },
  TeamCorrected: { plan: planCorrectTeam },
  TeamNoteAdded: { plan: planRemoveNote },
  TeamNoteRemoved: { plan: planAddNote },
  PoolsSaved: { plan: planPutBackPools },
  PoolsPublished: { plan: planPutBackPools },
  PoolsUnpublished: { plan: planPutBackPools },
  PoolPlacesFreed: { followsFromOthers: true, plan: planPutBackPools },
  PoolsPutBack: { followsFromOthers: true, plan: planPutBackPools },
  ScheduleSettingsChanged: { plan: planPutBackSchedule },
  ScheduleGenerated: { plan: planPutBackSchedule },
  GamePlaced: { plan: planPutBackSchedule },
  SchedulePublished: { plan: planPutBackSchedule },
  ScheduleDelayed: { plan: planPutBackSchedule },
  RoundCancelled: { plan: planPutBackSchedule },
  RoundsShortened: { plan: planPutBackSchedule },
  ScheduleDelayUndone: { plan: planPutBackSchedule },
  BracketMade: { plan: planPutBackSchedule },
  BracketPosted: { plan: planPutBackSchedule },
  BracketUnposted: { plan: planPutBackSchedule },
  TeamLeftGames: { plan: planPutBackSchedule },
  SchedulePutBack: { followsFromOthers: true, plan: planPutBackSchedule },
  ScoreEntered: { plan: planPutBackResult },
  ResultDecided: { plan: planPutBackResult },
  GameForfeited: { plan: planPutBackResult },
  ResultCleared: { plan: planPutBackResult },
  ResultKept: { plan: planPutBackResult },
  ResultPutBack: { followsFromOthers: true, plan: planPutBackResult },
  TiebreaksChanged: { plan: planPutBackStandingsRules },
  TieDecided: { plan: planPutBackStandingsRules },
  StandingsRulesPutBack: { followsFromOthers: true, plan: planPutBackStandingsRules },
  SpiritGiven: { plan: planPutBackSpirit },
  SpiritTakenBack: { followsFromOthers: true, plan: planPutBackSpirit },
}

export const tournamentUndo = (platform: Platform): ModuleUndo => ({
  rules: bindUndos(platform, tournamentEvents, tournamentRules),
  summaries: {
    team: summarizeWith(team, summarizeTeam, { presence: 'Registration' }),
    pools: summarizeWith(pools, summarizePools),
    schedule: summarizeWith(schedule, summarizeSchedule),
    game: summarizeWith(game, summarizeGame),
    standings: summarizeWith(standings, summarizeStandingsRules),
    spirit: summarizeWith(spirit, summarizeSpiritSheet),
  },
  findEdition: () => platform.current.edition,
})
