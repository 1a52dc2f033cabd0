import type { TimedCommand } from '../../language/command.ts'
import { gameErrors } from '../errors.ts'
import type { SpiritEvent } from './events.ts'

/** The five questions of the World Flying Disc Federation, in its words. */
export const spiritQuestions = {
  rules: 'Rules Knowledge and Use',
  fouls: 'Fouls and Body Contact',
  fairness: 'Fair-Mindedness',
  attitude: 'Positive Attitude and Self-Control',
  communication: 'Communication',
} as const
export type SpiritQuestion = keyof typeof spiritQuestions
export const spiritKeys = Object.keys(spiritQuestions) as SpiritQuestion[]

/** The meaning of each of the scores. */
export const spiritScores = ['Poor', 'Not so good', 'Good', 'Very good', 'Excellent'] as const

/** Longest accepted comment, in UTF-16 units. */
export const maxSpiritComment = 500

export type SpiritScores = Readonly<Record<SpiritQuestion, number>>

export interface Sheet extends SpiritScores {
  /** The team that it is about. */
  readonly opponent: string
  /** Empty without one. */
  readonly comment: string
}

export const computeTotal = (scores: SpiritScores): number => spiritKeys.reduce((sum, key) => sum + scores[key], 0)

export interface SpiritState {
  /** Null before the captain gives one, and after that was undone. */
  readonly sheet: Sheet | null
}

export const initialState = (): SpiritState => ({ sheet: null })

export function evolve(state: SpiritState, event: SpiritEvent): SpiritState {
  switch (event.type) {
    case 'SpiritGiven': {
      const { game: _, team: _team, ...sheet } = event.data
      return { sheet }
    }
    case 'SpiritTakenBack':
      return initialState()
    default:
      return state
  }
}

/** `spirit-<game>.<team>`: the game, and the team whose sheet it is. */
export const spiritStream = ({ game, team }: SheetOf): string => `spirit-${game}.${team}`
interface SheetOf {
  readonly game: string
  readonly team: string
}

export function parseSheet(stream: string): SheetOf {
  const [game = '', team = ''] = stream.slice('spirit-'.length).split('.')
  return { game, team }
}

type GivenSpirit = {
  /** The name of the game, for the audit. */
  readonly game: string
  readonly team: string
  readonly sheet: Sheet
}

/** `isBegun`: the game has begun, or has a result. */
export type GiveSpirit = TimedCommand<'GiveSpirit', GivenSpirit & { readonly isBegun: boolean }>

/** All zeros are a valid sheet. */
export function giveSpirit({ data: { isBegun, ...given } }: GiveSpirit, state: SpiritState): SpiritEvent[] {
  if (!isBegun) gameErrors.fail('GAME_NOT_BEGUN')
  return give(given, state)
}

function give({ game, team, sheet }: GivenSpirit, state: SpiritState): SpiritEvent[] {
  const isSame =
    state.sheet !== null &&
    (['opponent', 'comment', ...spiritKeys] as const).every((key) => state.sheet?.[key] === sheet[key])
  return isSame ? [] : [{ type: 'SpiritGiven', data: { game, team, ...sheet } }]
}

export const giveSpiritDecider = { decide: giveSpirit, evolve, initialState }

/** Undoes an earlier change: `sheet` is how it was before. */
export type PutBackSpirit = TimedCommand<
  'PutBackSpirit',
  Omit<GivenSpirit, 'sheet'> & { readonly sheet: Sheet | null; readonly opponent: string }
>

function putBackSpirit({ data }: PutBackSpirit, state: SpiritState): SpiritEvent[] {
  const { game, team, sheet, opponent } = data
  if (sheet) return give({ game, team, sheet }, state)
  return state.sheet ? [{ type: 'SpiritTakenBack', data: { game, team, opponent } }] : []
}

export const putBackSpiritDecider = { decide: putBackSpirit, evolve, initialState }

/** The averages over the sheets about a team. */
interface SpiritAverage extends SpiritScores {
  readonly team: string
  readonly sheets: number
  readonly total: number
}

/** Returns the averages by team, the best first; teams with the same total by id. */
export function averageSpirit(sheets: readonly Sheet[]): SpiritAverage[] {
  const sheetsByTeam = Map.groupBy(sheets, ({ opponent }) => opponent)
  const average = (received: readonly Sheet[], key: SpiritQuestion) =>
    received.reduce((sum, sheet) => sum + sheet[key], 0) / received.length
  return [...sheetsByTeam]
    .map(([team, received]) => {
      const scores = Object.fromEntries(spiritKeys.map((key) => [key, average(received, key)])) as Record<
        SpiritQuestion,
        number
      >
      return { team, sheets: received.length, ...scores, total: computeTotal(scores) }
    })
    .toSorted((one, other) => other.total - one.total || (one.team < other.team ? -1 : 1))
}
