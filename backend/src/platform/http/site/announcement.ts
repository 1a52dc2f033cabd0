import { yearPageAt } from '@ultimate/events/language/year-page.ts'
import { type AnnouncedPart, liesBelow, type PartDescription } from '@ultimate/events/platform/part.ts'
import type { ShownPage } from './first-answer.ts'
import { describeIncompatibility, describePathConflict, type Offer } from './fit.ts'
import type { FoundRemote } from './remotes.ts'

/** A live part beside the others. */
export interface SettledPart extends FoundRemote {
  readonly description: PartDescription
  /** The reason why it has no pages here: it claims what belongs to a part before it. */
  readonly pathConflict: string | null
}

/** Gives each path to the first part that claims it. A part of which nothing can be read has no pages either. */
export function settle(found: readonly FoundRemote[]): SettledPart[] {
  const before: PartDescription[] = []
  return found.map(({ description, ...part }) => {
    const declared = description ?? { area: part.remote.name, contract: '*', needs: {}, paths: [], pages: [] }
    const pathConflict = describePathConflict(declared, before)
    if (pathConflict !== null) return { ...part, pathConflict, description: { ...declared, paths: [], pages: [] } }
    before.push(declared)
    return { ...part, pathConflict, description: declared }
  })
}

/** The parts as the page carries them. */
export function announce(parts: readonly SettledPart[], offer: Offer): AnnouncedPart[] {
  return parts.map(({ remote, description, shares, pathConflict }) => {
    const { area, paths, pages } = description
    const misfit = pathConflict ?? describeIncompatibility(description, offer, shares)
    return { ...remote, area, misfit, paths, pages: pages.map(({ description: _, picture: __, ...page }) => page) }
  })
}

/** The part that draws the pages at this path; null where the shell does. */
export function partAt(parts: readonly SettledPart[], path: string): SettledPart | null {
  return parts.find(({ description }) => liesBelow(description.paths, path)) ?? null
}

/** The page at this path, where a part declares one. `past` are the years that have a page of their own below another. */
export function pageAt(parts: readonly SettledPart[], path: string, past: readonly number[]): ShownPage | null {
  const part = partAt(parts, path)
  const pages = part?.description.pages ?? []
  const isOfPast = past.some((year) => path.endsWith(`/${year}`))
  const page = pages.find((one) => one.path === path) ?? (isOfPast ? yearPageAt(pages, path) : undefined)
  if (!part || !page) return null
  const { manifest } = part.remote
  return { page, folder: manifest.slice(0, manifest.lastIndexOf('/') + 1) }
}
