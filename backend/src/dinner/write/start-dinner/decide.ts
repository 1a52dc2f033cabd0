import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../dinner.ts'

export type StartDinner = TimedCommand<'StartDinner', Record<string, never>>

export function startDinner({ metadata }: StartDinner, session: DinnerSession): SessionEvent {
  if (session.finishedAt !== null) dinnerErrors.fail('DINNER_ALREADY_FINISHED')
  if (session.startedAt !== null) dinnerErrors.fail('DINNER_ALREADY_STARTED')
  return { type: 'DinnerStarted', data: { dinner: session.dinner, at: metadata.now.toISOString() } }
}

export const startDinnerDecider = { decide: startDinner, evolve, initialState }
