import { areBothKnown } from '@ultimate/events/tournament/weekend/game.ts'
import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'

/** The time after which staff should look at a score that only one captain entered. */
const confirmedWithinMs = 15 * 60_000

/** `others`: other teams played it than those that are on its sides now. */
export type AttentionKind = 'disputed' | 'others' | 'unconfirmed' | 'missing'

/** The most urgent first. */
const attentionKinds: readonly AttentionKind[] = ['disputed', 'others', 'unconfirmed', 'missing']

export interface Attention {
  readonly kind: AttentionKind
  readonly games: readonly StaffGame[]
}

/** Lists the games that need a decision of staff at this moment, by kind. */
export function listAttention(games: readonly StaffGame[], now: number): Attention[] {
  const byKind = Map.groupBy(games, (game) => findKind(game, now))
  return attentionKinds.flatMap((kind) => {
    const gamesOfKind = byKind.get(kind)
    return gamesOfKind ? [{ kind, games: gamesOfKind }] : []
  })
}

function findKind(game: StaffGame, now: number): AttentionKind | null {
  const { status, flag, changed_at, end } = game
  if (flag) return 'others'
  if (status === 'disputed') return 'disputed'
  if (status === 'provisional') return isNotAfter(changed_at, now - confirmedWithinMs) ? 'unconfirmed' : null
  return status === 'scheduled' && takesResult(game) && isNotAfter(end, now) ? 'missing' : null
}

const isNotAfter = (moment: string | null, latest: number): boolean => moment !== null && Date.parse(moment) <= latest

/** True where the game takes a result. */
export const takesResult = ({ home, away }: Pick<StaffGame, 'home' | 'away'>): boolean =>
  areBothKnown({ home: home.team, away: away.team })
