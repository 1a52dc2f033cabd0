import type { FocusRule } from './focus-successor.ts'

/** An element around the focus, and its place among its siblings. */
interface Step {
  readonly element: Element
  readonly index: number
}

function findPath(target: Element, root: Element): Step[] {
  const path: Step[] = []
  for (let element: Element | null = target; element && root.contains(element); element = element.parentElement)
    path.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) })
  return path
}

const headings = 'h1, h2, h3, h4'
const rows = '[role="row"], li'

function findHeading(element: Element | undefined): HTMLElement | null {
  const heading = element?.matches(headings) ? element : element?.querySelector(headings)
  return heading instanceof HTMLElement ? heading : null
}

const findRow = (element: Element): HTMLElement | null =>
  element instanceof HTMLElement && element.matches(rows) ? element : null

/**
 * Finds the heading of what came into the place of the focused element; or else the nearest part around it that has
 * one. A row takes the focus itself, not its buttons: a key that is still held would press the next one, too.
 */
export const nearestHeading: FocusRule = {
  prepareSuccessor: (focused, root) => {
    const path = findPath(focused, root)
    return () => {
      const first = path.findIndex(({ element }) => element.isConnected)
      if (first < 0) return null
      const { children } = path[first]?.element ?? { children: [] }
      const place = children[Math.min(path[first - 1]?.index ?? 0, children.length - 1)]
      // Rows may stand in chunks, which mean nothing.
      const near = place?.matches('[role="none"]') ? (place.firstElementChild ?? undefined) : place
      const row = near instanceof HTMLElement && near.matches(`${rows}, button[aria-disabled]`) ? near : null
      const around = path.slice(first).map(({ element }) => findHeading(element) ?? findRow(element))
      return findHeading(near) ?? row ?? around.find((part) => part !== null) ?? null
    }
  },
}

// Disabled ones count as well: a control may be disabled while what it did is under way.
const controls = 'a[href], button, input, select, summary'

const controlsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(controls)]

const rowsIn = (list: Element): Element[] =>
  [...list.children].filter((row) => row.matches(rows) && controlsIn(row).length > 0)

/** Returns the first control from this index on that is not disabled, or the last one before it. */
function usable(found: readonly HTMLElement[], from: number): HTMLElement | undefined {
  const isUsable = (control: HTMLElement) => !control.matches(':disabled')
  return found.slice(from).find(isUsable) ?? found.findLast(isUsable)
}

function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = []
  for (let above = element.parentElement; above; above = above.parentElement) ancestors.push(above)
  return ancestors
}

/** The same control of the row that took the place; without rows the first control of what is left around it. */
export const nextRow: FocusRule = {
  prepareSuccessor: (focused) => {
    const ancestors = listAncestors(focused)
    const row = focused.closest(rows)
    const list = row?.parentElement ?? null
    const rowIndex = row && list ? rowsIn(list).indexOf(row) : -1
    const controlIndex = row ? controlsIn(row).indexOf(focused) : -1
    return () => {
      const left = list?.isConnected ? rowsIn(list) : []
      const next = left[Math.min(rowIndex, left.length - 1)]
      if (next) return usable(controlsIn(next), Math.max(0, controlIndex))
      const around = ancestors.find((ancestor) => ancestor.isConnected)
      return around && usable(controlsIn(around), 0)
    }
  },
  scrolls: true,
}
