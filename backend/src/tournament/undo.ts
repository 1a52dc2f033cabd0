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
import {
  type PoolsEvent,
  type TeamEvent,
  type TournamentEvent,
  tournamentEvents,
} from '@ultimate/events/tournament/events.ts'
import type { Pools } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import * as pools from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  eventsBeforeLoss,
  freePlacesDecider,
  giveBackPlacesDecider,
  putBackPoolsDecider,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
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
import { readDivisions } from './read/pools/pools.view.ts'

type PlanContext = UndoContext<Platform>
type Registered = Exclude<Team, { status: 'unregistered' }>

const mailed = ({ platform }: PlanContext): string =>
  emailed(platform.configuration, 'The captain gets an email that says so.', 'the captain')
const presence = ['Registration']

/** The way to undo each event that can be undone. */
const tournamentRules: UndoRules<TournamentEvent, Platform> = {
  TeamRegistered: {
    only: presence,
    // Staff may have moved it to the other division since.
    plan: async ({ metadata: { stream, edition } }, { now }) => ({
      steps: [
        removal(stream, 'The registration was undone.', now),
        ...divisions.map((division) => placesFreed(pools.poolsStream(division, edition), stream, now)),
      ],
    }),
  },
  TeamConfirmed: { plan: restoreStatus },
  TeamWaitlisted: { plan: restoreStatus },
  TeamStandingReset: { plan: restoreStatus },
  TeamMarkedPaid: { plan: paidBack },
  TeamMarkedUnpaid: { plan: paidBack },
  TeamSeeded: {
    plan: async ({ metadata: { stream } }, { before, now }) =>
      updated(stream, { seed: team.seedOf(teamAfter(before)) }, now),
  },
  TeamRemoved: { only: presence, plan: restoreTeam },
  TeamWithdrawn: { only: presence, plan: restoreTeam },
  TeamRestored: { only: presence, plan: removeAgain },
  TeamCorrected: { plan: revertCorrection },
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
  PoolsSaved: { plan: poolsBack },
  PoolsPublished: { plan: poolsBack },
  PoolsUnpublished: { plan: poolsBack },
  PoolPlacesFreed: { follows: true, plan: poolsBack },
  PoolsPutBack: { follows: true, plan: poolsBack },
  ScheduleSettingsChanged: { plan: scheduleBack },
  ScheduleGenerated: { plan: scheduleBack },
  GamePlaced: { plan: scheduleBack },
  SchedulePublished: { plan: scheduleBack },
  ScheduleDelayed: { plan: scheduleBack },
  RoundCancelled: { plan: scheduleBack },
  RoundsShortened: { plan: scheduleBack },
  ScheduleDelayUndone: { plan: scheduleBack },
  BracketMade: { plan: scheduleBack },
  BracketPosted: { plan: scheduleBack },
  BracketUnposted: { plan: scheduleBack },
  TeamLeftGames: { plan: scheduleBack },
  SchedulePutBack: { follows: true, plan: scheduleBack },
  ScoreEntered: { plan: resultBack },
  ResultDecided: { plan: resultBack },
  GameForfeited: { plan: resultBack },
  ResultCleared: { plan: resultBack },
  ResultKept: { plan: resultBack },
  ResultPutBack: { follows: true, plan: resultBack },
  TiebreaksChanged: { plan: rulesBack },
  TieDecided: { plan: rulesBack },
  StandingsRulesPutBack: { follows: true, plan: rulesBack },
  SpiritGiven: { plan: spiritBack },
  SpiritTakenBack: { follows: true, plan: spiritBack },
}

const teamAfter = (events: readonly RecordedEvent[]) => stateAfter<Team, TeamEvent>(team, events) as Registered
const poolsAfter = (events: readonly RecordedEvent[]) => stateAfter<Pools, PoolsEvent>(pools, events)

function updated(stream: string, data: UpdateTeam['data'], now: Date): UndoPlan {
  const command: UpdateTeam = { type: 'UpdateTeam', data, metadata: { now } }
  return { steps: [step(updateTeamDecider, { stream, command })] }
}

async function restoreStatus({ metadata: { stream } }: RecordedEvent, { before, now }: PlanContext): Promise<UndoPlan> {
  return updated(stream, { status: teamAfter(before).bidStatus }, now)
}

async function paidBack({ metadata: { stream } }: RecordedEvent, { before, now }: PlanContext): Promise<UndoPlan> {
  return updated(stream, { paid: teamAfter(before).paid }, now)
}

const removal = (stream: string, reason: string, now: Date): Step =>
  step(removeTeamsDecider, { stream, command: { type: 'RemoveTeams', data: { reason }, metadata: { now } } })

const placesFreed = (stream: string, ofTeam: string, now: Date): Step =>
  step(freePlacesDecider, {
    stream,
    command: { type: 'FreePlaces', data: { teams: [team.teamIdOf(ofTeam)] }, metadata: { now } },
  })

/** A team that was taken out is in again, where its places have not been given to others. */
async function restoreTeam(event: RecordedEvent, asked: PlanContext): Promise<UndoPlan> {
  const { stream } = event.metadata
  const command = { type: 'RestoreTeam', data: {}, metadata: { now: asked.now } } as const
  return { steps: [step(restoreTeamDecider, { stream, command }), ...(await placesBack(event, asked))] }
}

/** The places in the pools of its old division that the team lost by the event, where they are still free. */
async function placesBack({ metadata }: RecordedEvent, asked: PlanContext): Promise<Step[]> {
  const { now, reads } = asked
  const { stream, edition, position } = metadata
  const id = team.teamIdOf(stream)
  const arranged = pools.poolsStream(teamAfter(asked.before).division, edition)
  const history = (await reads.stream(arranged)) as readonly RecordedEvent<PoolsEvent>[]
  const before = eventsBeforeLoss(history, id, position)
  if (before === null) return []
  const lost = new Map([[id, poolsAfter(before)]])
  const command = { type: 'GiveBackPlaces', data: { lost }, metadata: { now } } as const
  return [step(giveBackPlacesDecider, { stream: arranged, command })]
}

/** Takes back only what this correction changed, so that later ones stay. */
async function revertCorrection(
  event: RecordedEvent<Extract<TeamEvent, { type: 'TeamCorrected' }>>,
  asked: PlanContext,
): Promise<UndoPlan> {
  const { stream, edition } = event.metadata
  const { bid, division } = teamAfter(asked.before)
  const [was, became] = [team.toForm(bid), team.toForm(event.data)]
  const fields = (Object.keys(was) as (keyof typeof was)[]).filter((field) => was[field] !== became[field])
  const data = { ...Object.fromEntries(fields.map((field) => [field, was[field]])), division }
  const { division: moved } = event.data
  const command = {
    type: 'CorrectTeam',
    data: moved ? data : { ...data, division: undefined },
    metadata: { now: asked.now },
  } as const
  const places = moved
    ? [placesFreed(pools.poolsStream(moved, edition), stream, asked.now), ...(await placesBack(event, asked))]
    : []
  return { steps: [step(correctTeamDecider, { stream, command }), ...places], also: [mailed(asked)] }
}

async function removeAgain({ metadata: { stream, edition } }: RecordedEvent, asked: PlanContext): Promise<UndoPlan> {
  const { before, now } = asked
  const ended = (before as readonly RecordedEvent<TeamEvent>[]).findLast(
    (event) => event.type === 'TeamRemoved' || event.type === 'TeamWithdrawn',
  )
  const out =
    ended?.type === 'TeamRemoved'
      ? removal(stream, ended.data.reason, now)
      : step(withdrawTeamDecider, { stream, command: { type: 'WithdrawTeam', data: {}, metadata: { now } } })
  const steps = [out, placesFreed(pools.poolsStream(teamAfter(before).division, edition), stream, now)]
  return { steps, also: ended?.type === 'TeamRemoved' ? [] : [mailed(asked)] }
}

async function poolsBack(
  { metadata: { stream } }: RecordedEvent,
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan> {
  const playing = [...(await reads.once(readDivisions, platform.current))].filter(([, division]) =>
    pools.poolsIdOf(stream)?.startsWith(division),
  )
  const data = { pools: poolsAfter(before), teams: new Map(playing) }
  const command = { type: 'PutBackPools', data, metadata: { now } } as const
  return { steps: [step(putBackPoolsDecider, { stream, command })] }
}

async function scheduleBack(
  { metadata: { stream } }: RecordedEvent,
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan | string> {
  const was = stateAfter<schedule.Schedule, ScheduleEvent>(schedule, before)
  const current = stateAfter<schedule.Schedule, ScheduleEvent>(schedule, await reads.stream(stream))
  const results = await reads.once(readResults, platform.current)
  const stays = new Set(schedule.gamesInPlay(was).map(({ id }) => id))
  if (schedule.gamesInPlay(current).some(({ id }) => !stays.has(id) && results.get(id)?.state.teams))
    return 'Games that came with it have a result. Clear it first.'
  const command = { type: 'PutBackSchedule', data: { schedule: was }, metadata: { now } } as const
  return { steps: [step(schedule.putBackScheduleDecider, { stream, command })] }
}

async function resultBack(
  { data, metadata: { stream } }: RecordedEvent<GameEvent>,
  { before, now }: PlanContext,
): Promise<UndoPlan> {
  const state = stateAfter<game.GameState, GameEvent>(game, before)
  const command = { type: 'PutBackResult', data: { state, game: data.game }, metadata: { now } } as const
  return { steps: [step(game.putBackResultDecider, { stream, command })] }
}

async function rulesBack({ metadata: { stream } }: RecordedEvent, { before, now }: PlanContext): Promise<UndoPlan> {
  const rules = stateAfter<standings.StandingsRules, StandingsEvent>(standings, before)
  const command = { type: 'PutBackStandingsRules', data: { rules }, metadata: { now } } as const
  return { steps: [step(standings.putBackStandingsRulesDecider, { stream, command })] }
}

async function spiritBack(
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
    ...team.summarizeBid({ ...bid, division }),
    ...notesSummary(notes),
  }
}

function poolsSummary({ saved, published }: Pools): StateSummary {
  const listed = (name: string, list: readonly SavedPool[]) => ({
    [name]: list.length === 0 ? 'no pools' : list.map((pool) => `${pool.name} (${pool.size})`).join(', '),
    ...Object.fromEntries(
      list.flatMap((pool) =>
        pool.teams.flatMap((id, at) =>
          id === null ? [] : [[`${name}, ${placeLabel(pool.name, at)}`, { stream: team.teamStream(id) }]],
        ),
      ),
    ),
  })
  return { ...(saved ? listed('Draft', saved) : { Draft: 'none' }), ...listed('On the site', published) }
}

function scheduleSummary({ draft, published, delays, brackets, withdrawn }: schedule.Schedule): StateSummary {
  const { settings, games } = draft
  const fields = new Map(settings.fields.map(({ id, name }) => [id, name]))
  const describePlace = (one: PlannedGame) => {
    const time = findTime(one, draft)
    if (!time) return 'without a place'
    const place = `${fields.get(one.field ?? '')}, ${clockTime(time.start)} to ${clockTime(time.end)}`
    return one.cancelled ? `${place}, canceled` : place
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
    ...Object.fromEntries(games.map((one) => [`Game ${nameGame(one)}`, describePlace(one)])),
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
  const words = (entered: game.Score | null) => (entered ? scoreWords(entered) : 'none')
  const side = (name: game.SideName): StateSummary =>
    state.teams ? { [`Team, ${name}`]: { stream: team.teamStream(state.teams[name]) } } : {}
  return {
    Result: forfeit ? `forfeited by the ${forfeit} team` : score ? words(score) : 'none',
    Status: status,
    'Entered, home': words(state.entries.home),
    'Entered, away': words(state.entries.away),
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
