import type { Score } from '@ultimate/events/tournament/weekend/game.ts'
import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { SpiritScores } from '@ultimate/events/tournament/weekend/spirit.ts'
import { type CommandRequest, noteOfDevice } from '@ultimate/kit/offline-queue/command.ts'
import { sideName } from '../weekend/shown-games.ts'

const nameGame = ({ home, away }: OwnGame): string => `${sideName(home)} against ${sideName(away)}`

export const entrySubject = (game: string): string => `entry-${game}`
export const spiritSubject = (game: string): string => `spirit-${game}`

export const entryRequest = (game: OwnGame, { home, away }: Score): CommandRequest => ({
  operation: 'PUT /api/games/{id}/entry',
  params: { id: game.id },
  body: { home, away },
  answers: 'game',
  subject: entrySubject(game.id),
  label: `Score ${home}–${away} of ${nameGame(game)}`,
  note: noteOfDevice,
})

export interface WrittenSheet extends SpiritScores {
  readonly comment: string
}

export const spiritRequest = (game: OwnGame, sheet: WrittenSheet): CommandRequest => ({
  operation: 'PUT /api/games/{id}/spirit',
  params: { id: game.id },
  body: { ...sheet },
  answers: 'game',
  subject: spiritSubject(game.id),
  label: `Spirit for ${nameGame(game)}`,
  note: noteOfDevice,
})
