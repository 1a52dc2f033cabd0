import { AutoScroller, KeyboardSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './drag-area.module.css'

/**
 * The speed at which the page scrolls at its edge, in px per 10 ms. At the library's own speed, four times that, a place
 * passes under the finger too fast.
 */
const plugins = [AutoScroller.configure({ acceleration: 6 })]

interface DragAreaProps {
  /** Returns the label that follows the pointer while the thing with this id is dragged. */
  readonly renderLabel: (dragged: string) => ReactNode
  readonly onLift: (dragged: string) => void
  /** `target` is an element with `data-drop`; null where it is let go elsewhere. */
  readonly onDrop: (dragged: string, target: HTMLElement | null) => void
  readonly children: ReactNode
}

/**
 * Dragging is for pointers only, because the keyboard picks up and puts down with the buttons. Of the library's plugins only
 * scrolling at the edges is used: the others write style elements, which the site's policy forbids, so the moving label is
 * drawn here.
 */
export function DragArea({ renderLabel, onLift, onDrop, children }: DragAreaProps) {
  const label = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const { aimAt, lower } = useAim(dragged !== null)
  const follow = (point: Point) => {
    if (label.current) label.current.style.translate = `${point.x}px ${point.y}px`
    aimAt(point)
  }
  return (
    <DragDropProvider
      plugins={plugins}
      sensors={(defaults) => defaults.filter((sensor) => sensor !== KeyboardSensor)}
      onDragStart={({ operation }) => {
        const id = draggedOf(operation.source?.data)
        setDragged(id)
        follow(operation.position.current)
        if (id) onLift(id)
      }}
      onDragMove={({ operation, to }) => follow(to ?? operation.position.current)}
      onDragEnd={({ operation, nativeEvent, canceled }) => {
        // The library samples moves once a frame: only the event itself has the position of the drop.
        const target = dropTargetAt(nativeEvent instanceof MouseEvent ? nativeEvent : operation.position.current)
        lower()
        setDragged(null)
        const id = draggedOf(operation.source?.data)
        if (id) onDrop(id, canceled ? null : target)
      }}
    >
      {children}
      <div ref={label} className={styles['label']} hidden={dragged === null} aria-hidden="true">
        {dragged !== null && renderLabel(dragged)}
      </div>
    </DragDropProvider>
  )
}

/** Marks what the dragged thing would be dropped on, also when the page scrolls under a pointer that rests. */
function useAim(isDragging: boolean) {
  const point = useRef<Point>({ x: 0, y: 0 })
  const over = useRef<HTMLElement | null>(null)
  const mark = (target: HTMLElement | null) => {
    if (over.current === target) return
    delete over.current?.dataset['target']
    if (target) target.dataset['target'] = ''
    over.current = target
  }
  useEffect(() => {
    if (!isDragging) return
    const root = document.documentElement
    // Smooth scrolling would slow the page down at the edge, and only for those who have it.
    root.style.scrollBehavior = 'auto'
    // This mark hides the bar that explains how to go on by tapping: it would cover places.
    root.dataset['dragging'] = ''
    const again = () => mark(dropTargetAt(point.current))
    addEventListener('scroll', again, { capture: true, passive: true })
    return () => {
      root.style.scrollBehavior = ''
      delete root.dataset['dragging']
      removeEventListener('scroll', again, { capture: true })
    }
  })
  return {
    aimAt: (next: Point) => {
      point.current = next
      mark(dropTargetAt(next))
    },
    lower: () => mark(null),
  }
}

const draggedOf = (data: Readonly<Record<string, unknown>> | undefined): string | null => {
  const id = data?.['dragged']
  return typeof id === 'string' && id !== '' ? id : null
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Aims with the pointer, not with the middle of the dragged label. */
const dropTargetAt = ({ x, y }: Point): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null
