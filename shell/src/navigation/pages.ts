import { yearPageAt } from '@ultimate/events/language/year-page.ts'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { createStore } from 'zustand/vanilla'

/** A page as its part announces it. */
export interface Page extends Omit<AnnouncedPage, 'layout'> {
  readonly layout: AnnouncedPage['layout'] | 'home'
}
type AnnouncedPage = AnnouncedPart['pages'][number]

/** The one page that is the shell's own. */
export const home: Page = {
  path: '/',
  label: 'Home',
  title: '{{name}}',
  admission: 'everyone',
  saysAccessDenied: false,
  head: { heading: 'Two days of disc, one table.', lead: '', feather: 'pumpkin' },
  layout: 'home',
}

/** The description of the home page, for search engines and previews of links. */
export const homeDescription =
  'Two days of ultimate and one long dinner table: the Thanksgiving-weekend tournament in {{city}}, {{datesSpoken}}.'

/** Versions by part that this browser shows, where they differ from those of all visitors. */
export type Preview = Readonly<Record<string, string>>

interface PartsState {
  readonly announced: readonly AnnouncedPart[]
  readonly preview: Preview
  /** The years of past editions. */
  readonly past: readonly number[]
}

const partsStore = createStore<PartsState>()(() => ({ announced: [], preview: {}, past: [] }))

/** Takes what the page announces. Called once, before the first page is drawn. */
export const startParts = (
  announced: readonly AnnouncedPart[],
  preview: Preview = {},
  past: readonly number[] = [],
): void => partsStore.setState({ announced, preview, past })

export const announcedParts = (): readonly AnnouncedPart[] => partsStore.getState().announced

/** Changes the edition from the shown year to another one: all known years before that are past. */
export const followYear = (shown: number, year: number): void =>
  partsStore.setState(({ past }) => ({ past: [...past, shown].filter((known) => known < year) }))

/** Returns the page with the list of past editions, if there are any. */
export const archivePage = (): Page | undefined =>
  partsStore.getState().past.length > 0 ? knownPages().find(({ years }) => years !== undefined) : undefined

export const shownPreview = (): Preview => partsStore.getState().preview

/** Every page with a path of its own. Menus, guards and titles are made from this list. */
export const knownPages = (): readonly Page[] => [home, ...announcedParts().flatMap(({ pages }) => pages)]

/** Finds the page at this path; unknown paths show the home page. */
export function pageAt(pathname: string): Page | undefined {
  const path = withoutSlash(pathname)
  const pages = knownPages()
  return pages.find((candidate) => candidate.path === path) ?? yearPageAt(pages, path)
}

/** Finds the part that owns this path. */
export function partAt(pathname: string): AnnouncedPart | undefined {
  const path = `${withoutSlash(pathname)}/`
  return announcedParts().find(({ paths }) => paths.some((owned) => path.startsWith(`${owned}/`)))
}

const withoutSlash = (pathname: string): string =>
  pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') : pathname

/** The title of the browser's tab on the site of this name. */
export const documentTitle = ({ title }: Page, site: string): string =>
  title === home.title ? site : `${title} · ${site}`
