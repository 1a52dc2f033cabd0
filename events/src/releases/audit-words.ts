import { createFindLastData, findLastType, type History } from '../language/sentence/sentence.ts'
import type { ReleasesEvent } from './events.ts'

const findLastData = createFindLastData<ReleasesEvent>()

export const namePart = ({ stream }: History): string => stream.slice('part-'.length)
/** Describes what all visitors got before. A part that came with the site was live without an event. */
export function describeLive(history: History): string {
  const event = history.earlier.findLast(
    ({ type, data }) => type === 'PartActivated' || (type === 'PartRolledBack' && !('canary' in data && data.canary)),
  )
  if (event?.type === 'PartActivated') return `${namePart(history)} ${event.data.version}`
  if (event?.type === 'PartRolledBack' && event.data.to !== null) return `${namePart(history)} ${event.data.to}`
  return event || findLastData(history.earlier, 'PartAdded') ? 'not live' : 'what came with the site'
}

/** Describes what the visitors of a canary got before. */
export function describeCanary(history: History): string {
  const change = findLastType(history.earlier, ['PartCanaryStarted', 'PartActivated', 'PartRolledBack'])
  const canary = change === 'PartCanaryStarted' ? findLastData(history.earlier, change) : undefined
  return canary ? `${namePart(history)} ${canary.version} for ${canary.percent} %` : describeLive(history)
}
