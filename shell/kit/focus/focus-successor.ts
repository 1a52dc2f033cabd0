import { type RefObject, useEffect } from 'react'

export type FindSuccessor = () => HTMLElement | null | undefined

/** The rule for the next element to have the focus when the one that has it goes. */
export interface FocusRule {
  /** Looks at the element and what stands around it while it is there. The answer is called once it is gone. */
  readonly prepareSuccessor: (focused: HTMLElement, root: HTMLElement) => FindSuccessor
  /** Returns whether the element is gone; by default, once it has left the page. */
  readonly isGone?: (element: HTMLElement) => boolean
  /** True where the successor comes into sight. By default it stands where the element stood, and the page stays. */
  readonly scrolls?: boolean
}

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary'

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
    let held: { readonly element: HTMLElement; readonly find: FindSuccessor } | null = null
    const hold = (element: HTMLElement) => {
      held = { element, find: prepareSuccessor(element, area) }
    }
    const focused = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && area.contains(target)) hold(target)
    }
    const pressed = ({ target }: PointerEvent) => {
      const control = target instanceof Element ? target.closest(controls) : null
      // A press beside all controls lets the focus go on purpose. A control that is pressed is held once it has the
      // focus: a finger that drags focuses nothing. One elsewhere, as in a dialog, does not count.
      const isOther = control !== document.activeElement && area.contains(control)
      if (control === null || isOther) held = null
    }
    const handOver = (find: FindSuccessor) => {
      const successor = find()
      if (!successor) return
      if (successor.tabIndex < 0) successor.tabIndex = -1
      successor.focus({ preventScroll: !scrolls })
    }
    const changed = () => {
      if (!held) return
      const { element, find } = held
      if (!isGone(element)) {
        hold(element)
        return
      }
      const { activeElement } = document
      if (activeElement !== document.body && activeElement !== element) return
      held = null
      handOver(find)
    }
    const observer = new MutationObserver(changed)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', focused)
    document.addEventListener('pointerdown', pressed)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', focused)
      document.removeEventListener('pointerdown', pressed)
    }
  }, [root, prepareSuccessor, isGone, scrolls])
}
