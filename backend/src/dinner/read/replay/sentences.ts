import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { describeEvent, plainWords } from '@ultimate/events/language/sentence/sentence.ts'

/** Describes events by the sentences of the audit, which need the events that were noted before. */
export function createSentences() {
  const streams = new Map<string, RecordedEvent[]>()
  const eventsOf = (stream: string) => streams.get(stream) ?? []
  return {
    describe: (event: RecordedEvent): string => {
      const { stream } = event.metadata
      return (
        describeEvent(dinnerEvents, event, { stream, earlier: eventsOf(stream), of: eventsOf })?.text ??
        plainWords(event.type)
      )
    },
    note: (event: RecordedEvent): void => {
      const { stream } = event.metadata
      const noted = streams.get(stream)
      if (noted) noted.push(event)
      else streams.set(stream, [event])
    },
  }
}
