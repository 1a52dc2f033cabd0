import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { findBoardRefusal } from '@ultimate/events/dinner/dish.ts'
import { isInHolding } from '@ultimate/events/dinner/signup-state.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { canBeRepeated, type QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import type { ComponentProps } from 'react'
import { toBoardState, useBoard } from '../board-query.ts'
import { changeFromCommand, type ErrorCode, isDishCommand } from './dish-commands.ts'

/** Returns true if the server would accept a rejected command now; `board` is null while the board is not known. */
export function wouldSucceed(command: QueuedCommand, board: BoardState | null): boolean {
  const { rejection, params } = command
  if (!canBeRepeated(command)) return false
  if (rejection?.code === 'SERVER_ERROR') return true
  const change = isDishCommand(command) ? changeFromCommand(command) : null
  if (change) return board !== null && findBoardRefusal(board, change) === null
  if (rejection?.code !== ('DISH_IN_USE' satisfies ErrorCode)) return true
  const dish = board?.dishes.find(({ id }) => id === params['id'])
  return board !== null && dish !== undefined && isInHolding(board.session.dinner, dish.state)
}

interface DoMineNowProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  readonly commands: readonly QueuedCommand[]
  /** Called with the commands that would succeed. */
  readonly onPress: (commands: readonly QueuedCommand[]) => void
}

/** Asks again for what was rejected; it is there as long as that would succeed on the board as it is. */
export function DoMineNow({ commands, onPress, ...button }: DoMineNowProps) {
  const { data: board } = useBoard()
  const possible = commands.filter((command) => wouldSucceed(command, board ? toBoardState(board) : null))
  if (possible.length === 0) return null
  return (
    <Button {...button} onClick={() => onPress(possible)}>
      Use mine
    </Button>
  )
}
