import { type RefObject, useEffect } from 'react'

export type FindSuccessor = () => HTMLElement | null | undefined

/** Finds the element that gets the focus when the focused one goes away. */
export interface FocusRule {
  /** Looks at the element and its surroundings while it is there. The returned function is called once it is gone. */
  readonly prepareSuccessor: (focused: HTMLElement, root: HTMLElement) => FindSuccessor
  /** Returns whether the element is gone; by default, once it has left the page. */
  readonly isGone?: (element: HTMLElement) => boolean
  /** True if the page scrolls to the successor. By default it does not, because that stands where the element stood. */
  readonly scrolls?: boolean
}

const enabledControls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary'

const hasLeft = (element: HTMLElement): boolean => !element.isConnected

/**
 * When the focused element goes away, its successor gets the focus, which would otherwise fall to the top of the page.
 * Covers what others remove, too, and a dialog whose opener is gone when it closes. The rule must stay the same object.
 */
export function useFocusSuccessor(
  root: RefObject<HTMLElement | null>,
  { prepareSuccessor, isGone = hasLeft, scrolls = false }: FocusRule,
): void {
  useEffect(() => {
    const area = root.current
    if (!area) return
    let watched: { readonly element: HTMLElement; readonly find: FindSuccessor } | null = null
    const watch = (element: HTMLElement) => {
      watched = { element, find: prepareSuccessor(element, area) }
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && area.contains(target)) watch(target)
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest(enabledControls) : null
      // A press beside all controls removes the focus on purpose. A pressed control is watched once it has the focus,
      // because a finger that drags focuses nothing. A control elsewhere, such as in a dialog, does not count.
      const isOther = control !== document.activeElement && area.contains(control)
      if (control === null || isOther) watched = null
    }
    const handOver = (find: FindSuccessor) => {
      const successor = find()
      if (!successor) return
      if (successor.tabIndex < 0) successor.tabIndex = -1
      successor.focus({ preventScroll: !scrolls })
    }
    const onMutation = () => {
      if (!watched) return
      const { element, find } = watched
      if (!isGone(element)) {
        watch(element)
        return
      }
      const { activeElement } = document
      if (activeElement !== document.body && activeElement !== element) return
      watched = null
      handOver(find)
    }
    const observer = new MutationObserver(onMutation)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [root, prepareSuccessor, isGone, scrolls])
}

/** The focused element or an element around it, with its place among its siblings. */
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
 * Finds the heading of the content that took the place of the focused element, or else of the nearest part around it. A
 * row itself takes the focus and not its buttons, because a key that is still down would press the next one too.
 */
export const nearestHeading: FocusRule = {
  prepareSuccessor: (focused, root) => {
    const path = findPath(focused, root)
    return () => {
      const firstConnected = path.findIndex(({ element }) => element.isConnected)
      if (firstConnected < 0) return null
      // Of the nearest parent that is still there, the child that now has the index of the removed child.
      const { children } = path[firstConnected]?.element ?? { children: [] }
      const place = children[Math.min(path[firstConnected - 1]?.index ?? 0, children.length - 1)]
      // Rows may stand in groups that only serve the layout.
      const neighbor = place?.matches('[role="none"]') ? (place.firstElementChild ?? undefined) : place
      const row =
        neighbor instanceof HTMLElement && neighbor.matches(`${rows}, button[aria-disabled]`) ? neighbor : null
      const surroundings = path.slice(firstConnected).map(({ element }) => findHeading(element) ?? findRow(element))
      return findHeading(neighbor) ?? row ?? surroundings.find((part) => part !== null) ?? null
    }
  },
}

// Disabled controls count too, because a control may be disabled while its action is under way.
const controls = 'a[href], button, input, select, summary'

const controlsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(controls)]

const rowsIn = (list: Element): Element[] =>
  [...list.children].filter((row) => row.matches(rows) && controlsIn(row).length > 0)

/** Returns the first control from this index on that is not disabled, or the last one before it. */
function findUsable(controlsFound: readonly HTMLElement[], from: number): HTMLElement | undefined {
  const isUsable = (control: HTMLElement) => !control.matches(':disabled')
  return controlsFound.slice(from).find(isUsable) ?? controlsFound.findLast(isUsable)
}

function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = []
  for (let above = element.parentElement; above; above = above.parentElement) ancestors.push(above)
  return ancestors
}

/** Finds the same control of the row that took the place; without rows, the first control of the nearest part around. */
export const nextRow: FocusRule = {
  prepareSuccessor: (focused) => {
    const ancestors = listAncestors(focused)
    const row = focused.closest(rows)
    const list = row?.parentElement ?? null
    const rowIndex = row && list ? rowsIn(list).indexOf(row) : -1
    const controlIndex = row ? controlsIn(row).indexOf(focused) : -1
    return () => {
      const remainingRows = list?.isConnected ? rowsIn(list) : []
      const next = remainingRows[Math.min(rowIndex, remainingRows.length - 1)]
      if (next) return findUsable(controlsIn(next), Math.max(0, controlIndex))
      const surroundings = ancestors.find((ancestor) => ancestor.isConnected)
      return surroundings && findUsable(controlsIn(surroundings), 0)
    }
  },
  scrolls: true,
}
