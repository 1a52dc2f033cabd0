import type { History, Sentences } from '../language/sentence/sentence.ts'
import type { ReleasesEvent } from './events.ts'

type Known = History<ReleasesEvent>

const nameOf = ({ stream }: Known): string => stream.slice('part-'.length)
/** All visitors got this before. */
function liveIn({ earlier }: Known): string | undefined {
  const fact = earlier.findLast(
    ({ type, data }) => type === 'PartActivated' || (type === 'PartRolledBack' && !('canary' in data && data.canary)),
  )
  if (fact?.type === 'PartActivated') return fact.data.version
  return fact?.type === 'PartRolledBack' ? (fact.data.to ?? undefined) : undefined
}

/** How the audit describes each fact of this module. */
export const releasesSentences: Sentences<ReleasesEvent> = {
  PartAdded: (_, known) => ({ text: `added the part ${nameOf(known)}`, subject: nameOf(known) }),
  PartReleased: ({ version, source }, known) => ({
    text: `released ${nameOf(known)} ${version}${source.kind === 'address' ? `, served from ${source.manifest}` : ''}`,
    subject: nameOf(known),
  }),
  PartActivated: ({ version }, known) => {
    const before = liveIn(known)
    return {
      text: `made ${nameOf(known)} ${version} live`,
      was: before && `${nameOf(known)} ${before}`,
      subject: nameOf(known),
    }
  },
  PartCanaryStarted: ({ version, percent }, known) => ({
    text: `gave ${nameOf(known)} ${version} to ${percent} % of the visitors`,
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
    subject: nameOf(known),
  }),
}
