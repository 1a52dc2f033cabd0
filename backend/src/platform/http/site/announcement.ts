import { yearPageAt } from '@ultimate/events/language/year-page.ts'
import { type AnnouncedPart, liesBelow, type PartDescription } from '@ultimate/events/platform/part.ts'
import { satisfies } from 'semver'
import type { ShownPage } from './first-answer.ts'
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

export interface Offer {
  /** Versions of the shell's contract under which the shell mounts parts. */
  readonly contracts: readonly number[]
  /** The version of the interface that the backend serves, by module. */
  readonly interfaces: Readonly<Record<string, string>>
  /** The version that the shell shares, by package. */
  readonly shares: Readonly<Record<string, string>>
}

type PartNeeds = Pick<PartDescription, 'area' | 'contract' | 'needs'>
type PartPaths = Pick<PartDescription, 'area' | 'paths'>

type Shares = Readonly<Record<string, string>>

/**
 * Returns why a part cannot run on this site, and what would help visitors, as one sentence; null where it can.
 * `shares` are the versions that it can use of what the shell shares (docs/decisions/0003).
 */
export function describeIncompatibility(part: PartNeeds, offer: Offer, shares: Shares = {}): string | null {
  const lack = missingFor(part, offer, shares)
  return lack && `${lack}: please reload this page in a few minutes, when the site has been renewed.`
}

/** Returns what a part needs that this site does not have, as the beginning of a sentence. */
export function missingFor(
  { area, contract, needs }: PartNeeds,
  { contracts, interfaces, ...offer }: Offer,
  shares: Shares = {},
): string | null {
  if (!contracts.some((offered) => satisfies(`${offered}.0.0`, contract)))
    return `The ${area} pages need version ${contract} of the shell's contract, and this site has ${contracts.join(' and ') || 'none'}`
  const [other] = Object.entries(shares).filter(([name, range]) => !satisfies(offer.shares[name] ?? '', range))
  if (other) {
    const [name, range] = other
    return `The ${area} pages need version ${range} of ${name}, and this site shares ${offer.shares[name] ?? 'none'}`
  }
  return missingInterface({ area, needs }, interfaces)
}

/** The first interface that a part needs and this server does not have, as the beginning of a sentence. */
function missingInterface(
  { area, needs }: Pick<PartNeeds, 'area' | 'needs'>,
  interfaces: Offer['interfaces'],
): string | null {
  const [lacking] = Object.entries(needs).filter(([module, range]) => !satisfies(interfaces[module] ?? '', range))
  if (!lacking) return null
  const [module, range] = lacking
  const served = interfaces[module]
  return `The ${area} pages need version ${range} of the ${module} interface, and this server has ${served ?? 'none'}`
}

/** Returns why a part cannot stand beside these others: a path belongs to one part alone. Null where it can. */
export function describePathConflict({ area, paths }: PartPaths, others: readonly PartPaths[]): string | null {
  for (const other of others)
    for (const path of paths)
      if (liesBelow(other.paths, path) || other.paths.some((one) => liesBelow([path], one)))
        return `The ${area} pages claim ${path}, which belongs to the ${other.area} pages: one of the two has to give it up.`
  return null
}
