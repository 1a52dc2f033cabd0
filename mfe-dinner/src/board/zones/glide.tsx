import { isSamePlace } from '@ultimate/events/dinner/signup.ts'
import { Component, type ReactNode, type RefObject } from 'react'
import type { ShownItem } from '../dishes/shown-items.ts'

interface GlideProps {
  readonly board: RefObject<HTMLElement | null>
  readonly items: readonly ShownItem[]
  /** The dish that was dropped last. It does not glide, because the pointer has carried it to its place. */
  readonly lastDropped: RefObject<string | null> | undefined
  readonly children: ReactNode
}
interface Point {
  readonly left: number
  readonly top: number
}
type Points = ReadonlyMap<string, Point>

const glideMs = 240

/**
 * Lets a dish glide from its old place to its new one. A class, because only classes have `getSnapshotBeforeUpdate`:
 * React calls it right before it draws a change. Only the dishes that move are measured, as the page is scrolled then.
 */
export class Glide extends Component<GlideProps> {
  override getSnapshotBeforeUpdate({ items }: GlideProps): Points {
    if (items === this.props.items) return new Map()
    const places = new Map(items.map(({ item, place }) => [item.id, place]))
    const moved = this.props.items.filter(({ item: { id }, place }) => {
      const before = places.get(id)
      return before !== undefined && !isSamePlace(before, place)
    })
    if (moved.length > maxGliding) return new Map()
    return new Map(moved.flatMap(({ item: { id } }) => measureSpot(this.card(id), id)))
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, before: Points): void {
    const { lastDropped } = this.props
    const hasReducedMotion = before.size > 0 && matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const [id, from] of before) {
      const card = this.card(id)
      const to = new Map(measureSpot(card, id)).get(id)
      if (card && to && !hasReducedMotion && lastDropped?.current !== id) glide(card, from, to)
    }
    if (lastDropped) lastDropped.current = null
  }

  override render(): ReactNode {
    return this.props.children
  }

  private card(id: string): HTMLElement | null {
    return this.props.board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null
  }
}

/** When a whole dinner is reset, more dishes move than an eye can follow. */
const maxGliding = 24

/** Returns the dish with the spot of its card; empty for a card that is not drawn, or in a zone that is not shown. */
function measureSpot(card: HTMLElement | null, id: string): [string, Point][] {
  const rect = card?.getBoundingClientRect()
  return rect && rect.width > 0 ? [[id, { left: rect.left, top: rect.top }]] : []
}

function glide(card: HTMLElement, from: Point, to: Point): void {
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`
  card.animate(
    [
      { transform: start, zIndex: 5 },
      { transform: 'none', zIndex: 5 },
    ],
    { duration: glideMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
  )
}
