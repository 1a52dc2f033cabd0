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
 * Arrow keys walk to the nearest dish or free place in that direction, over the borders of the zones too; also from a
 * place whose dish has just left it.
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
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    const cost = ahead + 3 * aside
    if (stop !== from && ahead > 8 && (best === null || cost < best.cost)) best = { stop, cost }
  }
  best?.stop.focus()
}

/**
 * Focuses the dish where it stands after what was done with it, so that a keyboard user goes on from it. A user who has
 * pressed something else meanwhile is not fetched back.
 */
export async function focusDish(dish: string, done?: Promise<unknown>): Promise<void> {
  const hasGoneOn = new AbortController()
  const { signal } = hasGoneOn
  for (const pressed of ['keydown', 'pointerdown'])
    document.addEventListener(pressed, () => hasGoneOn.abort(), { capture: true, signal })
  await done
  requestAnimationFrame(() => {
    if (signal.aborted) return
    hasGoneOn.abort()
    document.querySelector<HTMLElement>(`[data-dish="${CSS.escape(dish)}"]`)?.focus({ preventScroll: true })
  })
}
