import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { resumeMinutes } from '@ultimate/events/dinner/board/board.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../dinner.ts'
import { momentOf } from '../signup.ts'

export type ResumeDinner = TimedCommand<'ResumeDinner', Record<string, never>>

/** Takes a mistaken Finish back. The food has stood on all the while, so the clocks count as if there had been none. */
export function resumeDinner({ metadata: { now } }: ResumeDinner, session: DinnerSession): SessionEvent {
  const { dinner, startedAt, finishedAt } = session
  if (finishedAt === null)
    return dinnerErrors.fail(dinner > 1 && startedAt === null ? 'DINNER_WAS_RESET' : 'NOTHING_TO_RESUME')
  if (now.getTime() - Date.parse(finishedAt) > resumeMinutes * 60_000) dinnerErrors.fail('TOO_LATE_TO_RESUME')
  return { type: 'DinnerResumed', data: { dinner, at: momentOf(null, now, finishedAt) } }
}

export const resumeDinnerDecider = { decide: resumeDinner, evolve, initialState }
