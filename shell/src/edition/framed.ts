import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { showEdition } from '@ultimate/kit/event/edition.ts'
import { announceFrame, type DraftMessage } from '@ultimate/kit/event/framed-edition.ts'
import { showColors } from './club-look.ts'

/** Shows the facts that the page around it sends, not the stored ones, in the preview of the settings. */
export function followDraft(): void {
  addEventListener('message', ({ origin, source, data }: MessageEvent<DraftMessage | null>) => {
    if (origin !== location.origin || source !== parent || data?.type !== 'edition-draft') return
    const { facts } = data
    showColors(facts.colors)
    showEdition({ facts, words: writeFacts(facts.year, facts) })
  })
  announceFrame()
}
