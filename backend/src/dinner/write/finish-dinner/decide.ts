import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../dinner.ts'
import { momentOf } from '../signup.ts'

export type FinishDinner = TimedCommand<'FinishDinner', Record<string, never>>

/** Never before Start, whichever backend's clock is behind. */
export function finishDinner({ metadata }: FinishDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (session.startedAt === null) dinnerErrors.fail('DINNER_NOT_IN_PROGRESS')
  const at = momentOf(null, metadata.now, session.startedAt)
  return { type: 'DinnerFinished', data: { dinner: session.dinner, at } }
}

export const finishDinnerDecider = { decide: finishDinner, evolve, initialState }
