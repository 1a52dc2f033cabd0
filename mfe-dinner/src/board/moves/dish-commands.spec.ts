import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import {
  type AnsweredRejection,
  type CommandRequest,
  createCommand,
  type QueuedCommand,
} from '@ultimate/kit/offline-queue/command.ts'
import { describe, expect, it } from 'vitest'
import { dishes } from '../../check-in/kinds.ts'
import { checkInRequest } from '../../check-in/marks.ts'
import { boardInProgress, dishAt } from '../board-state.fixture.ts'
import { changeFromCommand, dishRequest } from './dish-commands.ts'
import { wouldChange } from './use-mine-button.tsx'

const board = boardInProgress(
  4,
  dishAt('ham', { zone: 'holding' }),
  dishAt('pie', { zone: 'buffet', position: 1 }),
  dishAt('soup', { zone: 'buffet', position: 2 }, true),
)
const attempt = { key: 'key', at: '2025-11-22T18:00:00.000Z' }
const holding = { zone: 'holding' } as const
function refused(request: CommandRequest, code: string, status = 409): QueuedCommand {
  const rejection: AnsweredRejection = { code, status, message: '', at: 0 }
  const command = createCommand(request, {
    key: 'key',
    owner: { id: 'ada', username: 'admin' },
    queuedAt: 0,
    offsetMs: 0,
  })
  return { ...command, order: 1, status: 'rejected', rejection }
}
const moveTo = (dish: string, position: number): CommandRequest =>
  dishRequest({ kind: 'move', dish, from: holding, to: { zone: 'buffet', position }, isUndo: false, attempt }, dish)
const doneWith = (dish: string): CommandRequest =>
  dishRequest({ kind: 'done', dish, from: { zone: 'buffet', position: 2 }, attempt }, dish)
const buildUndo = (id: string): CommandRequest => checkInRequest(dishes, exampleSignup({ id }), false)

describe('Use mine is offered', () => {
  it.each([
    ['a move that another one was quicker than', refused(moveTo('ham', 2), 'DISH_MOVED_MEANWHILE')],
    ['a place that has become free', refused(moveTo('ham', 3), 'SLOT_OCCUPIED')],
    ['the undo of a check-in whose dish is back in Holding', refused(buildUndo('ham'), 'DISH_IN_USE')],
    ['what a server in trouble gave back', refused(buildUndo('pie'), 'SERVER_ERROR')],
  ])('for %s', (_, command) => expect(wouldChange(command, board)).toBe(true))

  it.each([
    ['a place that another dish holds', refused(moveTo('ham', 1), 'DISH_MOVED_MEANWHILE')],
    ['a dish that is done', refused(moveTo('soup', 2), 'DISH_FINISHED')],
    ['a place that is not there', refused(moveTo('ham', 9), 'NO_SUCH_PLACE', 422)],
    ['a sign-up that is gone', refused(buildUndo('ham'), 'SIGNUP_NOT_FOUND', 404)],
    ['a role that may not', refused(moveTo('ham', 2), 'FORBIDDEN', 403)],
    ['the undo of a check-in whose dish has left Holding', refused(buildUndo('pie'), 'DISH_IN_USE')],
    ['a move to where the dish is by now', refused(moveTo('pie', 1), 'DISH_MOVED_MEANWHILE')],
    ['Done of a dish that is done', refused(doneWith('soup'), 'DINNER_NOT_IN_PROGRESS')],
    ['the undo of a check-in that is undone by now', refused(buildUndo('yam'), 'DISH_IN_USE')],
  ])('not for %s', (_, command) => expect(wouldChange(command, board)).toBe(false))

  it('not before the board is known', () =>
    expect(wouldChange(refused(moveTo('ham', 2), 'DISH_MOVED_MEANWHILE'), null)).toBe(false))
})

it.each([
  { kind: 'move', dish: 'ham', from: holding, to: { zone: 'buffet', position: 2 }, isUndo: true },
  { kind: 'done', dish: 'pie', from: { zone: 'buffet', position: 1 } },
  { kind: 'put back', dish: 'soup', to: { zone: 'buffet', position: 2 }, isUndo: true },
] as const)('A stored command is the same change again after a reload: $kind', (change) => {
  const command = refused(dishRequest({ ...change, attempt }, change.dish), 'SLOT_OCCUPIED')
  expect(changeFromCommand(command)).toEqual({ ...change, attempt: { key: 'key', at: '1970-01-01T00:00:00.000Z' } })
})
