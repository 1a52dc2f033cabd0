import { type History, last, lastOf, type Sentences } from '../language/sentence/sentence.ts'
import type { ReleasesEvent } from './events.ts'

type Known = History<ReleasesEvent>

const nameOf = ({ stream }: Known): string => stream.slice('part-'.length)
/** What all visitors got before. A part that came with the site was live without a fact that says so. */
function liveIn(known: Known): string {
  const fact = known.earlier.findLast(
    ({ type, data }) => type === 'PartActivated' || (type === 'PartRolledBack' && !('canary' in data && data.canary)),
  )
  if (fact?.type === 'PartActivated') return `${nameOf(known)} ${fact.data.version}`
  if (fact?.type === 'PartRolledBack' && fact.data.to !== null) return `${nameOf(known)} ${fact.data.to}`
  return fact || last(known.earlier, 'PartAdded') ? 'not live' : 'what came with the site'
}

/** What the visitors of a canary got before. */
function canaryIn(known: Known): string {
  const change = lastOf(known.earlier, ['PartCanaryStarted', 'PartActivated', 'PartRolledBack'])
  const canary = change === 'PartCanaryStarted' ? last(known.earlier, change) : undefined
  return canary ? `${nameOf(known)} ${canary.version} for ${canary.percent} %` : liveIn(known)
}

/** How the audit describes each fact of this module. */
export const releasesSentences: Sentences<ReleasesEvent> = {
  PartAdded: (_, known) => ({ text: `added the part ${nameOf(known)}`, subject: nameOf(known) }),
  PartReleased: ({ version, source }, known) => ({
    text: `released ${nameOf(known)} ${version}${source.kind === 'address' ? `, served from ${source.manifest}` : ''}`,
    subject: nameOf(known),
  }),
  PartActivated: ({ version }, known) => ({
    text: `made ${nameOf(known)} ${version} live`,
    was: liveIn(known),
    subject: nameOf(known),
  }),
  PartCanaryStarted: ({ version, percent }, known) => ({
    text: `gave ${nameOf(known)} ${version} to ${percent} % of the visitors`,
    was: canaryIn(known),
    subject: nameOf(known),
  }),
  PartRolledBack: ({ from, to, canary }, known) => {
    const now = to === null ? '' : ` to ${to}`
    return {
      text: canary ? `ended the canary of ${nameOf(known)} ${from}` : `rolled ${nameOf(known)} back${now}`,
      was: `${nameOf(known)} ${from}`,
      subject: nameOf(known),
    }
  },
  ReleaseTokenIssued: (_, known) => ({
    text: `issued a release token for ${nameOf(known)}`,
    subject: nameOf(known),
  }),
  ReleaseTokensEnded: (_, known) => ({
    text: `ended all release tokens of ${nameOf(known)}`,
    was: 'valid',
    subject: nameOf(known),
  }),
}
