import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../dinner.ts'

export type ResetDinner = TimedCommand<'ResetDinner', Record<string, never>>

/** The old dinner stays in the log; the next one begins with every checked-in dish in Holding. */
export function resetDinner(_: ResetDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt === null) dinnerErrors.fail('DINNER_NOT_FINISHED')
  return { type: 'DinnerReset', data: { dinner: session.dinner + 1 } }
}

export const resetDinnerDecider = { decide: resetDinner, evolve, initialState }
