import { type FindSuccessor, nearestHeading } from '@ultimate/kit/focus/focus-successor.ts'
import { type RefObject, useEffect } from 'react'

/** The last place of the focus in one area: a dialog, the page's content, or all that lies around it. */
interface LastFocus {
  readonly area: HTMLElement
  readonly element: HTMLElement
  readonly find: FindSuccessor
}

/** The most frames to wait. Rules of a page, dialogs that give the focus back, and pages that arrive take up to two. */
const maxFrames = 4

/**
 * Mount once, in the shell's frame: the focus never falls to the body, on any page, when what has it goes away, is
 * disabled or is hidden. It goes on to what took the place, or to the heading around it; from a dialog, a bar or a menu
 * that closes, to what had it before. What was only disabled for a while gets it back. Rules that a page has for itself
 * come first.
 */
export function useLastingFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [main])
}

function keepFocus(main: HTMLElement): () => void {
  const ended = new AbortController()
  /** The element that has the focus, or had it when it fell to the body; null when it was let go. */
  let last: HTMLElement | null = null
  /** The latest first, one for each area. */
  let stays: readonly LastFocus[] = []
  let lent: { readonly to: Element | null; readonly of: HTMLElement } | null = null
  let frame = 0

  const hasFallen = () => last !== null && hasNone()
  const look = () => {
    if (frame !== 0 || !hasFallen()) return
    let left = maxFrames
    const wait = () => {
      frame = 0
      if (!hasFallen()) return
      left -= 1
      if (left > 0) frame = requestAnimationFrame(wait)
      else handOver()
    }
    frame = requestAnimationFrame(wait)
  }
  const handOver = () => {
    const lost = last
    if (!lost) return
    const hasTaken =
      (isThere(lost) && take(lost)) ||
      stays.some(({ area, element, find }) => {
        if (!area.isConnected) return false
        const next = element !== lost && isThere(element) ? element : find()
        return take(next) || (area !== document.body && take(area))
      })
    if (!hasTaken) take(main)
    if (lost.matches(':disabled')) lent = { to: document.activeElement, of: lost }
  }
  const changed = () => {
    stays = stays.map((stay) => (stay.element.isConnected ? rememberFocus(stay.element, stay.area) : stay))
    if (lent && isThere(lent.of)) {
      const { to, of } = lent
      lent = null
      if (document.activeElement === to) take(of)
    }
    look()
  }
  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    if (target !== lent?.to) lent = null
    const area = findArea(target, main)
    stays = [rememberFocus(target, area), ...stays.filter((stay) => stay.area !== area && stay.area.isConnected)]
  }
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // An element that goes away is still there while it loses the focus.
    queueMicrotask(() => {
      if (target === last && hasNone() && last && isThere(last)) last = null
      look()
    })
  }
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'inert'] })
  document.addEventListener('focusin', focused, { signal: ended.signal })
  document.addEventListener('focusout', left, { signal: ended.signal })
  return () => {
    ended.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

const hasNone = () => document.activeElement === null || document.activeElement === document.body

/** Returns whether it can have the focus, as far as that may change. Safari before 17.4 cannot detect what is shown. */
const isThere = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled, [inert], [inert] *') && (element.checkVisibility?.() ?? true)

function findArea(element: HTMLElement, main: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('dialog, [role$="dialog"]') ?? (main.contains(element) ? main : document.body)
}

/** Elements around the content come and go in places of their own, with no heading to go on to. */
const rememberFocus = (element: HTMLElement, area: HTMLElement): LastFocus => ({
  area,
  element,
  find: area === document.body ? () => null : nearestHeading.prepareSuccessor(element, area),
})

function take(element: HTMLElement | null | undefined): boolean {
  if (!element) return false
  if (element.tabIndex < 0) element.tabIndex = -1
  // It stands where the lost one stood, and the page stays.
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
