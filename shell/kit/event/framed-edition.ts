import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'

/** The message of the settings to their preview: facts that are not stored yet. */
export interface DraftMessage {
  readonly type: 'edition-draft'
  readonly facts: FactsOfYear
}

const ready = 'edition-frame'

/** The page in a frame asks the page around it for facts. */
export const announceFrame = (): void => parent.postMessage({ type: ready }, location.origin)

/** Returns whether the message reports that a page in a frame of ours is there to take facts. */
export const isFrameReady = ({ origin, data }: MessageEvent): boolean =>
  origin === location.origin && (data as { readonly type?: unknown } | null)?.type === ready
