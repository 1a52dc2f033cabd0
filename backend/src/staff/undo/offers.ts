import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Platform } from '../../platform/module.ts'
import { sharedReads } from '../../platform/undo/reads.ts'
import { canUndo, type UndoRequest } from './preview.ts'

/** A Finish can be undone for some minutes, so an answer may change although nothing is appended. */
const longestMs = 60_000

/** Whether an undo is offered, by position of the event. */
export interface Offers {
  /** Begins to find out, without waiting. */
  readonly begin: (events: readonly RecordedEvent[]) => void
  readonly of: (entry: { readonly position: number; readonly stream: string }) => Promise<boolean>
}

/** An undo is offered only where its plan accepts it now. What was found out holds until something is appended. */
export function undoOffers(platform: Platform): (asked: Omit<UndoRequest, 'reads'>) => Offers {
  let cached: { version: number | null; until: number; answers: Map<string, Promise<boolean>> } | null = null
  const answersAt = (now: number) => {
    const version = platform.log.version()
    if (cached && version !== null && cached.version === version && now < cached.until) return cached.answers
    cached = { version, until: now + longestMs, answers: new Map() }
    return cached.answers
  }
  return ({ now, by }) => {
    const asked = { now, by, reads: sharedReads(platform.log) }
    const answers = answersAt(now.getTime())
    const begin = (position: number, read: () => Promise<RecordedEvent | undefined>) => {
      const key = `${by}/${position}`
      const answer = answers.get(key) ?? read().then((event) => event !== undefined && canUndo(platform, event, asked))
      answers.set(key, answer)
      answer.catch(() => answers.delete(key))
      return answer
    }
    return {
      begin: (events) => {
        for (const event of events) void begin(event.metadata.position, async () => event)
      },
      of: ({ position, stream }) =>
        begin(position, async () =>
          (await asked.reads.stream(stream)).find(({ metadata }) => metadata.position === position),
        ),
    }
  }
}
