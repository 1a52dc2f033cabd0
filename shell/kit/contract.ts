import type { RouteObject } from '@ultimate/kit/router.ts'

/** Raised when a part built for the old shape could no longer be mounted by a new shell, or the other way round. */
export const contractVersion = 1

/**
 * What a part exposes as `<name>/mfe`: its only face. Parts write the number of `contract` themselves and import only
 * this type: at run time this file is the shell's, so its constant would say nothing about the part.
 */
export interface Part {
  readonly contract: typeof contractVersion
  /** Routes with absolute paths; each draws the page's `<h1>` and stands inside the shell's `<main>`. */
  readonly routes: RouteObject[]
}

export const partNames = ['tournament', 'dinner', 'staff'] as const
export type PartName = (typeof partNames)[number]

/** Where the shell finds a part, as the backend writes it into the page. */
export interface RemoteAddress {
  readonly name: PartName
  /** The part's `mf-manifest.json`. */
  readonly manifest: string
  /** The entry script that the manifest names; null while the backend does not know it. */
  readonly entry: string | null
  /** Digest of the entry script in the form of the `integrity` attribute. Without an entry, of any that is named later. */
  readonly integrity: string | null
}
