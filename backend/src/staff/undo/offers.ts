import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { getOrMake, sharedReads } from '../../platform/shared-reads.ts'
import { canUndo, findUsableRule, type UndoPlatform, type UndoRequest } from './dry-run.ts'

/** An answer may change although nothing is appended, because a Finish can be undone only for some minutes. */
const maxAgeMs = 60_000

/** The most events that are read for one answer. They take up to 0.2 s of processor time. */
const maxEvents = 5_000

/**
 * Decides for which events an undo is offered: those whose plan accepts it now. A plan reads the whole stream, and
 * streams beyond `maxEvents` are not read. Their events have the offer unless the event alone rules an undo out; the
 * preview then shows whether the plan accepts it.
 */
export interface Offers {
  /** Begins to decide, without waiting: streams that are asked for at once are read by one query. */
  readonly begin: (events: readonly RecordedEvent[]) => void
  readonly isOffered: (event: RecordedEvent) => Promise<boolean>
}

/** Returns the offers for a request. Answers are cached until an event is appended, for a minute at most. */
export function undoOffers(platform: UndoPlatform): (request: Omit<UndoRequest, 'reads'>) => Offers {
  let cached: { version: number | null; until: number; answers: Map<string, Promise<boolean>> } | null = null
  const answersAt = (now: number) => {
    const version = platform.log.version()
    if (cached && version !== null && cached.version === version && now < cached.until) return cached.answers
    cached = { version, until: now + maxAgeMs, answers: new Map() }
    return cached.answers
  }
  return ({ now, by }) => {
    const request = { now, by, reads: sharedReads(platform.log) }
    const answers = answersAt(now.getTime())
    let eventsLeft = maxEvents
    const isReadByStream = new Map<string, Promise<boolean>>()
    /** Returns whether the stream can be read within the limit, and counts its events. */
    const takeStream = async (stream: string): Promise<boolean> => {
      const length = await request.reads.length(stream)
      if (length > eventsLeft) return false
      eventsLeft -= length
      return true
    }
    const decide = async (event: RecordedEvent): Promise<boolean> => {
      if ('impossible' in findUsableRule(platform, event)) return false
      const { stream } = event.metadata
      const isRead = await getOrMake(isReadByStream, stream, () => takeStream(stream))
      return !isRead || canUndo(platform, event, request)
    }
    const isOffered = (event: RecordedEvent): Promise<boolean> => {
      const key = `${by}/${event.metadata.position}`
      const answer = answers.get(key) ?? decide(event)
      answers.set(key, answer)
      // What could not be read is decided again at the next request.
      answer.catch(() => answers.delete(key))
      return answer
    }
    return { begin: (events) => events.forEach((event) => void isOffered(event)), isOffered }
  }
}
