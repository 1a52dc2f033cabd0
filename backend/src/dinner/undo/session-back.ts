import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { EditionPlatform } from '../../platform/edition.ts'
import type { RecordedEvent } from '../../platform/event-store/recorded-event.ts'
import { stateAfter, step, type UndoAsked, type UndoPlan } from '../../platform/undo/undo.ts'
import * as dinner from '../write/dinner.ts'
import { type RevertDinner, revertDinnerDecider } from '../write/session/decide.ts'

const onTheBoard = ['DishMoved', 'DishEmptied', 'DishPutBack'] satisfies SignupEvent['type'][]

/** The session as it was before, as long as no dish has moved since: what came after it counts on it. */
export async function sessionBack(
  { metadata: { stream, position, edition } }: RecordedEvent,
  { platform, before, now }: UndoAsked<EditionPlatform>,
): Promise<UndoPlan | string> {
  const [last] = await platform.log.read({ types: onTheBoard, after: position, newestFirst: true, limit: 1 })
  if (last?.metadata.edition === edition) return 'Something else has happened on the board since.'
  const { dinner: number, startedAt, finishedAt } = stateAfter<DinnerSession, never>(dinner, before)
  const data = { dinner: number, startedAt, finishedAt }
  const command: RevertDinner = { type: 'RevertDinner', data, metadata: { now } }
  return { steps: [step(revertDinnerDecider, { stream, command })] }
}
