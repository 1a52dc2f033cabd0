import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { remembered, sharedReads } from '../../platform/undo.ts'
import { canUndo, ruleOut, type UndoPlatform, type UndoRequest } from './preview.ts'

/** An answer may change although nothing is appended, because a Finish can be undone only for some minutes. */
const maxAgeMs = 60_000

/** The events that are read for one answer, which takes up to 0.2 s of processor time. */
const maxEvents = 5_000

/**
 * Decides beside which events an undo is offered: where its plan accepts it now. Streams that are too long for that are
 * not read: beside their events it is offered unless the event itself rules it out, and the preview shows the rest.
 */
export interface Offers {
  /** Begins to decide, without waiting. */
  readonly begin: (events: readonly RecordedEvent[]) => void
  readonly of: (event: RecordedEvent) => Promise<boolean>
}

/** Finds out which undos are offered; the answers hold until something is appended. */
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
    const fitByStream = new Map<string, Promise<boolean>>()
    const fits = async (stream: string): Promise<boolean> => {
      const length = await request.reads.length(stream)
      if (length > eventsLeft) return false
      eventsLeft -= length
      return true
    }
    const isOffered = async (event: RecordedEvent): Promise<boolean> => {
      if (ruleOut(platform, event) !== null) return false
      const { stream } = event.metadata
      const isRead = await remembered(fitByStream, stream, () => fits(stream))
      return !isRead || canUndo(platform, event, request)
    }
    const of = (event: RecordedEvent): Promise<boolean> => {
      const key = `${by}/${event.metadata.position}`
      const answer = answers.get(key) ?? isOffered(event)
      answers.set(key, answer)
      answer.catch(() => answers.delete(key))
      return answer
    }
    return { begin: (events) => events.forEach((event) => void of(event)), of }
  }
}
