import { isBegun, takesEntries } from '@ultimate/events/tournament/weekend/captain-entry.ts'
import { areBothKnown, otherSide, type Score, type SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { SpiritScores } from '@ultimate/events/tournament/weekend/spirit.ts'
import { type CommandRequest, noteOfDevice, type QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { sideName } from '../../weekend/shown-games.ts'

/** The time after which the page points out that only one captain has entered a score. */
const singleEntryMs = 15 * 60_000

export const findSide = ({ home }: OwnGame, team: string): SideName => (home.team?.id === team ? 'home' : 'away')

export const nameOpponent = (game: OwnGame, team: string): string => {
  const side = game[otherSide(findSide(game, team))]
  return side.team?.name ?? (side.from || 'To be decided')
}

/** `11–9`, the points of the own team first. */
const scoreFor = (score: Score, side: SideName): string => `${score[side]}–${score[otherSide(side)]}`

/** Returns the score that was entered on this device and is not sent yet; null without one. */
export function pendingScore(commands: readonly QueuedCommand[], { id }: OwnGame): Score | null {
  const lastCommand = commands.findLast(({ subject, status }) => subject === entrySubject(id) && status !== 'rejected')
  return lastCommand ? (lastCommand.body as unknown as Score) : null
}

const areTeamsKnown = ({ home, away }: OwnGame): boolean => areBothKnown({ home: home.team, away: away.team })

/** A captain may enter a score until it is final, once both teams are known. */
export const takesEntry = (game: OwnGame): boolean =>
  areTeamsKnown(game) && game.status !== 'cancelled' && takesEntries(game.status, game.flag !== null)

export const takesSpirit = (game: OwnGame, now: number): boolean =>
  areTeamsKnown(game) && game.forfeit === null && isBegun(game, now)

/** Returns the question to confirm before a score is sent; null where nothing is unusual. */
export function questionBefore(game: OwnGame, { home, away }: Score, now: number): string | null {
  const earlyWords = isBegun(game, now) ? '' : 'This game has not begun by the schedule. '
  const tieWords = home === away ? 'It is a tie: neither team has more points. ' : ''
  return earlyWords || tieWords ? `${earlyWords}${tieWords}Send this score?` : null
}

/** Describes the state of a result for the captain of one side; null where there is nothing to describe. */
export function describeResult(game: OwnGame, side: SideName, now: number): string | null {
  const { status, mine, other, changed_at, forfeit } = game
  if (forfeit) return forfeit === side ? 'Your team forfeited this game.' : 'The other team forfeited this game.'
  if (status === 'final')
    return mine && other ? 'Final: both captains entered this score.' : 'Final: decided by the tournament director.'
  if (status === 'disputed' && mine && other)
    return `The entries differ. You entered ${scoreFor(mine, side)}, the other captain ${scoreFor(other, side)}. Agree on one and correct it, or the tournament director decides.`
  if (status !== 'provisional') return null
  const isLongUnconfirmed = changed_at !== null && now - Date.parse(changed_at) >= singleEntryMs
  const waitWords = isLongUnconfirmed ? ' For 15 minutes there was no second entry, so it counts as provisional.' : ''
  return mine
    ? `One captain has entered this score: you.${waitWords} It is final once the other captain enters the same.`
    : `One captain has entered this score: the other one.${waitWords} It is final once you enter the same.`
}

/** Finds the first game that needs this team's entry; null if there is none. */
export const findNextGame = (games: readonly OwnGame[]): OwnGame | null =>
  games.find((game) => game.status !== 'final' && game.status !== 'cancelled' && game.mine === null) ?? null

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
