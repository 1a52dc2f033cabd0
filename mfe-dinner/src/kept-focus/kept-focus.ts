import { type RefObject, useEffect } from 'react'

/** An element around the focus, and its place among its siblings. */
interface Step {
  readonly element: Element
  readonly index: number
}

function pathOf(target: Element, root: Element): Step[] {
  const path: Step[] = []
  for (let element: Element | null = target; element && root.contains(element); element = element.parentElement)
    path.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) })
  return path
}

const headings = 'h1, h2, h3, h4'

function headingOf(element: Element | undefined): HTMLElement | null {
  const heading = element?.matches(headings) ? element : element?.querySelector(headings)
  return heading instanceof HTMLElement ? heading : null
}

/**
 * What came into the place of what is gone, by its heading where it has one; or else the heading of the nearest part
 * around it. A row takes the focus itself, not its buttons: a key that is still held would press the next one, too.
 */
function homeOf(path: readonly Step[]): HTMLElement | null {
  const first = path.findIndex(({ element }) => element.isConnected)
  if (first < 0) return null
  const { children } = path[first]?.element ?? { children: [] }
  const near = children[Math.min(path[first - 1]?.index ?? 0, children.length - 1)]
  const row = near instanceof HTMLElement && near.matches('li, button[aria-disabled]') ? near : null
  const around = path.slice(first).map(({ element }) => headingOf(element))
  return headingOf(near) ?? row ?? around.find((heading) => heading !== null) ?? null
}

/**
 * When what has the focus goes away, the focus goes to what takes its place, or to the heading around it, instead of
 * falling to the top of the page. Covers what others remove, too, and a dialog whose opener is gone when it closes.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    if (!element) return
    let path: readonly Step[] = []
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) path = pathOf(target, element)
    }
    // A tap beside everything is a wish for no focus.
    const forget = () => {
      path = []
    }
    const keep = () => {
      const [last] = path
      if (!last || last.element.isConnected || document.activeElement !== document.body) return
      const home = homeOf(path)
      path = []
      if (!home) return
      if (home.tabIndex < 0) home.tabIndex = -1
      home.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    element.addEventListener('focusin', remember)
    element.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', remember)
      element.removeEventListener('pointerdown', forget)
    }
  }, [root])
}
