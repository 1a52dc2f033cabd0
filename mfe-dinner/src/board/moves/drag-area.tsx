import { AutoScroller, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { type ReactNode, useRef } from 'react'
import { showZone } from '../board-actions.ts'
import { tabAt } from '../zones/zone-head.tsx'
import { placeFromKey } from '../zones/zones.tsx'
import styles from './picked-up-bar.module.css'

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
 * `acceleration` is the speed of scrolling at the very edge of the page, in px per 10 ms. The library's own is four
 * times as high: a place would pass under the finger before a user can hit it.
 */
const plugins = [AutoScroller.configure({ acceleration: 6 })]

/** Returns the element under the pointer. The library would aim with the middle of the dragged card. */
const elementAt = ({ x, y }: Point): Element | undefined => document.elementsFromPoint(x, y)[0]

const dropTargetAt = (point: Point): HTMLElement | null => elementAt(point)?.closest<HTMLElement>('[data-drop]') ?? null

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Dragging with mouse and touch. Keyboard users pick up and place dishes without the library. The copy of the card that
 * follows the pointer is drawn here, because the site's content policy rejects the style element of the library's copy.
 */
export function DragArea({ onLift, onDrop, children }: DragAreaProps) {
  const ghost = useRef<HTMLDivElement>(null)
  const target = useRef<HTMLElement | null>(null)

  const aimAt = (next: HTMLElement | null) => {
    if (target.current === next) return
    delete target.current?.dataset['over']
    if (next) next.dataset['over'] = ''
    target.current = next
  }
  const lift = (dish: string, start: Point) => {
    const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(dish)}"]`)
    const copy = card?.cloneNode(true) as HTMLElement | undefined
    if (!card || !copy || !ghost.current) return
    // Smooth scrolling would slow down the library's scrolling at the edge of the page.
    document.documentElement.style.scrollBehavior = 'auto'
    const { left, top, width, height } = card.getBoundingClientRect()
    // Removes the attributes by which the card of the dish is found, so that the copy is not found.
    for (const element of [copy, ...copy.querySelectorAll<HTMLElement>('[data-card], [data-dish], [data-stop]')])
      for (const mark of ['card', 'dish', 'stop', 'lifted']) delete element.dataset[mark]
    ghost.current.replaceChildren(copy)
    ghost.current.style.width = `${width}px`
    ghost.current.style.height = `${height}px`
    ghost.current.style.left = `${left - start.x}px`
    ghost.current.style.top = `${top - start.y}px`
    follow(start)
  }
  const follow = ({ x, y }: Point) => {
    if (ghost.current) ghost.current.style.transform = `translate(${x}px, ${y}px)`
    aimAt(dropTargetAt({ x, y }))
    const zone = tabAt(elementAt({ x, y }))
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
        const dropPoint = nativeEvent instanceof MouseEvent ? nativeEvent : position.current
        const to = placeFromKey(dropTargetAt(dropPoint)?.dataset['drop'] ?? '')
        putAway()
        if (!canceled && source && to) onDrop(String(source.id), to)
      }}
    >
      {children}
      <div ref={ghost} className={styles['ghost']} aria-hidden="true" inert />
    </DragDropProvider>
  )
}
