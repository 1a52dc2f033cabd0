import { z } from 'zod'
import { defineEvents, type EventOf, type LiveTopic } from '../language/event.ts'
import { tdOnly } from '../language/roles.ts'
import { describe } from '../language/sentence/sentence.ts'
import { describeCanary, describeLive, namePart } from './audit-words.ts'
import { demands } from './part.ts'

const partsTopic: LiveTopic = { topic: 'parts', audience: tdOnly }
const rollBack = 'The page of parts has a button for it: “Roll back”.'

/** `digest` is the SHA-256, in hexadecimal digits, of the file that the site stores. */
const source = z.discriminatedUnion('kind', [
  /** The site stores the archive. */
  z.strictObject({ kind: z.literal('archive'), digest: z.string() }),
  /** The files are on another origin. `manifest` is the address of its `mf-manifest.json`, which the site stores. */
  z.strictObject({ kind: z.literal('address'), manifest: z.string(), digest: z.string() }),
])

const release = z.strictObject({
  version: z.string(),
  ...demands.shape,
  /** Bytes of its files; for files on another origin, of those that were read. */
  size: z.int().min(0),
  /** Digest of the entry script, in the form of the `integrity` attribute: browsers run no other script. */
  integrity: z.string(),
  source,
})
export type ReleaseFacts = z.infer<typeof release>

/** A version, and whether it is the one that is built into the site, whose releases have no events here. */
const target = { version: z.string(), builtIn: z.boolean() }

/** Events of the streams `part-<name>`. */
export const releasesEvents = defineEvents({
  /** The site shows a part of this name from now on, once a release of it is live. */
  PartAdded: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(namePart(history), `added the part ${namePart(history)}`),
    undo: { impossible: 'A part without a live release is shown to no one.' },
    live: [partsTopic],
  },
  /** The files of a version are stored; no visitor gets them yet. */
  PartReleased: {
    version: 1,
    data: release,
    sentence: ({ version, source }, history) =>
      describe(
        namePart(history),
        `released ${namePart(history)} ${version}${source.kind === 'address' ? `, served from ${source.manifest}` : ''}`,
      ),
    undo: { impossible: 'A version never changes, and no one gets it until it is live.' },
    live: [partsTopic],
  },
  /** All visitors get this version. Ends a canary. */
  PartActivated: {
    version: 1,
    data: z.strictObject(target),
    sentence: ({ version }, history) =>
      describe(namePart(history), `made ${namePart(history)} ${version} live`, describeLive(history)),
    undo: { impossible: rollBack },
    live: [partsTopic],
  },
  /** This many visitors of a hundred get this version, always the same ones. Ends an earlier canary. */
  PartCanaryStarted: {
    version: 1,
    data: z.strictObject({ ...target, percent: z.int().min(1).max(99) }),
    sentence: ({ version, percent }, history) =>
      describe(
        namePart(history),
        `gave ${namePart(history)} ${version} to ${percent} % of the visitors`,
        describeCanary(history),
      ),
    undo: { impossible: rollBack },
    live: [partsTopic],
  },
  /** No visitor gets `from` any more. With `canary` the live version stays; otherwise the one before is live again. */
  PartRolledBack: {
    version: 1,
    data: z.strictObject({ from: z.string(), to: z.string().nullable(), canary: z.boolean() }),
    sentence: ({ from, to, canary }, history) => {
      const now = to === null ? '' : ` to ${to}`
      return {
        text: canary ? `ended the canary of ${namePart(history)} ${from}` : `rolled ${namePart(history)} back${now}`,
        was: `${namePart(history)} ${from}`,
        subject: namePart(history),
      }
    },
    undo: { impossible: 'The page of parts has a button for it: activate the version again.' },
    live: [partsTopic],
  },
  /** `hash` is the SHA-256 of the token in base64url: the token has 256 random bits and is shown once. */
  ReleaseTokenIssued: {
    version: 1,
    data: z.strictObject({ hash: z.string() }),
    sentence: (_, history) => describe(namePart(history), `issued a release token for ${namePart(history)}`),
    undo: { impossible: 'End the tokens of the part instead: this one was shown.' },
    live: [partsTopic],
  },
  /** All tokens of the part that were issued before. */
  ReleaseTokensEnded: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(namePart(history), `ended all release tokens of ${namePart(history)}`, 'valid'),
    undo: { impossible: 'An ended token cannot be restored. Issue a new one.' },
    live: [partsTopic],
  },
})
export type ReleasesEvent = EventOf<typeof releasesEvents>
