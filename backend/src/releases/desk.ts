import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import { buildLine, byStream, type SumUp } from '../platform/changes.ts'

/** Sums up the last change of each part, in one line. */
export const sumUpReleases: SumUp = async (events) => {
  const streams = new Set<string>()
  const phrases: string[] = []
  let count = 0
  for (const [stream, eventsOfPart] of byStream(events as readonly RecordedEvent<ReleasesEvent>[])) {
    const last = eventsOfPart.findLast((event) => describeEvent(event) !== null)
    if (!last) continue
    phrases.push(`${stream.slice('part-'.length)} ${describeEvent(last)}`)
    streams.add(stream)
    count += eventsOfPart.length
  }
  return buildLine({ phrases, facts: count, streams })
}

function describeEvent({ type, data }: ReleasesEvent): string | null {
  switch (type) {
    case 'PartActivated':
      return `${data.version} went live`
    case 'PartCanaryStarted':
      return `${data.version} is shown to ${data.percent} %`
    case 'PartRolledBack':
      return data.canary ? `${data.from} is shown no more` : `went back to ${data.to ?? 'nothing'}`
    case 'PartReleased':
      return `${data.version} was released`
    default:
      return null
  }
}
