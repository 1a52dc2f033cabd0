import type { PartSource } from '@ultimate/events/platform/part.ts'
import type { RouteObject } from '@ultimate/kit/router.ts'
import type { ComponentType } from 'react'

/**
 * Versions of this contract under which the shell mounts parts. A change that parts must follow gets a new number. The
 * old number stays while the shell can mount parts that were built for it. A part states in `part.ts` which it runs on.
 */
export const contracts = [1] as const

/** The module that a part exposes as `<name>/mfe`: its only face in the browser. */
export interface Part {
  /** Routes with absolute paths; each draws the page's `<h1>` and stands inside the shell's `<main>`. */
  readonly routes: RouteObject[]
}

type LoadPage = () => Promise<ComponentType>

/** The pages of a part by path, exactly those that it states. */
export type PagesOf<P extends PartSource> = Readonly<Record<P['pages'][number]['path'], LoadPage>>

/** Each page is a file of its own, fetched when it is opened. */
export function routesOf(pages: Readonly<Record<string, LoadPage>>): RouteObject[] {
  return Object.entries(pages).map(([path, load]) => ({ path, lazy: async () => ({ Component: await load() }) }))
}
