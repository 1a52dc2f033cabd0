import { findLastType, type History, lastAmong } from '../language/sentence/sentence.ts'
import type { ReleasesEvent } from './events.ts'

const last = lastAmong<ReleasesEvent>()

export const nameOf = ({ stream }: History): string => stream.slice('part-'.length)
/** Describes what all visitors got before. A part that came with the site was live without an event. */
export function liveIn(known: History): string {
  const fact = known.earlier.findLast(
    ({ type, data }) => type === 'PartActivated' || (type === 'PartRolledBack' && !('canary' in data && data.canary)),
  )
  if (fact?.type === 'PartActivated') return `${nameOf(known)} ${fact.data.version}`
  if (fact?.type === 'PartRolledBack' && fact.data.to !== null) return `${nameOf(known)} ${fact.data.to}`
  return fact || last(known.earlier, 'PartAdded') ? 'not live' : 'what came with the site'
}

/** Describes what the visitors of a canary got before. */
export function canaryIn(known: History): string {
  const change = findLastType(known.earlier, ['PartCanaryStarted', 'PartActivated', 'PartRolledBack'])
  const canary = change === 'PartCanaryStarted' ? last(known.earlier, change) : undefined
  return canary ? `${nameOf(known)} ${canary.version} for ${canary.percent} %` : liveIn(known)
}
