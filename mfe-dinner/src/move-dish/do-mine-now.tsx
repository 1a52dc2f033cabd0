import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { canBeRepeated, type Tap } from '@ultimate/kit/outbox/tap.ts'
import type { ComponentProps } from 'react'
import { factsOf, useBoard } from '../board/board-query.ts'
import { type BoardFacts, type ErrorCode, standingOf } from '../board/facts.ts'
import { changeOfTap, isDishTap } from './dish-taps.ts'
import { changeError } from './rules.ts'

/** Whether the server would accept now what it has refused; `facts` is null while the board is not known. */
export function wouldSucceed(tap: Tap, facts: BoardFacts | null): boolean {
  const { refusal, params } = tap
  if (!canBeRepeated(tap)) return false
  if (refusal?.code === 'SERVER_ERROR') return true
  const change = isDishTap(tap) ? changeOfTap(tap) : null
  if (change) return facts !== null && changeError(facts, change) === null
  if (refusal?.code !== ('DISH_IN_USE' satisfies ErrorCode)) return true
  return facts !== null && standingOf(facts, params['id'] ?? '')?.zone === 'holding'
}

interface DoMineNowProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  readonly taps: readonly Tap[]
  /** Is called with those that would succeed. */
  readonly onPress: (taps: readonly Tap[]) => void
}

/** Asks again for what was refused; it is there as long as that would succeed on the board as it is. */
export function DoMineNow({ taps, onPress, ...button }: DoMineNowProps) {
  const { data: board } = useBoard()
  const possible = taps.filter((tap) => wouldSucceed(tap, board ? factsOf(board) : null))
  if (possible.length === 0) return null
  return (
    <Button {...button} onClick={() => onPress(possible)}>
      Do mine now
    </Button>
  )
}
