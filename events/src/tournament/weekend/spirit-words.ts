import { type Description, describe, type History } from '../../language/sentence/sentence.ts'
import { namedIn } from '../audit-words.ts'
import type { SpiritEvent } from './events.ts'
import { computeTotal, evolve, initialState, type SpiritScores } from './spirit.ts'

interface SheetWords {
  readonly game: string
  readonly team: string
  readonly opponent: string
}

/** `12 of 20`. */
const totalWords = (scores: SpiritScores): string => `${computeTotal(scores)} of 20`

const teamsIn = ({ team, opponent }: SheetWords, known: History) => ({
  by: namedIn(known.of(`team-${team}`)),
  about: namedIn(known.of(`team-${opponent}`)),
})

function sheetBefore({ earlier }: History): string {
  const { sheet } = (earlier as readonly SpiritEvent[]).reduce(evolve, initialState())
  return sheet ? totalWords(sheet) : 'no sheet'
}

export function describeSpirit(given: SheetWords & SpiritScores, known: History): Description {
  const { by, about } = teamsIn(given, known)
  const text = `gave ${about} ${totalWords(given)} for spirit in ${given.game}, by ${by}`
  return describe(given.game, text, sheetBefore(known))
}

export function describeSpiritTakenBack(taken: SheetWords, known: History): Description {
  const { by, about } = teamsIn(taken, known)
  return describe(taken.game, `took back the spirit sheet of ${by} about ${about} in ${taken.game}`, sheetBefore(known))
}
