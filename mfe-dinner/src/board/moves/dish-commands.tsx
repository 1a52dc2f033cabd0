import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import { type BoardState, changesBoard, findSignup } from '@ultimate/events/dinner/board.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { checkIn, type DishPlace } from '@ultimate/events/dinner/signup.ts'
import { findRefusal } from '@ultimate/events/language/domain-error.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import {
  type CommandRequest,
  canBeRepeated,
  type QueuedCommand,
  type QueuedStatus,
} from '@ultimate/kit/offline-queue/command.ts'
import type { ComponentProps } from 'react'
import { toBoardState, useBoard } from '../board-query.ts'
import type { DishChange } from './move-dish.machine.ts'

/** Returns true if a rejected command would be accepted now, and change something. An unknown `board` is null. */
export function wouldChange(command: QueuedCommand, board: BoardState | null): boolean {
  const { rejection, params } = command
  if (!canBeRepeated(command)) return false
  if (rejection?.code === 'SERVER_ERROR') return true
  const change = isDishCommand(command) ? changeFromCommand(command) : null
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

export type ErrorCode = keyof typeof dinnerErrors.registry

const moveOperation = 'PUT /api/dinner-management/items/{id}/position'
const emptyOperation = 'PUT /api/dinner-management/items/{id}/empty'

export const isDishCommand = ({ operation }: Pick<QueuedCommand, 'operation'>): boolean =>
  operation === moveOperation || operation === emptyOperation

const zoneAndPosition = (at: DishPlace) => ({ zone: at.zone, position: at.zone === 'holding' ? null : at.position })

const labels = { move: 'Move', done: 'Done:', 'put back': 'Put back' } as const

/** Returns the command of a change. A move names the old place: the server rejects it if others have moved the dish. */
export function dishRequest(change: DishChange, name: string): CommandRequest {
  const { kind, dish, attempt: _, ...note } = change
  const body =
    change.kind === 'move'
      ? { ...zoneAndPosition(change.to), from: zoneAndPosition(change.from) }
      : { emptied: change.kind === 'done' }
  return {
    operation: kind === 'move' ? moveOperation : emptyOperation,
    params: { id: dish },
    body,
    answers: 'item',
    subject: `signup-${dish}`,
    label: `${labels[kind]} ${name}`,
    note: { kind, ...note },
    ...(kind === 'move' && { passing: ['DISH_MOVED_MEANWHILE' satisfies ErrorCode] }),
  }
}

const parsePlace = (value: unknown): DishPlace | null => dishPlace.safeParse(value).data ?? null

/** Returns the change of a command; null for a command that this release does not know. */
export function changeFromCommand({ key, params, note = {}, queuedAt, offsetMs }: QueuedCommand): DishChange | null {
  const dish = params['id']
  if (dish === undefined) return null
  const attempt = { key, at: new Date(queuedAt + (offsetMs ?? 0)).toISOString() }
  const [from, to] = [parsePlace(note['from']), parsePlace(note['to'])]
  if (note['kind'] === 'done' && from) return { kind: 'done', dish, from, attempt }
  const isUndo = note['isUndo'] === true
  if (note['kind'] === 'put back' && to) return { kind: 'put back', dish, to, isUndo, attempt }
  if (note['kind'] !== 'move' || !from || !to) return null
  return { kind: 'move', dish, from, to, isUndo, attempt }
}

/** Collects the status of the last command about each dish, by the dish's id. */
export function collectStatuses(commands: readonly QueuedCommand[]): ReadonlyMap<string, QueuedStatus> {
  return new Map(
    commands.filter(isDishCommand).flatMap(({ params, status }) => (params['id'] ? [[params['id'], status]] : [])),
  )
}
