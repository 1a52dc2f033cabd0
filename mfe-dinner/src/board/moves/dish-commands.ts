import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import type { CommandRequest, QueuedCommand, QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import type { DishChange } from './move-dish.machine.ts'

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

/**
 * Returns the change of a command, which may be from before a reload. Null for other commands, and for one of another
 * release that this one does not know.
 */
export function changeFromCommand(command: QueuedCommand): DishChange | null {
  const { key, params, note = {}, queuedAt, offsetMs } = command
  const dish = params['id']
  if (!isDishCommand(command) || dish === undefined) return null
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
