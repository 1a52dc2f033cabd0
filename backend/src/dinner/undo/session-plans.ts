import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import {
  changeLayoutDecider,
  finishDinnerDecider,
  type RevertDinner,
  resumeDinnerDecider,
  revertDinnerDecider,
} from '@ultimate/events/dinner/session.ts'
import type { Platform } from '../../platform/module.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import { readOccupiedLayout } from '../write/session.route.ts'
import { type PlanContext, sessionAfter } from './plan-context.ts'

const dishEvents = ['DishMoved', 'DishEmptied', 'DishPutBack'] satisfies SignupEvent['type'][]

const readLastDishEvent = async (log: Platform['log']): Promise<RecordedEvent | undefined> =>
  (await log.read({ types: dishEvents, newestFirst: true, limit: 1 }))[0]

/**
 * Plans to revert the session to what it was before the event. Returns a reason against it if a dish has moved since or the
 * number of places has changed, because staff decided both in the later session.
 */
export async function planRevertDinner(
  { metadata: { stream, position, edition } }: RecordedEvent,
  { platform, earlierEvents, now, reads }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const lastDishEvent = await reads.once(readLastDishEvent, platform.log)
  const hasMoved = lastDishEvent?.metadata.edition === edition && lastDishEvent.metadata.position > position
  const earlier = sessionAfter(earlierEvents)
  const present = sessionAfter(await reads.stream(stream))
  if (hasMoved || present.warmingSlots !== earlier.warmingSlots || present.buffetSlots !== earlier.buffetSlots)
    return 'Something else has happened on the board since.'
  const data = { dinner: earlier.dinner, startedAt: earlier.startedAt, finishedAt: earlier.finishedAt }
  const command: RevertDinner = { type: 'RevertDinner', data, metadata: { now } }
  return { steps: [buildStep(revertDinnerDecider, { stream, command })] }
}

export async function planResumeDinner(
  { metadata: { stream } }: RecordedEvent,
  { now }: PlanContext,
): Promise<UndoPlan> {
  const command = { type: 'ResumeDinner', data: {}, metadata: { now } } as const
  return { steps: [buildStep(resumeDinnerDecider, { stream, command })] }
}

export async function planFinishDinner(
  { metadata: { stream } }: RecordedEvent,
  { now }: PlanContext,
): Promise<UndoPlan> {
  const command = { type: 'FinishDinner', data: {}, metadata: { now } } as const
  return { steps: [buildStep(finishDinnerDecider, { stream, command })] }
}

/** Plans to give the board the number of places that it had before. */
export async function planChangeLayout(
  { metadata: { stream } }: RecordedEvent,
  { platform, earlierEvents, now, reads }: PlanContext,
): Promise<UndoPlan> {
  const { warmingSlots, buffetSlots } = sessionAfter(earlierEvents)
  const occupied = await reads.once(readOccupiedLayout, platform.current)
  const data = { layout: { warmingSlots, buffetSlots }, occupied }
  const command = { type: 'ChangeLayout', data, metadata: { now } } as const
  return { steps: [buildStep(changeLayoutDecider, { stream, command })] }
}
