import { type FindSuccessor, nearestHeading } from '@ultimate/kit/focus/focus-successor.ts'
import { type RefObject, useEffect } from 'react'

/** The last place of the focus in one area: a dialog, the page's content, or all that lies around it. */
interface LastFocus {
  readonly area: HTMLElement
  readonly element: HTMLElement
  readonly find: FindSuccessor
}

/** Rules of a page, dialogs that give the focus back, and pages that arrive take up to two frames to move the focus. */
const maxFrames = 4

/**
 * Mount once, in the shell's frame. On any page, the focus never falls to the body when its element is removed,
 * disabled or hidden. It goes to the element that took the place, or to the heading around it. From a dialog, a bar or
 * a menu that closes, it goes to the element that had it before. An element that was only disabled for a while gets it
 * back. A page's own rules for the focus come first.
 */
export function useLastingFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [main])
}

function keepFocus(main: HTMLElement): () => void {
  const ending = new AbortController()
  /** The element that has the focus, or had it when it fell to the body; null after the user removed the focus. */
  let lastFocused: HTMLElement | null = null
  /** The last focus of each area, the latest first. */
  let focusByArea: readonly LastFocus[] = []
  /** While `owner` is disabled, `borrower` has its focus. */
  let lentFocus: { readonly borrower: Element | null; readonly owner: HTMLElement } | null = null
  let frame = 0

  const hasFallen = () => lastFocused !== null && isNothingFocused()
  const checkSoon = () => {
    if (frame !== 0 || !hasFallen()) return
    let framesLeft = maxFrames
    const wait = () => {
      frame = 0
      if (!hasFallen()) return
      framesLeft -= 1
      if (framesLeft > 0) frame = requestAnimationFrame(wait)
      else handOver()
    }
    frame = requestAnimationFrame(wait)
  }
  const handOver = () => {
    const lost = lastFocused
    if (!lost) return
    const hasTaken =
      (canHaveFocus(lost) && tryFocus(lost)) ||
      focusByArea.some(({ area, element, find }) => {
        if (!area.isConnected) return false
        const next = element !== lost && canHaveFocus(element) ? element : find()
        return tryFocus(next) || (area !== document.body && tryFocus(area))
      })
    if (!hasTaken) tryFocus(main)
    if (lost.matches(':disabled')) lentFocus = { borrower: document.activeElement, owner: lost }
  }
  const onMutation = () => {
    focusByArea = focusByArea.map((last) => (last.element.isConnected ? rememberFocus(last.element, last.area) : last))
    if (lentFocus && canHaveFocus(lentFocus.owner)) {
      const { borrower, owner } = lentFocus
      lentFocus = null
      if (document.activeElement === borrower) tryFocus(owner)
    }
    checkSoon()
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    lastFocused = target
    if (target !== lentFocus?.borrower) lentFocus = null
    const area = findArea(target, main)
    focusByArea = [
      rememberFocus(target, area),
      ...focusByArea.filter((last) => last.area !== area && last.area.isConnected),
    ]
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // A removed element loses the focus before it is gone from the page.
    queueMicrotask(() => {
      if (target === lastFocused && isNothingFocused() && lastFocused && canHaveFocus(lastFocused)) lastFocused = null
      checkSoon()
    })
  }
  const observer = new MutationObserver(onMutation)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
  document.addEventListener('focusin', onFocusIn, { signal: ending.signal })
  document.addEventListener('focusout', onFocusOut, { signal: ending.signal })
  return () => {
    ending.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

const isNothingFocused = () => document.activeElement === null || document.activeElement === document.body

/** Returns whether the element can have the focus now. Safari before 17.4 cannot detect whether it is visible. */
const canHaveFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled, [inert], [inert] *') && (element.checkVisibility?.() ?? true)

function findArea(element: HTMLElement, main: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('dialog, [role$="dialog"]') ?? (main.contains(element) ? main : document.body)
}

/** Stores the focus of an area. Around the content there are no headings, so no successor is searched there. */
const rememberFocus = (element: HTMLElement, area: HTMLElement): LastFocus => ({
  area,
  element,
  find: area === document.body ? () => null : nearestHeading.prepareSuccessor(element, area),
})

function tryFocus(element: HTMLElement | null | undefined): boolean {
  if (!element) return false
  if (element.tabIndex < 0) element.tabIndex = -1
  // The page does not scroll, because the element stands where the lost one stood.
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
