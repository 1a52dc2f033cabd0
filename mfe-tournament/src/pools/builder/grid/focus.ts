import { type FocusRule, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

const steps: Readonly<Record<string, { readonly pool: number; readonly position: number }>> = {
  ArrowUp: { pool: 0, position: -1 },
  ArrowDown: { pool: 0, position: 1 },
  ArrowLeft: { pool: -1, position: 0 },
  ArrowRight: { pool: 1, position: 0 },
}

/** Moves the focus by arrow keys: up and down through all places, left and right to the pools beside this one. */
export function walkPlaces(event: KeyboardEvent): void {
  const step = steps[event.key]
  const focused = (event.target as Element).closest<HTMLElement>('[data-place]')
  if (!step || !focused) return
  event.preventDefault()
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')]
  if (step.pool === 0) {
    places[places.indexOf(focused) + step.position]?.focus()
    return
  }
  const poolOf = (place: HTMLElement) => place.dataset['place']?.split('/')[0]
  const pools = [...Map.groupBy(places, poolOf).values()]
  const index = pools.findIndex((pool) => pool.includes(focused))
  const nextPool = pools[index + step.pool]
  const position = pools[index]?.indexOf(focused) ?? 0
  nextPool?.[Math.min(position, nextPool.length - 1)]?.focus()
}

/** Focuses the first free place, or else the first one. */
export function focusFirstPlace(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-place]')]
  const free = places.find((place) => place.closest('[data-taken]') === null)
  ;(free ?? places[0])?.focus()
}

/** Focuses the team, in its place or among the unassigned teams. */
export function focusTeam(team: string): void {
  document.querySelector<HTMLElement>(`[data-team="${CSS.escape(team)}"], [data-place][aria-pressed="true"]`)?.focus()
}

const focusable = 'button:not([disabled]), a[href], input:not([disabled]), select:not([disabled]), summary'

const canHaveFocus = (element: Element): element is HTMLElement =>
  element.isConnected && element instanceof HTMLElement && element.matches(focusable) && element.offsetParent !== null

/** Lists the focusable elements of the same region: those before this one, from near to far, and then those after it. */
function listNeighbors(element: Element): HTMLElement[] {
  const region = element.closest('[data-region]')
  if (!region) return []
  const elements = [...region.querySelectorAll<HTMLElement>(focusable)]
  const index = elements.indexOf(element as HTMLElement)
  return [...elements.slice(0, Math.max(0, index)).reverse(), ...elements.slice(index + 1)]
}

/** Several elements, because a bar or a dialog that goes takes some of them along. */
const maxRemembered = 20

/**
 * Moves the focus when the focused element of the `area` disappears or is disabled. Otherwise the focus would fall to
 * the body. The focus moves to the nearest element of the same `data-region`, or else to an element that had the focus
 * before, or else to the `title`.
 */
export function useRegionFocus() {
  const area = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [rule] = useState(() => nearestInRegion(title))
  useFocusSuccessor(area, rule)
  return { area, title }
}

function nearestInRegion(fallback: RefObject<HTMLElement | null>): FocusRule {
  let focusedBefore: readonly HTMLElement[] = []
  return {
    isGone: (element) => !canHaveFocus(element),
    prepareSuccessor: (focused) => {
      const neighbors = listNeighbors(focused)
      focusedBefore = [focused, ...focusedBefore.filter((element) => element !== focused)].slice(0, maxRemembered)
      return () => [...neighbors, ...focusedBefore].find(canHaveFocus) ?? fallback.current
    },
  }
}
