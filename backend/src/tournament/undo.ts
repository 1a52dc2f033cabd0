import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Team } from '@ultimate/events/tournament/bid.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import {
  addNoteDecider,
  correctTeamDecider,
  removeNoteDecider,
  removeTeamsDecider,
  restoreTeamDecider,
  type UpdateTeam,
  updateTeamDecider,
  withdrawTeamDecider,
} from '@ultimate/events/tournament/bid.ts'
import { textsByUndoUnit, toForm } from '@ultimate/events/tournament/bid-contents.ts'
import {
  type PoolsEvent,
  type TeamEvent,
  type TournamentEvent,
  tournamentEvents,
} from '@ultimate/events/tournament/events.ts'
import type { Pools } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import * as pools from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { putBackPoolsDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  freePlacesDecider,
  giveBackPlacesDecider,
  poolsEventsBeforeLoss,
} from '@ultimate/events/tournament/pools/lost-places.ts'
import { placeLabel } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type {
  GameEvent,
  ScheduleEvent,
  SpiritEvent,
  StandingsEvent,
} from '@ultimate/events/tournament/weekend/events.ts'
import * as game from '@ultimate/events/tournament/weekend/game.ts'
import { scoreWords } from '@ultimate/events/tournament/weekend/game-words.ts'
import { clockTime, findTime, nameGame, type PlannedGame } from '@ultimate/events/tournament/weekend/plan.ts'
import * as schedule from '@ultimate/events/tournament/weekend/schedule.ts'
import * as spirit from '@ultimate/events/tournament/weekend/spirit.ts'
import * as standings from '@ultimate/events/tournament/weekend/standings-rules.ts'
import type { Platform } from '../platform/module.ts'
import { notesSummary } from '../platform/staff-notes.ts'
import {
  bindUndos,
  emailed,
  type ModuleUndo,
  type ReasonAgainst,
  type StateSummary,
  type Step,
  stateAfter,
  step,
  summarized,
  type UndoContext,
  type UndoPlan,
  type UndoRules,
} from '../platform/undo.ts'
import { readResults } from './read/games.view.ts'
import { readDivisionByTeam } from './read/pools/pools.view.ts'

type PlanContext = UndoContext<Platform>
type Registered = Exclude<Team, { status: 'unregistered' }>

const describeCaptainMail = ({ platform }: PlanContext): string =>
  emailed(platform.configuration, 'The captain gets an email that says so.', 'the captain')
/** These undos are judged by the registration alone, so that other changes of the team don't prevent them. */
const onlyRegistration = ['Registration']

/** The way to undo each event that can be undone. An event that `follows` goes back with another of its request. */
const tournamentRules: UndoRules<TournamentEvent, Platform> = {
  TeamRegistered: {
    only: onlyRegistration,
    plan: async ({ metadata: { stream, edition } }, { now }) => ({
      steps: [
        planRemoval(stream, 'The registration was undone.', now),
        // In both divisions, because staff may have moved the team to the other one since.
        ...divisions.map((division) => planFreePlaces(pools.poolsStream(division, edition), stream, now)),
      ],
    }),
  },
  TeamConfirmed: { plan: planStatusBack },
  TeamWaitlisted: { plan: planStatusBack },
  TeamStandingReset: { plan: planStatusBack },
  TeamMarkedPaid: { plan: planPaymentBack },
  TeamMarkedUnpaid: { plan: planPaymentBack },
  TeamSeeded: {
    plan: async ({ metadata: { stream } }, { before, now }) =>
      planUpdate(stream, { seed: team.seedOf(teamAfter(before)) }, now),
  },
  TeamRemoved: { only: onlyRegistration, plan: planTeamBack },
  TeamWithdrawn: { only: onlyRegistration, plan: planTeamBack },
  TeamRestored: { only: onlyRegistration, plan: planRemovalAgain },
  TeamCorrected: { plan: planCorrectionBack },
  TeamNoteAdded: {
    plan: async ({ data: { noteId }, metadata: { stream } }, { now }) => {
      const command = { type: 'RemoveNote', data: { noteId }, metadata: { now } } as const
      return { steps: [step(removeNoteDecider, { stream, command })] }
    },
  },
  TeamNoteRemoved: {
    plan: async ({ data: { noteId }, metadata: { stream } }, { before, now }) => {
      const text = teamAfter(before).notes.find(({ id }) => id === noteId)?.text ?? ''
      if (text === '') return 'The captain it was about has been forgotten.'
      const command = { type: 'AddNote', data: { noteId, text }, metadata: { now } } as const
      return { steps: [step(addNoteDecider, { stream, command })] }
    },
  },
  PoolsSaved: { plan: planPoolsBack },
  PoolsPublished: { plan: planPoolsBack },
  PoolsUnpublished: { plan: planPoolsBack },
  PoolPlacesFreed: { follows: true, plan: planPoolsBack },
  PoolsPutBack: { follows: true, plan: planPoolsBack },
  ScheduleSettingsChanged: { plan: planScheduleBack },
  ScheduleGenerated: { plan: planScheduleBack },
  GamePlaced: { plan: planScheduleBack },
  SchedulePublished: { plan: planScheduleBack },
  ScheduleDelayed: { plan: planScheduleBack },
  RoundCancelled: { plan: planScheduleBack },
  RoundsShortened: { plan: planScheduleBack },
  ScheduleDelayUndone: { plan: planScheduleBack },
  BracketMade: { plan: planScheduleBack },
  BracketPosted: { plan: planScheduleBack },
  BracketUnposted: { plan: planScheduleBack },
  TeamLeftGames: { plan: planScheduleBack },
  SchedulePutBack: { follows: true, plan: planScheduleBack },
  ScoreEntered: { plan: planResultBack },
  ResultDecided: { plan: planResultBack },
  GameForfeited: { plan: planResultBack },
  ResultCleared: { plan: planResultBack },
  ResultKept: { plan: planResultBack },
  ResultPutBack: { follows: true, plan: planResultBack },
  TiebreaksChanged: { plan: planRulesBack },
  TieDecided: { plan: planRulesBack },
  StandingsRulesPutBack: { follows: true, plan: planRulesBack },
  SpiritGiven: { plan: planSpiritBack },
  SpiritTakenBack: { follows: true, plan: planSpiritBack },
}

// The cast holds because only undos of events after a registration call this.
const teamAfter = (events: readonly RecordedEvent[]) => stateAfter<Team, TeamEvent>(team, events) as Registered
const poolsAfter = (events: readonly RecordedEvent[]) => stateAfter<Pools, PoolsEvent>(pools, events)
const scheduleAfter = (events: readonly RecordedEvent[]) =>
  stateAfter<schedule.Schedule, ScheduleEvent>(schedule, events)

function planUpdate(stream: string, data: UpdateTeam['data'], now: Date): UndoPlan {
  const command: UpdateTeam = { type: 'UpdateTeam', data, metadata: { now } }
  return { steps: [step(updateTeamDecider, { stream, command })] }
}

async function planStatusBack(
  { metadata: { stream } }: RecordedEvent,
  { before, now }: PlanContext,
): Promise<UndoPlan> {
  return planUpdate(stream, { status: teamAfter(before).bidStatus }, now)
}

async function planPaymentBack(
  { metadata: { stream } }: RecordedEvent,
  { before, now }: PlanContext,
): Promise<UndoPlan> {
  return planUpdate(stream, { paid: teamAfter(before).paid }, now)
}

const planRemoval = (stream: string, reason: string, now: Date): Step =>
  step(removeTeamsDecider, { stream, command: { type: 'RemoveTeams', data: { reason }, metadata: { now } } })

const planFreePlaces = (stream: string, ofTeam: string, now: Date): Step =>
  step(freePlacesDecider, {
    stream,
    command: { type: 'FreePlaces', data: { lostTeams: [team.teamIdOf(ofTeam)] }, metadata: { now } },
  })

/** Restores a removed team, and its places in pools that are still free. */
async function planTeamBack(event: RecordedEvent, context: PlanContext): Promise<UndoPlan> {
  const { stream } = event.metadata
  const command = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } } as const
  return { steps: [step(restoreTeamDecider, { stream, command }), ...(await planPlacesBack(event, context))] }
}

/** Plans to give back the places that the event took from the team, in pools of the division that it had before. */
async function planPlacesBack({ metadata }: RecordedEvent, context: PlanContext): Promise<Step[]> {
  const { stream: ofTeam, edition, position } = metadata
  const teamId = team.teamIdOf(ofTeam)
  const stream = pools.poolsStream(teamAfter(context.before).division, edition)
  const history = (await context.reads.stream(stream)) as readonly RecordedEvent<PoolsEvent>[]
  const poolsEvents = poolsEventsBeforeLoss(history, teamId, position)
  if (poolsEvents === null) return []
  const poolsBeforeLoss = new Map([[teamId, poolsAfter(poolsEvents)]])
  const command = { type: 'GiveBackPlaces', data: { poolsBeforeLoss }, metadata: { now: context.now } } as const
  return [step(giveBackPlacesDecider, { stream, command })]
}

/** Undoes only what this correction changed, so that later corrections stay. */
async function planCorrectionBack(
  event: RecordedEvent<Extract<TeamEvent, { type: 'TeamCorrected' }>>,
  context: PlanContext,
): Promise<UndoPlan> {
  const { stream, edition } = event.metadata
  const { bid, division: oldDivision } = teamAfter(context.before)
  // Absent where the correction left the team in its division.
  const { division: newDivision } = event.data
  const [before, after] = [toForm(bid), toForm(event.data)]
  const corrected = (Object.keys(before) as (keyof typeof before)[]).filter((field) => before[field] !== after[field])
  const command = {
    type: 'CorrectTeam',
    data: {
      ...Object.fromEntries(corrected.map((field) => [field, before[field]])),
      division: newDivision && oldDivision,
    },
    metadata: { now: context.now },
  } as const
  const places = newDivision
    ? [
        planFreePlaces(pools.poolsStream(newDivision, edition), stream, context.now),
        ...(await planPlacesBack(event, context)),
      ]
    : []
  return { steps: [step(correctTeamDecider, { stream, command }), ...places], also: [describeCaptainMail(context)] }
}

async function planRemovalAgain(
  { metadata: { stream, edition } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan> {
  const { before, now } = context
  const lastRemoval = (before as readonly RecordedEvent<TeamEvent>[]).findLast(
    (event) => event.type === 'TeamRemoved' || event.type === 'TeamWithdrawn',
  )
  const isByStaff = lastRemoval?.type === 'TeamRemoved'
  const removal = isByStaff
    ? planRemoval(stream, lastRemoval.data.reason, now)
    : step(withdrawTeamDecider, { stream, command: { type: 'WithdrawTeam', data: {}, metadata: { now } } })
  const freePlaces = planFreePlaces(pools.poolsStream(teamAfter(before).division, edition), stream, now)
  return { steps: [removal, freePlaces], also: isByStaff ? [] : [describeCaptainMail(context)] }
}

async function planPoolsBack(
  { metadata: { stream } }: RecordedEvent,
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan> {
  const teamsOfDivision = [...(await reads.once(readDivisionByTeam, platform.current))].filter(([, division]) =>
    pools.poolsIdOf(stream)?.startsWith(division),
  )
  const data = { pools: poolsAfter(before), registeredTeams: new Map(teamsOfDivision) }
  const command = { type: 'PutBackPools', data, metadata: { now } } as const
  return { steps: [step(putBackPoolsDecider, { stream, command })] }
}

async function planScheduleBack(
  { metadata: { stream } }: RecordedEvent,
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const scheduleBefore = scheduleAfter(before)
  const scheduleNow = scheduleAfter(await reads.stream(stream))
  const results = await reads.once(readResults, platform.current)
  const gamesBefore = new Set(schedule.gamesInPlay(scheduleBefore).map(({ id }) => id))
  const newGames = schedule.gamesInPlay(scheduleNow).filter(({ id }) => !gamesBefore.has(id))
  if (newGames.some(({ id }) => results.get(id)?.state.teams))
    return 'Games that came with it have a result. Clear it first.'
  const command = { type: 'PutBackSchedule', data: { schedule: scheduleBefore }, metadata: { now } } as const
  return { steps: [step(schedule.putBackScheduleDecider, { stream, command })] }
}

async function planResultBack(
  { data, metadata: { stream } }: RecordedEvent<GameEvent>,
  { before, now }: PlanContext,
): Promise<UndoPlan> {
  const state = stateAfter<game.GameState, GameEvent>(game, before)
  const command = { type: 'PutBackResult', data: { state, game: data.game }, metadata: { now } } as const
  return { steps: [step(game.putBackResultDecider, { stream, command })] }
}

async function planRulesBack({ metadata: { stream } }: RecordedEvent, { before, now }: PlanContext): Promise<UndoPlan> {
  const rules = stateAfter<standings.StandingsRules, StandingsEvent>(standings, before)
  const command = { type: 'PutBackStandingsRules', data: { rules }, metadata: { now } } as const
  return { steps: [step(standings.putBackStandingsRulesDecider, { stream, command })] }
}

async function planSpiritBack(
  { data: { game, team: ofTeam, opponent }, metadata: { stream } }: RecordedEvent<SpiritEvent>,
  { before, now }: PlanContext,
): Promise<UndoPlan> {
  const { sheet } = stateAfter<spirit.SpiritState, SpiritEvent>(spirit, before)
  const command = { type: 'PutBackSpirit', data: { game, team: ofTeam, opponent, sheet }, metadata: { now } } as const
  return { steps: [step(spirit.putBackSpiritDecider, { stream, command })] }
}

const statusNames = {
  confirmed: 'confirmed',
  waitlist: 'on the waitlist',
  'by-order': 'by order of registration',
} as const

function teamSummary(state: Team): StateSummary {
  if (state.status === 'unregistered') return { Registration: 'none' }
  const { status, bidStatus, paid, awaitsConfirmation, bid, division, notes } = state
  return {
    Registration: status,
    Status: statusNames[bidStatus],
    Payment: paid ? 'paid' : 'not paid',
    Seed: String(team.seedOf(state) ?? 'none'),
    Address: awaitsConfirmation ? 'not confirmed' : 'confirmed',
    ...textsByUndoUnit({ ...bid, division }),
    ...notesSummary(notes),
  }
}

function poolsSummary({ draft, published }: Pools): StateSummary {
  const listPlaces = (name: string, list: readonly SavedPool[]) => ({
    [name]: list.length === 0 ? 'no pools' : list.map((pool) => `${pool.name} (${pool.size})`).join(', '),
    ...Object.fromEntries(
      list.flatMap((pool) =>
        pool.teams.flatMap((id, position) =>
          id === null ? [] : [[`${name}, ${placeLabel(pool.name, position)}`, { stream: team.teamStream(id) }]],
        ),
      ),
    ),
  })
  return { ...(draft ? listPlaces('Draft', draft) : { Draft: 'none' }), ...listPlaces('On the site', published) }
}

function scheduleSummary({ draft, published, delays, brackets, withdrawn }: schedule.Schedule): StateSummary {
  const { settings, games } = draft
  const fieldNames = new Map(settings.fields.map(({ id, name }) => [id, name]))
  const describePlace = (planned: PlannedGame) => {
    const time = findTime(planned, draft)
    if (!time) return 'without a place'
    const place = `${fieldNames.get(planned.field ?? '')}, ${clockTime(time.start)} to ${clockTime(time.end)}`
    return planned.cancelled ? `${place}, canceled` : place
  }
  return {
    Fields: settings.fields.map(({ name }) => name).join(', '),
    Days: settings.days
      .map(({ date, first_start, rounds }) => `${date} from ${first_start}, ${rounds} rounds`)
      .join('; '),
    'Minutes of a game': String(settings.game_minutes),
    'Minutes of a round': String(settings.slot_minutes),
    'Games in a row': String(settings.max_in_a_row),
    'Minutes of rest': String(settings.min_rest_minutes),
    Games: String(games.length),
    ...Object.fromEntries(games.map((planned) => [`Game ${nameGame(planned)}`, describePlace(planned)])),
    'On the site': published ? 'published' : 'not published',
    'Changes of a day': String(delays.length),
    ...Object.fromEntries(
      divisions.flatMap((division) => {
        const bracket = brackets[division]
        return bracket ? [[`Bracket, ${divisionLabels[division]}`, bracket.posted ? 'posted' : 'not posted']] : []
      }),
    ),
    ...Object.fromEntries(
      withdrawn.map((id, index) => [`Out of its games ${index + 1}`, { stream: team.teamStream(id) }]),
    ),
  }
}

function gameSummary(state: game.GameState): StateSummary {
  const { status, score, forfeit } = game.computeResult(state)
  const describeScore = (entered: game.Score | null) => (entered ? scoreWords(entered) : 'none')
  const side = (name: game.SideName): StateSummary =>
    state.teams ? { [`Team, ${name}`]: { stream: team.teamStream(state.teams[name]) } } : {}
  return {
    Result: forfeit ? `forfeited by the ${forfeit} team` : describeScore(score),
    Status: status,
    'Entered, home': describeScore(state.entries.home),
    'Entered, away': describeScore(state.entries.away),
    ...side('home'),
    ...side('away'),
  }
}

function standingsSummary({ tiebreaks, tiesInPools, decisions }: standings.StandingsRules): StateSummary {
  return {
    Criteria: tiebreaks.join(', ').replaceAll('_', ' '),
    'Ties in pools': tiesInPools ? 'allowed' : 'not allowed',
    ...Object.fromEntries(
      decisions.flatMap(({ order }, tie) =>
        order.map((id, rank) => [`Decided tie ${tie + 1}, ${rank + 1}`, { stream: team.teamStream(id) }]),
      ),
    ),
  }
}

function spiritSummary({ sheet }: spirit.SpiritState): StateSummary {
  if (!sheet) return { Sheet: 'none' }
  return {
    Sheet: `${spirit.computeTotal(sheet)} of 20`,
    ...Object.fromEntries(spirit.spiritKeys.map((key) => [spirit.spiritQuestions[key], String(sheet[key])])),
    Comment: sheet.comment,
    About: { stream: team.teamStream(sheet.opponent) },
  }
}

export const tournamentUndo = (platform: Platform): ModuleUndo => ({
  rules: bindUndos(platform, tournamentEvents, tournamentRules),
  summaries: {
    team: summarized(team, teamSummary, 'Registration'),
    pools: summarized(pools, poolsSummary),
    schedule: summarized(schedule, scheduleSummary),
    game: summarized(game, gameSummary),
    standings: summarized(standings, standingsSummary),
    spirit: summarized(spirit, spiritSummary),
  },
  get edition() {
    return platform.current.edition
  },
})
