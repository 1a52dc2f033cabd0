import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { winningSide } from '@ultimate/events/tournament/weekend/weekend.ts'
import type { BadgeTone } from '@ultimate/kit/components/feedback/badge.tsx'
import { Ban, Check, CircleAlert, Clock, Flag, type LucideIcon, Shuffle } from 'lucide-react'

type Result = Pick<Game, 'status' | 'score' | 'forfeit' | 'flag'>

/** The side that won; null without a result that counts, and after a tie. */
export const findWinner = ({ status, score, forfeit }: Result): SideName | null =>
  status === 'cancelled' ? null : winningSide({ status, score, forfeit })

/** Returns the text on the tile of a side, and `spoken` where letters alone would not be understood. */
export function formatPoints({ score, forfeit }: Result, side: SideName): { text: string; spoken: string | null } {
  if (forfeit) return side === forfeit ? { text: 'F', spoken: 'forfeits' } : { text: 'W', spoken: 'wins by forfeit' }
  return { text: score ? String(score[side]) : '', spoken: null }
}

interface StatusWord {
  readonly word: string
  readonly tone: BadgeTone
  readonly icon: LucideIcon
}

/** Returns the status of the result in a word; null before there is a result. */
export function findStatusWord({ status, forfeit, flag }: Result): StatusWord | null {
  if (flag) return { word: 'Played by others', tone: 'warn', icon: Shuffle }
  if (forfeit) return { word: 'Forfeit', tone: 'neutral', icon: Flag }
  return statusWords[status]
}

const statusWords: Readonly<Record<Game['status'], StatusWord | null>> = {
  scheduled: null,
  provisional: { word: 'Provisional', tone: 'warn', icon: Clock },
  disputed: { word: 'Disputed', tone: 'bad', icon: CircleAlert },
  final: { word: 'Final', tone: 'good', icon: Check },
  cancelled: { word: 'Canceled', tone: 'bad', icon: Ban },
}
