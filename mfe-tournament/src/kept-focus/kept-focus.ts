import { type RefObject, useEffect } from 'react'

// Disabled ones count as well: a control may be disabled while what it did is under way.
const controls = 'a[href], button, input, select, summary'
const rows = '[role="row"], li'

const controlsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(controls)]

/** Where a control stands: among the controls of its row, and its row among the others. */
interface Place {
  readonly element: Element
  readonly list: Element | null
  readonly row: number
  readonly control: number
  /** From the parent outwards. */
  readonly ancestors: readonly Element[]
}

const rowsIn = (list: Element): Element[] =>
  [...list.children].filter((row) => row.matches(rows) && controlsIn(row).length > 0)

function placeOf(element: Element): Place {
  const ancestors: Element[] = []
  for (let above = element.parentElement; above; above = above.parentElement) ancestors.push(above)
  const row = element.closest(rows)
  const list = row?.parentElement ?? null
  return {
    element,
    list,
    row: row && list ? rowsIn(list).indexOf(row) : -1,
    control: row ? (controlsIn(row) as Element[]).indexOf(element) : -1,
    ancestors,
  }
}

/** The same control of the row that took the place; without rows the first control of what is left around it. */
function nextTo({ list, row, control, ancestors }: Place): HTMLElement | undefined {
  const left = list?.isConnected ? rowsIn(list) : []
  const next = left[Math.min(row, left.length - 1)]
  if (next) return usable(controlsIn(next), Math.max(0, control))
  const around = ancestors.find((ancestor) => ancestor.isConnected)
  return around && usable(controlsIn(around), 0)
}

/** From this one on, or the last one before it. */
function usable(found: readonly HTMLElement[], from: number): HTMLElement | undefined {
  const isUsable = (control: HTMLElement) => !control.matches(':disabled')
  return found.slice(from).find(isUsable) ?? found.findLast(isUsable)
}

const isInDialog = (element: Element | null): boolean =>
  element?.closest('[role="dialog"], [role="alertdialog"]') != null

/**
 * Keeps the focus in a region whose rows and buttons leave it: what had the focus and is gone hands it to its neighbour,
 * also where it opened a dialog first. Otherwise the focus would fall to the top of the page, and whoever works by
 * keyboard would have to come back from there.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = region.current
    if (!root) return
    let held: Place | null = null
    const hold = ({ target }: Event) => {
      if (!(target instanceof Element) || isInDialog(target)) return
      held = root.contains(target) ? placeOf(target) : null
    }
    const changed = () => {
      const { activeElement } = document
      if (!held || isInDialog(activeElement)) return
      if (held.element.isConnected) {
        held = placeOf(held.element)
        return
      }
      const place = held
      held = null
      if (activeElement === document.body) nextTo(place)?.focus()
    }
    const watcher = new MutationObserver(changed)
    watcher.observe(root, { childList: true, subtree: true })
    // Where dialogs come and go.
    watcher.observe(document.body, { childList: true })
    // A press beside all controls lets the focus go on purpose.
    document.addEventListener('pointerdown', hold)
    document.addEventListener('focusin', hold)
    return () => {
      watcher.disconnect()
      document.removeEventListener('pointerdown', hold)
      document.removeEventListener('focusin', hold)
    }
  }, [region])
}
