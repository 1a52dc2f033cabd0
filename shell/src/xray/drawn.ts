/** An area that a bundle draws in the window, in CSS pixels. */
export interface DrawnArea {
  readonly by: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Class names begin with the bundle that their element was drawn by (`localIdentName` of the bundler). */
const bundleIn = (element: Element): string | null => /^([a-z\d]+)-./.exec(element.classList.item(0) ?? '')?.[1] ?? null

/** The outermost elements that each of these bundles has drawn, as far as they are in sight. */
export function drawnBy(bundles: readonly string[], within: Element): DrawnArea[] {
  const found: DrawnArea[] = []
  const look = (element: Element, around: string | null) => {
    // The x-ray itself.
    if (element.hasAttribute('data-xray')) return
    const own = bundleIn(element)
    const by = own !== null && bundles.includes(own) ? own : around
    if (by !== null && by !== around) {
      const { left, top, width, height } = element.getBoundingClientRect()
      const isInSight = width > 0 && height > 0 && top < innerHeight && top + height > 0
      if (isInSight) found.push({ by, left, top, width, height })
    }
    for (const child of element.children) look(child, by)
  }
  look(within, null)
  return found
}

/** An answer of the site's interface, and the module that gave it. */
export interface Answered {
  readonly key: string
  readonly path: string
  readonly module: string
  readonly milliseconds: number
}

/** Returns the calls among these entries, where the server has named itself in `Server-Timing`. */
export const answersIn = (entries: readonly PerformanceEntry[]): Answered[] =>
  entries.flatMap((entry) => {
    const { name, startTime, duration, serverTiming } = entry as PerformanceResourceTiming
    const { pathname: path } = new URL(name, location.href)
    const [named] = serverTiming ?? []
    if (!named || !path.startsWith('/api/')) return []
    return [{ key: `${path} ${startTime}`, path, module: named.name, milliseconds: Math.round(duration) }]
  })
