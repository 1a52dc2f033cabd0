import { type Description, describe, type History } from '../../language/sentence/sentence.ts'
import { nameTeam, withReason } from '../audit-words.ts'
import type { GameEvent, SpiritEvent, StandingsEvent } from './events.ts'
import {
  computeResult,
  evolve,
  type GameState,
  type GameTeams,
  initialState,
  type Score,
  type SideName,
} from './game.ts'
import * as spirit from './spirit.ts'
import { isSameSet, type Tiebreak } from './standings.ts'
import * as standings from './standings-rules.ts'

const foldBefore = ({ earlier }: History): GameState => (earlier as readonly GameEvent[]).reduce(evolve, initialState())

/** `11–9`. */
export const scoreWords = ({ home, away }: Score): string => `${home}–${away}`

const teamNames = ({ home, away }: GameTeams, history: History): string =>
  `${nameTeam(history, home)} and ${nameTeam(history, away)}`

/** `11–9 (final)`, `no score`. */
function resultWords(state: GameState): string {
  const { status, score, forfeit } = computeResult(state)
  if (forfeit) return `forfeited by the ${forfeit} team`
  if (score) return `${scoreWords(score)} (${status})`
  return status === 'disputed' ? 'disputed' : 'no score'
}

/** Describes an event of a game, with the result that it had before. */
const describeGameEvent = (game: string, text: string, history: History): Description =>
  describe(game, text, resultWords(foldBefore(history)))

interface EnteredScore extends Score {
  readonly game: string
  readonly side: SideName
  readonly teams: GameTeams
}

export function describeEntered({ game, side, teams, ...score }: EnteredScore, history: History): Description {
  const team = nameTeam(history, teams[side])
  return describeGameEvent(
    game,
    `entered ${scoreWords(score)} for ${game} (${teamNames(teams, history)}), by ${team}`,
    history,
  )
}

interface Decision {
  readonly game: string
  readonly teams: GameTeams
  readonly reason: string
}

export function describeDecided({ game, teams, reason, ...score }: Decision & Score, history: History): Description {
  const text = `set the result of ${game} (${teamNames(teams, history)}) to ${scoreWords(score)}`
  return describeGameEvent(game, withReason(text, reason), history)
}

export function describeForfeited(
  { game, teams, side, reason }: Decision & { readonly side: SideName },
  history: History,
): Description {
  const team = nameTeam(history, teams[side])
  return describeGameEvent(game, withReason(`let ${team} forfeit ${game}`, reason), history)
}

export const describeCleared = ({ game }: { readonly game: string }, history: History): Description =>
  describeGameEvent(game, `cleared the result of ${game}`, history)

export const describeKeptResult = ({ game, teams }: Omit<Decision, 'reason'>, history: History): Description =>
  describeGameEvent(game, `kept the result of ${game} for ${teamNames(teams, history)}`, history)

export const describeResultPutBack = ({ game, ...state }: { readonly game: string } & GameState, history: History) =>
  describeGameEvent(game, `put the result of ${game} back to ${resultWords(state)}`, history)

const theStandings = 'the standings'
const foldRulesBefore = ({ earlier }: History): standings.StandingsRules =>
  (earlier as readonly StandingsEvent[]).reduce(standings.evolve, standings.initialState())

interface RulesData {
  readonly tiebreaks: readonly Tiebreak[]
  readonly ties_in_pools: boolean
}

const rulesWords = ({ tiebreaks, ties_in_pools }: RulesData): string =>
  `${tiebreaks.join(', ').replaceAll('_', ' ')}; ties in pools ${ties_in_pools ? 'allowed' : 'not allowed'}`

export function describeTiebreaks(rules: RulesData, history: History): Description {
  const { tiebreaks, tiesInPools } = foldRulesBefore(history)
  const was = rulesWords({ tiebreaks, ties_in_pools: tiesInPools })
  return describe(theStandings, `changed how ranks are decided (${rulesWords(rules)})`, was)
}

interface DecidedTie {
  readonly pool: { readonly id: string; readonly name: string }
  readonly order: readonly string[]
  readonly reason: string
}

export function describeTieDecided({ pool, order, reason }: DecidedTie, history: History): Description {
  const nameTeams = (teams: readonly string[]) => teams.map((team) => nameTeam(history, team)).join(', ')
  const { decisions } = foldRulesBefore(history)
  const before = decisions.find((decision) => decision.pool === pool.id && isSameSet(decision.order, order))
  const text = `decided a tie in ${pool.name} (${nameTeams(order)})`
  return describe(theStandings, withReason(text, reason), before ? nameTeams(before.order) : 'tied')
}

export function describeRulesPutBack(rules: RulesData, history: History): Description {
  const { tiebreaks, tiesInPools } = foldRulesBefore(history)
  const was = rulesWords({ tiebreaks, ties_in_pools: tiesInPools })
  return describe(theStandings, `put the rules of the standings back (${rulesWords(rules)})`, was)
}

interface SheetData {
  readonly game: string
  readonly team: string
  readonly opponent: string
}

/** `12 of 20`. */
const totalWords = (scores: spirit.SpiritScores): string => `${spirit.computeTotal(scores)} of 20`

const nameSides = ({ team, opponent }: SheetData, history: History) => ({
  by: nameTeam(history, team),
  about: nameTeam(history, opponent),
})

function describeSheetBefore({ earlier }: History): string {
  const { sheet } = (earlier as readonly SpiritEvent[]).reduce(spirit.evolve, spirit.initialState())
  return sheet ? totalWords(sheet) : 'no sheet'
}

export function describeSpirit(sheet: SheetData & spirit.SpiritScores, history: History): Description {
  const { by, about } = nameSides(sheet, history)
  const text = `gave ${about} ${totalWords(sheet)} for spirit in ${sheet.game}, by ${by}`
  return describe(sheet.game, text, describeSheetBefore(history))
}

export function describeSpiritTakenBack(sheet: SheetData, history: History): Description {
  const { by, about } = nameSides(sheet, history)
  const text = `took back the spirit sheet of ${by} about ${about} in ${sheet.game}`
  return describe(sheet.game, text, describeSheetBefore(history))
}
