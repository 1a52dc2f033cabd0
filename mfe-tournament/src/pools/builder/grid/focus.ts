import { type FocusRule, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'

const steps: Readonly<Record<string, { readonly pool: number; readonly position: number }>> = {
  ArrowUp: { pool: 0, position: -1 },
  ArrowDown: { pool: 0, position: 1 },
  ArrowLeft: { pool: -1, position: 0 },
  ArrowRight: { pool: 1, position: 0 },
}

/** Arrow keys: up and down inside a pool and on into the next, left and right to the pools beside it. */
export function walkPlaces(event: KeyboardEvent): void {
  const step = steps[event.key]
  const from = (event.target as Element).closest<HTMLElement>('[data-place]')
  if (!step || !from) return
  event.preventDefault()
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')]
  if (step.pool === 0) {
    places[places.indexOf(from) + step.position]?.focus()
    return
  }
  const poolOf = (place: HTMLElement) => place.dataset['place']?.split('/')[0]
  const pools = [...Map.groupBy(places, poolOf).values()]
  const index = pools.findIndex((pool) => pool.includes(from))
  const beside = pools[index + step.pool]
  const position = pools[index]?.indexOf(from) ?? 0
  beside?.[Math.min(position, beside.length - 1)]?.focus()
}

/** Focuses the first free place, or else the first, after a team was picked up by keyboard. */
export function focusFirstPlace(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-place]')]
  const free = places.find((place) => place.closest('[data-taken]') === null)
  ;(free ?? places[0])?.focus()
}

/** Focuses the team itself, in its place or among the unassigned. */
export function focusTeam(team: string): void {
  document.querySelector<HTMLElement>(`[data-team="${CSS.escape(team)}"], [data-place][aria-pressed="true"]`)?.focus()
}

const focusable = 'button:not([disabled]), a[href], input:not([disabled]), select:not([disabled]), summary'

const canHaveFocus = (element: Element): element is HTMLElement =>
  element.isConnected && element instanceof HTMLElement && element.matches(focusable) && element.offsetParent !== null

/** Returns the elements of the same region: those before it, from near to far, and then those after it. */
function around(element: Element): HTMLElement[] {
  const region = element.closest('[data-region]')
  if (!region) return []
  const all = [...region.querySelectorAll<HTMLElement>(focusable)]
  const index = all.indexOf(element as HTMLElement)
  return [...all.slice(0, Math.max(0, index)).reverse(), ...all.slice(index + 1)]
}

/** The number of earlier places of the focus to remember: some are still there when a bar or a dialog goes. */
const remembered = 20

/**
 * A team that left its place, a deleted pool, a bar, a disabled button leaves the focus to what stands nearest in its
 * region, else to what had it before, else to the title. It never falls to the body.
 */
export function useRegionFocus() {
  const area = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [rule] = useState(() => nearestInRegion(title))
  useFocusSuccessor(area, rule)
  return { area, title }
}

function nearestInRegion(fallback: RefObject<HTMLElement | null>): FocusRule {
  let before: readonly HTMLElement[] = []
  return {
    isGone: (element) => !canHaveFocus(element),
    prepareSuccessor: (focused) => {
      const next = around(focused)
      before = [focused, ...before.filter((it) => it !== focused)].slice(0, remembered)
      return () => [...next, ...before].find(canHaveFocus) ?? fallback.current
    },
  }
}
