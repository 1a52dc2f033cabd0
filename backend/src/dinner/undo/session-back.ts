import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import * as dinner from '@ultimate/events/dinner/session.ts'
import { type RevertDinner, revertDinnerDecider } from '@ultimate/events/dinner/session.ts'
import type { Platform } from '../../platform/module.ts'
import { type ReasonAgainst, stateAfter, step, type UndoContext, type UndoPlan } from '../../platform/undo.ts'

const dishEvents = ['DishMoved', 'DishEmptied', 'DishPutBack'] satisfies SignupEvent['type'][]

const readLastDishEvent = async (log: Platform['log']): Promise<RecordedEvent | undefined> =>
  (await log.read({ types: dishEvents, newestFirst: true, limit: 1 }))[0]

/**
 * Plans the return to the session before the event. Gives a reason against it once a dish has moved or the number of
 * places has changed, because both were decided in the later session.
 */
export async function planSessionReturn(
  { metadata: { stream, position, edition } }: RecordedEvent,
  { platform, before, now, reads }: UndoContext<Platform>,
): Promise<UndoPlan | ReasonAgainst> {
  const last = await reads.once(readLastDishEvent, platform.log)
  const hasMoved = last?.metadata.edition === edition && last.metadata.position > position
  const was = stateAfter<DinnerSession, never>(dinner, before)
  const is = stateAfter<DinnerSession, never>(dinner, await reads.stream(stream))
  if (hasMoved || is.warmingSlots !== was.warmingSlots || is.buffetSlots !== was.buffetSlots)
    return 'Something else has happened on the board since.'
  const data = { dinner: was.dinner, startedAt: was.startedAt, finishedAt: was.finishedAt }
  const command: RevertDinner = { type: 'RevertDinner', data, metadata: { now } }
  return { steps: [step(revertDinnerDecider, { stream, command })] }
}
