import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Spot {
  readonly place: string
  readonly left: number
  readonly top: number
}

const glideMs = 240

/**
 * A dish that stands on another place than before glides there from where it stood. `places` holds the place of every
 * dish; a dish that was just `dropped` does not glide.
 */
export function useGlide(
  board: RefObject<HTMLElement | null>,
  places: ReadonlyMap<string, string>,
  dropped: RefObject<string | null>,
): void {
  const before = useRef<ReadonlyMap<string, Spot>>(new Map())
  useLayoutEffect(() => {
    const spots = new Map<string, Spot>()
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const card of board.current?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
      const id = card.dataset['card'] ?? ''
      const { left, top } = card.getBoundingClientRect()
      const spot = { place: places.get(id) ?? '', left: left + scrollX, top: top + scrollY }
      const old = before.current.get(id)
      spots.set(id, spot)
      if (!old || old.place === spot.place || isStill || dropped.current === id) continue
      const from = `translate(${old.left - spot.left}px, ${old.top - spot.top}px)`
      card.animate(
        [
          { transform: from, zIndex: 5 },
          { transform: 'none', zIndex: 5 },
        ],
        {
          duration: glideMs,
          easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
        },
      )
    }
    dropped.current = null
    before.current = spots
  })
}
