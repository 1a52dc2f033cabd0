import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import * as dinner from '@ultimate/events/dinner/session.ts'
import { type RevertDinner, revertDinnerDecider } from '@ultimate/events/dinner/session.ts'
import type { Platform } from '../../platform/module.ts'
import { type ReasonAgainst, stateAfter, step, type UndoContext, type UndoPlan } from '../../platform/undo.ts'

const onTheBoard = ['DishMoved', 'DishEmptied', 'DishPutBack'] satisfies SignupEvent['type'][]

const lastOnTheBoard = async (log: Platform['log']): Promise<RecordedEvent | undefined> =>
  (await log.read({ types: onTheBoard, newestFirst: true, limit: 1 }))[0]

/** The session as it was before, as long as no dish has moved and no place came or went: what came after counts on it. */
export async function planSessionReturn(
  { metadata: { stream, position, edition } }: RecordedEvent,
  { platform, before, now, reads }: UndoContext<Platform>,
): Promise<UndoPlan | ReasonAgainst> {
  const last = await reads.once(lastOnTheBoard, platform.log)
  const hasMoved = last?.metadata.edition === edition && last.metadata.position > position
  const [was, is] = [before, await reads.stream(stream)].map((facts) => stateAfter<DinnerSession, never>(dinner, facts))
  const { dinner: number, startedAt, finishedAt, warmingSlots, buffetSlots } = was as DinnerSession
  if (hasMoved || is?.warmingSlots !== warmingSlots || is.buffetSlots !== buffetSlots)
    return 'Something else has happened on the board since.'
  const data = { dinner: number, startedAt, finishedAt }
  const command: RevertDinner = { type: 'RevertDinner', data, metadata: { now } }
  return { steps: [step(revertDinnerDecider, { stream, command })] }
}
