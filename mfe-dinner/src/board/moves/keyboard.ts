import type { KeyboardEvent } from 'react'

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const findMiddle = (stop: HTMLElement) => {
  const { left, top, width, height } = stop.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/**
 * Moves the focus by an arrow key to the nearest dish or free place in that direction, across zones too; also from a place
 * whose dish has just left it.
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
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy
    // A stop to the side counts as farther than one straight ahead.
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    const cost = ahead + 3 * aside
    if (stop !== from && ahead > 8 && (best === null || cost < best.cost)) best = { stop, cost }
  }
  best?.stop.focus()
}

/**
 * Focuses the dish once `after` resolves, where it stands then, so that a keyboard user goes on from it. Leaves the focus
 * where it is if the user has pressed something else meanwhile.
 */
export async function focusDish(dish: string, { after }: { readonly after?: Promise<unknown> } = {}): Promise<void> {
  const pressedElsewhere = new AbortController()
  const { signal } = pressedElsewhere
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, () => pressedElsewhere.abort(), { capture: true, signal })
  await after
  requestAnimationFrame(() => {
    if (signal.aborted) return
    // Removes the listeners.
    pressedElsewhere.abort()
    document.querySelector<HTMLElement>(`[data-dish="${CSS.escape(dish)}"]`)?.focus({ preventScroll: true })
  })
}
