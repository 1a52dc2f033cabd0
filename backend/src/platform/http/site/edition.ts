import { clubStyle, ownThemeColor, pickThemeColor } from '@ultimate/events/language/club-colors.ts'
import { logoAddress, parseLogoSize } from '@ultimate/events/language/club-logo.ts'
import {
  defaultFacts,
  type EditionWords,
  type FactsOfYear,
  writeFacts,
} from '@ultimate/events/language/edition-facts.ts'
import { digestSource } from './page-head.ts'

/** An edition as pages show it: its facts, and the same as people read them. */
export interface PageEdition {
  readonly facts: FactsOfYear
  readonly words: EditionWords
  /** The years of editions that are over. */
  readonly past: readonly number[]
}

/** Reads the edition for pages: the same object until something of it changes, and the last one while no facts can be read. */
export function editionReader(
  read: () => Promise<FactsOfYear>,
  readPast: () => Promise<readonly number[]>,
): () => Promise<PageEdition> {
  let known: PageEdition | null = null
  /** The facts that were read last, which are mostly the same object again. */
  let facts: FactsOfYear | null = null
  let past: readonly number[] | null = null
  const update = ([readFacts, readYears]: readonly [FactsOfYear, readonly number[]]): PageEdition => {
    if (known && readFacts === facts && readYears === past) return known
    facts = readFacts
    past = readYears
    if (known && JSON.stringify([known.facts, known.past]) === JSON.stringify([facts, past])) return known
    known = { facts, words: writeFacts(facts.year, facts), past }
    return known
  }
  const readBoth = () => Promise.all([read(), readPast()])
  return () => readBoth().then(update, () => known ?? update([{ year: 2025, ...defaultFacts(2025) }, []]))
}

/** The colors of the club as pages show them. */
interface ClubLook {
  /** A style sheet; empty without colors. */
  readonly style: string
  /** The digests of the style, as the policy of a page names them. */
  readonly digests: readonly string[]
  readonly themeColor: string
}

const known = new WeakMap<PageEdition, ClubLook>()

/** The look of an edition, found once. */
export function readLook(edition: PageEdition): ClubLook {
  const look = known.get(edition) ?? findLook(edition)
  known.set(edition, look)
  return look
}

function findLook({ facts: { colors } }: PageEdition): ClubLook {
  const style = clubStyle(colors)
  return { style, digests: style ? [digestSource(style)] : [], themeColor: pickThemeColor(colors) }
}

/** The page, whose style sheet stays as it is, with the color of the club's header for the bars of browsers. */
export const withThemeColor = (page: string, edition: PageEdition): string =>
  page.replace(/<meta name="theme-color"[^>]*>/, (meta) => meta.replace(ownThemeColor, readLook(edition).themeColor))

/** The manifest with the color of the club's header in the place of the site's own. */
export const inThemeColor = (manifest: string, edition: PageEdition): string =>
  manifest.replaceAll(ownThemeColor, readLook(edition).themeColor)

/** A place of the logo as the shell drew it: with the site's own, and with a picture of the club in slots. */
interface LogoPlace {
  readonly own: string
  readonly club: string
}

/** The markup with the club's logo in the places of the site's own. */
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
