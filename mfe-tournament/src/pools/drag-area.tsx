import { AutoScroller, KeyboardSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './drag-area.module.css'

/**
 * The speed at which the page scrolls at its edge, in px per 10 ms. The library's own speed is four times that: places pass
 * under the finger too fast.
 */
const plugins = [AutoScroller.configure({ acceleration: 6 })]

interface DragAreaProps {
  /** Returns the label that follows the pointer while the thing with this id is dragged. */
  readonly renderLabel: (dragged: string) => ReactNode
  readonly onLift: (dragged: string) => void
  /** `target` is the element with `data-drop` under the pointer; null without one. */
  readonly onDrop: (dragged: string, target: HTMLElement | null) => void
  readonly children: ReactNode
}

/**
 * Dragging is for pointers only, because the keyboard picks up and puts down with the buttons. Of the library's plugins only
 * scrolling at the edges is used. The others write style elements, which the site's policy forbids. So this component draws
 * the moving label.
 */
export function DragArea({ renderLabel, onLift, onDrop, children }: DragAreaProps) {
  const label = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const { aimAt, endAim } = useAim(dragged !== null)
  const follow = (point: Point) => {
    if (label.current) label.current.style.translate = `${point.x}px ${point.y}px`
    aimAt(point)
  }
  return (
    <DragDropProvider
      plugins={plugins}
      sensors={(defaults) => defaults.filter((sensor) => sensor !== KeyboardSensor)}
      onDragStart={({ operation }) => {
        const id = findDraggedId(operation.source?.data)
        setDragged(id)
        follow(operation.position.current)
        if (id) onLift(id)
      }}
      onDragMove={({ operation, to }) => follow(to ?? operation.position.current)}
      onDragEnd={({ operation, nativeEvent, canceled }) => {
        // Only the event has the position of the drop, because the library reads moves once a frame.
        const target = dropTargetAt(nativeEvent instanceof MouseEvent ? nativeEvent : operation.position.current)
        endAim()
        setDragged(null)
        const id = findDraggedId(operation.source?.data)
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
  const marked = useRef<HTMLElement | null>(null)
  const mark = (target: HTMLElement | null) => {
    if (marked.current === target) return
    delete marked.current?.dataset['target']
    if (target) target.dataset['target'] = ''
    marked.current = target
  }
  useEffect(() => {
    if (!isDragging) return
    const root = document.documentElement
    // Smooth scrolling, which not all users have, would slow the page down at the edge.
    root.style.scrollBehavior = 'auto'
    // This mark hides the bar that explains how to go on by tapping, because the bar would cover places.
    root.dataset['dragging'] = ''
    const aimAgain = () => mark(dropTargetAt(point.current))
    addEventListener('scroll', aimAgain, { capture: true, passive: true })
    return () => {
      root.style.scrollBehavior = ''
      delete root.dataset['dragging']
      removeEventListener('scroll', aimAgain, { capture: true })
    }
  })
  return {
    aimAt: (next: Point) => {
      point.current = next
      mark(dropTargetAt(next))
    },
    endAim: () => mark(null),
  }
}

const findDraggedId = (data: Readonly<Record<string, unknown>> | undefined): string | null => {
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
