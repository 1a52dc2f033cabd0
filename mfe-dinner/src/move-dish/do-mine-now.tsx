import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { findBoardRefusal } from '@ultimate/events/dinner/board-rules.ts'
import { isInHolding } from '@ultimate/events/dinner/dish-state.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { canBeRepeated, type Tap } from '@ultimate/kit/outbox/tap.ts'
import type { ComponentProps } from 'react'
import { boardStateOf, useBoard } from '../board/board-query.ts'
import type { ErrorCode } from './dish-change.ts'
import { changeOfTap, isDishTap } from './dish-taps.ts'

/** Whether the server would accept now what it has refused; `board` is null while the board is not known. */
export function wouldSucceed(tap: Tap, board: BoardState | null): boolean {
  const { refusal, params } = tap
  if (!canBeRepeated(tap)) return false
  if (refusal?.code === 'SERVER_ERROR') return true
  const change = isDishTap(tap) ? changeOfTap(tap) : null
  if (change) return board !== null && findBoardRefusal(board, change) === null
  if (refusal?.code !== ('DISH_IN_USE' satisfies ErrorCode)) return true
  const dish = board?.dishes.find(({ id }) => id === params['id'])
  return board !== null && dish !== undefined && isInHolding(board.session.dinner, dish.standing)
}

interface DoMineNowProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  readonly taps: readonly Tap[]
  /** Is called with those that would succeed. */
  readonly onPress: (taps: readonly Tap[]) => void
}

/** Asks again for what was refused; it is there as long as that would succeed on the board as it is. */
export function DoMineNow({ taps, onPress, ...button }: DoMineNowProps) {
  const { data: board } = useBoard()
  const possible = taps.filter((tap) => wouldSucceed(tap, board ? boardStateOf(board) : null))
  if (possible.length === 0) return null
  return (
    <Button {...button} onClick={() => onPress(possible)}>
      Do mine now
    </Button>
  )
}
