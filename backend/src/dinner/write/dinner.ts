import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import { defaultLayout } from '@ultimate/events/dinner/board/place.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import { editionStream } from '@ultimate/events/language/edition.ts'

/** The present dinner; there is always one, and the first has the number 1. */
export const initialState = (): DinnerSession => ({ dinner: 1, startedAt: null, finishedAt: null, ...defaultLayout })

export function evolve(session: DinnerSession, event: SessionEvent): DinnerSession {
  switch (event.type) {
    case 'LayoutChanged':
      return { ...session, ...event.data }
    case 'DinnerStarted':
      return { ...session, startedAt: event.data.at }
    case 'DinnerFinished':
      return { ...session, finishedAt: event.data.at }
    case 'DinnerResumed':
      return { ...session, finishedAt: null }
    case 'DinnerReset':
      return { ...session, dinner: event.data.dinner, startedAt: null, finishedAt: null }
    case 'DinnerReverted':
      return { ...session, ...event.data }
    default:
      return session
  }
}

/** `dinner`, and `dinner-2026` in a later edition. */
export const dinnerStream = (edition: string): string => editionStream('dinner', edition)
