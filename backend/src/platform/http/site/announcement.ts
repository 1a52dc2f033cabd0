import { yearPageAt } from '@ultimate/events/language/year-page.ts'
import { type AnnouncedPart, liesBelow, type PartDescription } from '@ultimate/events/platform/part.ts'
import { satisfies } from 'semver'
import type { ShownPage } from './first-answer.ts'
import type { FoundPart } from './remotes.ts'

/** A live part, with the paths that the parts before it leave to it. */
export interface SettledPart extends FoundPart {
  readonly description: PartDescription
  /** A part has no pages here if it claims a path of a part before it; else null. */
  readonly pathConflict: string | null
}

/** Gives each path to the first part that claims it. A part whose description cannot be read has no pages either. */
export function settle(found: readonly FoundPart[]): SettledPart[] {
  const settled: PartDescription[] = []
  return found.map(({ description, ...part }) => {
    const declared = description ?? { area: part.location.name, contract: '*', needs: {}, paths: [], pages: [] }
    const pathConflict = describePathConflict(declared, settled)
    if (pathConflict !== null) return { ...part, pathConflict, description: { ...declared, paths: [], pages: [] } }
    settled.push(declared)
    return { ...part, pathConflict, description: declared }
  })
}

/** Returns the parts as a page announces them to the shell. */
export function announce(parts: readonly SettledPart[], offer: Offer): AnnouncedPart[] {
  return parts.map(({ location, description, shares, pathConflict }) => {
    const { area, paths, pages } = description
    const misfit = pathConflict ?? describeIncompatibility(description, offer, shares)
    return { ...location, area, misfit, paths, pages: pages.map(({ description: _, picture: __, ...page }) => page) }
  })
}

/** Finds the part that draws the pages at this path; null if the shell does. */
export function partAt(parts: readonly SettledPart[], path: string): SettledPart | null {
  return parts.find(({ description }) => liesBelow(description.paths, path)) ?? null
}

/** Finds the page of a part at this path. `past` are the years of editions with pages of their own, such as `…/2024`. */
export function pageAt(parts: readonly SettledPart[], path: string, past: readonly number[]): ShownPage | null {
  const part = partAt(parts, path)
  const pages = part?.description.pages ?? []
  const isOfPast = past.some((year) => path.endsWith(`/${year}`))
  const page = pages.find((declared) => declared.path === path) ?? (isOfPast ? yearPageAt(pages, path) : undefined)
  if (!part || !page) return null
  const { manifest } = part.location
  return { page, folder: manifest.slice(0, manifest.lastIndexOf('/') + 1) }
}

export interface Offer {
  /** The versions of the contract under which the shell mounts parts. */
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
 * Returns why a part cannot run on this site, and what helps visitors, as one sentence; null if it can run. `shares`
 * are the versions that the part can use of what the shell shares (docs/decisions/0003).
 */
export function describeIncompatibility(part: PartNeeds, offer: Offer, shares: Shares = {}): string | null {
  const lack = missingFor(part, offer, shares)
  return lack && `${lack}: please reload this page in a few minutes, when the site has been renewed.`
}

/** Returns what a part needs and this site does not have, as the beginning of a sentence; null if there is nothing. */
export function missingFor(
  { area, contract, needs }: PartNeeds,
  { contracts, interfaces, ...offer }: Offer,
  shares: Shares = {},
): string | null {
  if (!contracts.some((offered) => satisfies(`${offered}.0.0`, contract)))
    return `The ${area} pages need version ${contract} of the shell's contract, and this site has ${contracts.join(' and ') || 'none'}`
  const [missingShare] = Object.entries(shares).filter(([name, range]) => !satisfies(offer.shares[name] ?? '', range))
  if (missingShare) {
    const [name, range] = missingShare
    return `The ${area} pages need version ${range} of ${name}, and this site shares ${offer.shares[name] ?? 'none'}`
  }
  return describeMissingInterface({ area, needs }, interfaces)
}

/** Returns the first interface that a part needs and this server does not have, as the beginning of a sentence. */
function describeMissingInterface(
  { area, needs }: Pick<PartNeeds, 'area' | 'needs'>,
  interfaces: Offer['interfaces'],
): string | null {
  const [missing] = Object.entries(needs).filter(([module, range]) => !satisfies(interfaces[module] ?? '', range))
  if (!missing) return null
  const [module, range] = missing
  const served = interfaces[module]
  return `The ${area} pages need version ${range} of the ${module} interface, and this server has ${served ?? 'none'}`
}

/** Returns why a part cannot be beside these others: a path belongs to only one part. Null if it can. */
export function describePathConflict({ area, paths }: PartPaths, others: readonly PartPaths[]): string | null {
  for (const other of others)
    for (const path of paths)
      if (liesBelow(other.paths, path) || other.paths.some((otherPath) => liesBelow([path], otherPath)))
        return `The ${area} pages claim ${path}, which belongs to the ${other.area} pages: one of the two has to give it up.`
  return null
}
