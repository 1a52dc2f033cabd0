import type { KeyboardEvent } from 'react'

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A stop fewer px ahead stands beside the focused one. */
const minAheadPx = 8

const findMiddle = (stop: HTMLElement) => {
  const { left, top, width, height } = stop.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/**
 * Moves the focus by an arrow key to the nearest stop in that direction, across zones too. Stops are dishes and free
 * places. The focus may also leave a place that is no stop, such as one whose dish has just left.
 */
export function walkBoard(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key]
  const from = (event.target as Element).closest<HTMLElement>('[data-stop], [data-place]')
  if (!direction || !from) return
  event.preventDefault()
  const [dx, dy] = direction
  const here = findMiddle(from)
  let best: { stop: HTMLElement; cost: number } | null = null
  for (const stop of event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')) {
    // A phone shows one zone at a time.
    if (!stop.checkVisibility()) continue
    const there = findMiddle(stop)
    const aheadPx = (there.x - here.x) * dx + (there.y - here.y) * dy
    // A px to the side counts as three straight ahead.
    const asidePx = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    const cost = aheadPx + 3 * asidePx
    if (stop !== from && aheadPx > minAheadPx && (best === null || cost < best.cost)) best = { stop, cost }
  }
  best?.stop.focus()
}

/**
 * Focuses the dish at its new place once `after` resolves, so that a keyboard user goes on from there. The focus stays
 * if the user has pressed something meanwhile.
 */
export async function focusDish(dish: string, { after }: { readonly after?: Promise<unknown> } = {}): Promise<void> {
  const pressed = new AbortController()
  const { signal } = pressed
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, () => pressed.abort(), { capture: true, signal })
  await after
  requestAnimationFrame(() => {
    if (signal.aborted) return
    // Removes the listeners.
    pressed.abort()
    document.querySelector<HTMLElement>(`[data-dish="${CSS.escape(dish)}"]`)?.focus({ preventScroll: true })
  })
}
