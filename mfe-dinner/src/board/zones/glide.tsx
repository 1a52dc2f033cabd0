import { Component, type ReactNode, type RefObject } from 'react'

interface GlideProps {
  readonly board: RefObject<HTMLElement | null>
  /** The place of every dish, by the dish's id. */
  readonly places: ReadonlyMap<string, string>
  /** A dish that was just dropped where it stands, and does not glide there. */
  readonly dropped: RefObject<string | null>
  readonly children: ReactNode
}
interface Point {
  readonly left: number
  readonly top: number
}
type Points = ReadonlyMap<string, Point>

const glideMs = 240

/**
 * A dish that stands on another place than before glides there from where it stood. A class, because only a class is
 * asked right before the change is drawn: so only the dishes that move are measured, wherever the page is scrolled to.
 */
export class Glide extends Component<GlideProps> {
  override getSnapshotBeforeUpdate({ places }: GlideProps): Points {
    const moved = [...this.props.places].filter(([id, place]) => places.get(id) !== place && places.has(id))
    const isMany = moved.length > maxGliding
    return new Map(isMany ? [] : moved.flatMap(([id]) => measureSpot(this.card(id), id)))
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, before: Points): void {
    const { dropped } = this.props
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const [id, from] of before) {
      const card = this.card(id)
      const to = new Map(measureSpot(card, id)).get(id)
      if (card && to && !isStill && dropped.current !== id) glide(card, from, to)
    }
    dropped.current = null
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

/** Empty for a dish that is not drawn, or in a zone that is out of sight. */
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
