import { clubStyle, ownThemeColor, pickThemeColor } from '@ultimate/events/language/club-colors.ts'
import { logoAddress, parseLogoSize } from '@ultimate/events/language/club-logo.ts'
import {
  defaultFacts,
  type EditionWords,
  type FactsOfYear,
  writeFacts,
} from '@ultimate/events/language/edition-facts.ts'
import { digestSource } from './page-head.ts'

/** An edition as pages show it: its facts, and the words for them. */
export interface PageEdition {
  readonly facts: FactsOfYear
  readonly words: EditionWords
  /** The years of past editions. */
  readonly past: readonly number[]
}

/** Returns what reads the edition for pages: the same object until it changes, or while no facts can be read. */
export function editionReader(
  read: () => Promise<FactsOfYear>,
  readPast: () => Promise<readonly number[]>,
): () => Promise<PageEdition> {
  let edition: PageEdition | null = null
  /** The facts that were read last. Mostly, the next read returns the same object. */
  let facts: FactsOfYear | null = null
  let past: readonly number[] | null = null
  const update = ([readFacts, readYears]: readonly [FactsOfYear, readonly number[]]): PageEdition => {
    if (edition && readFacts === facts && readYears === past) return edition
    facts = readFacts
    past = readYears
    if (edition && JSON.stringify([edition.facts, edition.past]) === JSON.stringify([facts, past])) return edition
    edition = { facts, words: writeFacts(facts.year, facts), past }
    return edition
  }
  const readBoth = () => Promise.all([read(), readPast()])
  return () => readBoth().then(update, () => edition ?? update([{ year: 2025, ...defaultFacts(2025) }, []]))
}

/** The colors of the club as pages show them. */
interface ClubLook {
  /** A style sheet; empty without colors. */
  readonly style: string
  /** The digests of the style, as the policy of a page names them. */
  readonly digests: readonly string[]
  readonly themeColor: string
}

const looks = new WeakMap<PageEdition, ClubLook>()

/** Returns the look of an edition, which is made once. */
export function readLook(edition: PageEdition): ClubLook {
  const look = looks.get(edition) ?? findLook(edition)
  looks.set(edition, look)
  return look
}

function findLook({ facts: { colors } }: PageEdition): ClubLook {
  const style = clubStyle(colors)
  return { style, digests: style ? [digestSource(style)] : [], themeColor: pickThemeColor(colors) }
}

/** Returns the page with the color of the club's header for the bars of browsers. Its style sheet is unchanged. */
export const withThemeColor = (page: string, edition: PageEdition): string =>
  page.replace(/<meta name="theme-color"[^>]*>/, (meta) => meta.replace(ownThemeColor, readLook(edition).themeColor))

/** Returns the manifest with the color of the club's header in place of the site's own. */
export const inThemeColor = (manifest: string, edition: PageEdition): string =>
  manifest.replaceAll(ownThemeColor, readLook(edition).themeColor)

/** A logo as the shell drew it: the site's own, and a picture of the club with slots such as `{{logo}}`. */
interface LogoPlace {
  readonly own: string
  readonly club: string
}

/** Returns the markup with the club's logo in place of the site's own. */
export function withLogo(markup: string, places: readonly LogoPlace[], { facts: { logo } }: PageEdition): string {
  if (!logo || !logoAddress.test(logo)) return markup
  const { width, height } = parseLogoSize(logo)
  return places.reduce(
    (text, { own, club }) =>
      text.replaceAll(
        own,
        club
          .replace('{{logo}}', logo)
          .replace('{{logoWidth}}', String(width))
          .replace('{{logoHeight}}', String(height)),
      ),
    markup,
  )
}
