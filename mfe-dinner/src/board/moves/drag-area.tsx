import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { type ReactNode, useRef } from 'react'
import { placeFromKey } from '../dishes/dish-card.tsx'
import { showZone, tabAt } from '../zones/zone-head.tsx'
import styles from './held-dish-bar.module.css'

interface DragAreaProps {
  readonly onLift: () => void
  readonly onDrop: (dish: string, to: DishPlace) => void
  readonly children: ReactNode
}

/** Touch drags after a short rest, so that a swipe still scrolls. A mouse drags as soon as it moves. */
const sensors = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 220, tolerance: 8 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
]

/**
 * The page's scroll speed at its very edge, in px per 10 ms. The library's own is four times as high: a place passes
 * under the finger before it can be hit.
 */
const plugins = [AutoScroller.configure({ acceleration: 6 })]

/** Aims with the pointer, not with the middle of the dragged card. */
const under = ({ x, y }: Point): Element | undefined => document.elementsFromPoint(x, y)[0]

const dropAt = (point: Point): HTMLElement | null => under(point)?.closest<HTMLElement>('[data-drop]') ?? null

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Dragging with mouse and touch. The copy that follows the pointer is drawn here, since the library's own way writes a
 * style element, which the site's content policy refuses; the keyboard has its own way, without the library.
 */
export function DragArea({ onLift, onDrop, children }: DragAreaProps) {
  const ghost = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLElement | null>(null)

  const aimAt = (target: HTMLElement | null) => {
    if (over.current === target) return
    delete over.current?.dataset['over']
    if (target) target.dataset['over'] = ''
    over.current = target
  }
  const lift = (dish: string, start: Point) => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(dish)}"]`)
    const copy = card?.cloneNode(true) as HTMLElement | undefined
    if (!card || !copy || !ghost.current) return
    // Smooth scrolling would slow the page down at the edge, and only for those who have it.
    document.documentElement.style.scrollBehavior = 'auto'
    const { left, top, width, height } = card.getBoundingClientRect()
    for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('[data-card], [data-dish], [data-stop]')])
      for (const mark of ['card', 'dish', 'stop', 'lifted']) delete one.dataset[mark]
    ghost.current.replaceChildren(copy)
    ghost.current.style.width = `${width}px`
    ghost.current.style.height = `${height}px`
    ghost.current.style.left = `${left - start.x}px`
    ghost.current.style.top = `${top - start.y}px`
    follow(start)
  }
  const follow = ({ x, y }: Point) => {
    if (ghost.current) ghost.current.style.transform = `translate(${x}px, ${y}px)`
    aimAt(dropAt({ x, y }))
    const zone = tabAt(under({ x, y }))
    if (zone !== null) showZone(zone)
  }
  const putAway = () => {
    document.documentElement.style.scrollBehavior = ''
    ghost.current?.replaceChildren()
    aimAt(null)
  }
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragStart={({ operation: { source, position } }) => {
        onLift()
        if (source) lift(String(source.id), position.current)
      }}
      onDragMove={({ operation: { position }, to }) => follow(to ?? position.current)}
      onDragEnd={({ operation: { source, position }, nativeEvent, canceled }) => {
        // The library samples moves once a frame: only the event itself has the position of the drop.
        const letGo = nativeEvent instanceof MouseEvent ? nativeEvent : position.current
        const to = placeFromKey(dropAt(letGo)?.dataset['drop'] ?? '')
        putAway()
        if (!canceled && source && to) onDrop(String(source.id), to)
      }}
    >
      {children}
      <div ref={ghost} className={styles['ghost']} aria-hidden="true" inert />
    </DragDropProvider>
  )
}
