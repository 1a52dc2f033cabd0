import { type ClubColors, clubStyle, pickThemeColor } from '@ultimate/events/language/club-colors.ts'

const sheet = new CSSStyleSheet()

/** Draws the open page in these colors, in the place of those that it came with. */
export function showColors(colors: ClubColors): void {
  document.getElementById('club-colors')?.remove()
  sheet.replaceSync(clubStyle(colors))
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pickThemeColor(colors))
}
