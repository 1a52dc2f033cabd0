import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { remembered, sharedReads } from '../../platform/undo/reads.ts'
import { canUndo, ruleOut, type UndoPlatform, type UndoRequest } from './preview.ts'

/** A Finish can be undone for some minutes, so an answer may change although nothing is appended. */
const maxAgeMs = 60_000

/** Events of streams that are looked through for one answer, which takes up to 0.2 s of processor time. */
const maxEvents = 5_000

/**
 * The offers of an undo beside events: an undo is offered where its plan accepts it now. Beside events of streams that
 * are too long to be looked through as well, it is offered unless the event itself rules it out, and its preview finds
 * out the rest.
 */
export interface Offers {
  /** Begins to find out, without waiting. */
  readonly begin: (events: readonly RecordedEvent[]) => void
  readonly of: (event: RecordedEvent) => Promise<boolean>
}

/** Finds out which undos are offered; the answers hold until something is appended. */
export function undoOffers(platform: UndoPlatform): (asked: Omit<UndoRequest, 'reads'>) => Offers {
  let cached: { version: number | null; until: number; answers: Map<string, Promise<boolean>> } | null = null
  const answersAt = (now: number) => {
    const version = platform.log.version()
    if (cached && version !== null && cached.version === version && now < cached.until) return cached.answers
    cached = { version, until: now + maxAgeMs, answers: new Map() }
    return cached.answers
  }
  return ({ now, by }) => {
    const asked = { now, by, reads: sharedReads(platform.log) }
    const answers = answersAt(now.getTime())
    let left = maxEvents
    const fitting = new Map<string, Promise<boolean>>()
    const fits = async (stream: string): Promise<boolean> => {
      const length = await asked.reads.length(stream)
      if (length > left) return false
      left -= length
      return true
    }
    const isOffered = async (event: RecordedEvent): Promise<boolean> => {
      if (ruleOut(platform, event) !== null) return false
      const { stream } = event.metadata
      const isRead = await remembered(fitting, stream, () => fits(stream))
      return !isRead || canUndo(platform, event, asked)
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
