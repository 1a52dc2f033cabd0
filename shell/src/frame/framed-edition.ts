import { type ClubColors, clubStyle, pickThemeColor } from '@ultimate/events/language/club-colors.ts'
import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { showEdition } from '@ultimate/kit/event/edition.ts'
import { announceFrame, type DraftMessage } from '@ultimate/kit/event/framed-edition.ts'

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

const sheet = new CSSStyleSheet()

/** Draws the open page in these colors instead of those that it came with. */
export function showColors(colors: ClubColors): void {
  document.getElementById('club-colors')?.remove()
  sheet.replaceSync(clubStyle(colors))
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pickThemeColor(colors))
}
