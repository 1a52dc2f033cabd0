import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import type { Platform } from '../platform/module.ts'
import { bindUndos, type ModuleUndo, type Undos } from '../platform/undo/undo.ts'

const rollBack = 'The page of parts has a button for it: “Roll back”.'

/** How each event of this module is taken back. */
export const releasesUndos: Undos<ReleasesEvent, Platform> = {
  PartAdded: { why: 'A part without a live release is shown to no one.' },
  PartReleased: { why: 'A version means one thing for ever; no one gets it until it is activated.' },
  PartActivated: { why: rollBack },
  PartCanaryStarted: { why: rollBack },
  PartRolledBack: { why: 'The page of parts has a button for it: activate the version again.' },
  ReleaseTokenIssued: { why: 'End the tokens of the part instead: this one was shown.' },
  ReleaseTokensEnded: { why: 'A token that has ended stays so. Issue a new one.' },
}

export const releasesUndo = (platform: Platform): ModuleUndo => ({
  rules: bindUndos(platform, releasesUndos),
  summaries: {},
  edition: null,
})
