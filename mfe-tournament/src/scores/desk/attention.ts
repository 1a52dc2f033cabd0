import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'

/** The time that one entry waits for the other captain before staff should look. */
export const confirmedWithinMs = 15 * 60_000

export type AttentionKind = 'disputed' | 'others' | 'unconfirmed' | 'missing'

/** The most urgent first. */
export const attentionKinds: readonly AttentionKind[] = ['disputed', 'others', 'unconfirmed', 'missing']

export interface Attention {
  readonly kind: AttentionKind
  readonly games: readonly StaffGame[]
}

/** Returns the games that need a decision of staff at this moment; kinds without a game are left out. */
export function listAttention(games: readonly StaffGame[], now: number): Attention[] {
  const byKind = Map.groupBy(games, (game) => findKind(game, now))
  return attentionKinds.flatMap((kind) => {
    const those = byKind.get(kind)
    return those ? [{ kind, games: those }] : []
  })
}

function findKind(game: StaffGame, now: number): AttentionKind | null {
  const { status, flag, changed_at, end } = game
  if (flag) return 'others'
  if (status === 'disputed') return 'disputed'
  if (status === 'provisional') return isPast(changed_at, now - confirmedWithinMs) ? 'unconfirmed' : null
  return status === 'scheduled' && isReady(game) && isPast(end, now) ? 'missing' : null
}

const isPast = (moment: string | null, now: number): boolean => moment !== null && Date.parse(moment) <= now

/** Both teams are known. */
export const isReady = ({ home, away }: Pick<StaffGame, 'home' | 'away'>): boolean =>
  home.team !== null && away.team !== null
