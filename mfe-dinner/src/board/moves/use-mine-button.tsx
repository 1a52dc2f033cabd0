import { type BoardState, changesBoard, findSignup } from '@ultimate/events/dinner/board.ts'
import { checkIn } from '@ultimate/events/dinner/signup.ts'
import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { canBeRepeated, type QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import type { ComponentProps } from 'react'
import { toBoardState, useBoard } from '../board-query.ts'
import { changeFromCommand, type ErrorCode } from './dish-commands.ts'

/** Returns true if a rejected command would be accepted now, and change something. An unknown `board` is null. */
export function wouldChange(command: QueuedCommand, board: BoardState | null): boolean {
  const { rejection, params } = command
  if (!canBeRepeated(command)) return false
  if (rejection?.code === 'SERVER_ERROR') return true
  const change = changeFromCommand(command)
  if (change) return board !== null && changesBoard(board, change)
  if (rejection?.code !== ('DISH_IN_USE' satisfies ErrorCode)) return true
  // Of queued commands, only the undo of a check-in is rejected with this code. `findRefusal` catches a new rejection.
  let events: readonly unknown[] = []
  findRefusal(() => {
    if (board) events = undoCheckIn(board, params['id'] ?? '')
  })
  return events.length > 0
}

/** Returns the events that undo the check-in of a dish. @throws DomainError where the rules reject it */
const undoCheckIn = (board: BoardState, id: string) => {
  const { dinner } = board.session
  const data = { checkedIn: false, slotId: '', category: 'dishes', at: null, dinner } as const
  return checkIn({ type: 'CheckIn', data, metadata: { now: new Date(0) } }, findSignup(board, id))
}

interface UseMineButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  readonly commands: readonly QueuedCommand[]
  /** Called with the commands that would change something. */
  readonly onPress: (commands: readonly QueuedCommand[]) => void
}

/** The button that repeats rejected commands, as long as that would change the present board. */
export function UseMineButton({ commands, onPress, ...button }: UseMineButtonProps) {
  const { data: board } = useBoard()
  const possible = commands.filter((command) => wouldChange(command, board ? toBoardState(board) : null))
  if (possible.length === 0) return null
  return (
    <Button {...button} onClick={() => onPress(possible)}>
      Use mine
    </Button>
  )
}
