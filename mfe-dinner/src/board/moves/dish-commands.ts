import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import type { BoardState, DishPlace } from '@ultimate/events/dinner/board.ts'
import { applyCommand } from '@ultimate/events/dinner/dish.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { CommandRequest, QueuedCommand, QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import type { BoardDish } from '../board-query.ts'

export type ErrorCode = keyof typeof dinnerErrors.registry

/** A request that is repeated takes effect once, at the time of the first press. */
export interface Attempt {
  readonly key: string
  readonly at: string
}

/** A command of this page about one dish. */
export type DishChange =
  | {
      readonly kind: 'move'
      readonly dish: string
      readonly from: DishPlace
      readonly to: DishPlace
      readonly isUndo: boolean
      readonly attempt: Attempt
    }
  | { readonly kind: 'done'; readonly dish: string; readonly from: DishPlace; readonly attempt: Attempt }
  | { readonly kind: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }

export type DishBoard = BoardState<BoardDish>

/** The board as the rules of the server make it of these changes. */
export const withChanges = (board: DishBoard, changes: readonly DishChange[]): DishBoard =>
  changes.reduce((before, change) => applyCommand(before, change, new Date(change.attempt.at)), board)

const moveOperation = 'PUT /api/dinner-management/items/{id}/position'
const emptyOperation = 'PUT /api/dinner-management/items/{id}/empty'

export const isDishCommand = ({ operation }: Pick<QueuedCommand, 'operation'>): boolean =>
  operation === moveOperation || operation === emptyOperation

const zoneAndPosition = (at: DishPlace) => ({ zone: at.zone, position: at.zone === 'holding' ? null : at.position })

const labels = { move: 'Move', done: 'Done:', 'put back': 'Put back' } as const

/** The call that makes this change. A move names the old place, so that it does not undo later changes of others. */
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

const placeIn = (found: unknown): DishPlace | null => dishPlace.safeParse(found).data ?? null

/** The change that a command makes; null for one that this release does not know. */
export function changeFromCommand({ key, params, note = {}, queuedAt, offsetMs }: QueuedCommand): DishChange | null {
  const dish = params['id']
  if (dish === undefined) return null
  const attempt = { key, at: new Date(queuedAt + (offsetMs ?? 0)).toISOString() }
  const [from, to] = [placeIn(note['from']), placeIn(note['to'])]
  if (note['kind'] === 'done' && from) return { kind: 'done', dish, from, attempt }
  if (note['kind'] === 'put back' && to) return { kind: 'put back', dish, to, attempt }
  if (note['kind'] !== 'move' || !from || !to) return null
  return { kind: 'move', dish, from, to, isUndo: note['isUndo'] === true, attempt }
}

/** Collects the step of the last command about each dish, by its id. */
export function collectStatuses(commands: readonly QueuedCommand[]): ReadonlyMap<string, QueuedStatus> {
  return new Map(
    commands.filter(isDishCommand).flatMap(({ params, status }) => (params['id'] ? [[params['id'], status]] : [])),
  )
}
