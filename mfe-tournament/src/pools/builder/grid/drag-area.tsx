import { AutoScroller, KeyboardSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PoolPlace } from '../unsaved/arrangement.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'
import styles from '../workspace.module.css'

/**
 * How far the page scrolls at its very edge, in px each 10 ms. The library's own speed is four times that: a place passes
 * under the finger before it can be met.
 */
const plugins = [AutoScroller.configure({ acceleration: 6 })]

interface DragAreaProps {
  readonly builder: PoolBuilder
  readonly children: ReactNode
}

/**
 * Dragging is for pointers only: the keyboard picks up and puts down by the buttons themselves, which say what they
 * are. A dragged team is held like a tapped one. Of the library's own plugins only scrolling at the edges is taken: the
 * others write style elements, which the site's policy refuses, so the moving label is drawn here.
 */
export function DragArea({ builder: { send, context }, children }: DragAreaProps) {
  const label = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const { aimAt, lower } = useAim(dragged !== null)
  const follow = (point: Point) => {
    if (label.current) label.current.style.translate = `${point.x}px ${point.y}px`
    aimAt(point)
  }
  const name = context.teams.find(({ id }) => id === dragged)?.team_name
  const others = context.held.filter((id) => id !== dragged).length
  return (
    <DragDropProvider
      plugins={plugins}
      sensors={(defaults) => defaults.filter((sensor) => sensor !== KeyboardSensor)}
      onDragStart={({ operation }) => {
        const team = teamOf(operation.source?.data)
        setDragged(team)
        follow(operation.position.current)
        // One of several that are held takes the others along.
        if (team && !context.held.includes(team)) send({ type: 'teams.hold', teams: [team] })
      }}
      onDragMove={({ operation, to }) => follow(to ?? operation.position.current)}
      onDragEnd={({ operation, nativeEvent, canceled }) => {
        // The library samples moves once a frame: only the event itself has the position of the drop.
        const target = dropTargetAt(nativeEvent instanceof MouseEvent ? nativeEvent : operation.position.current)
        lower()
        setDragged(null)
        const team = teamOf(operation.source?.data)
        if (canceled || !team || !target) return send({ type: 'teams.hold', teams: [] })
        const place = placeOfTarget(target)
        send(place ? { type: 'team.place', place } : { type: 'team.remove', team })
      }}
    >
      {children}
      <div ref={label} className={styles['label']} hidden={name === undefined} aria-hidden="true">
        {name}
        {others > 0 && ` and ${others} more`}
      </div>
    </DragDropProvider>
  )
}

/** Marks what the dragged team would be dropped on, also when the page scrolls under a pointer that rests. */
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
    const again = () => mark(dropTargetAt(point.current))
    addEventListener('scroll', again, { capture: true, passive: true })
    return () => {
      root.style.scrollBehavior = ''
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

const teamOf = (data: Readonly<Record<string, unknown>> | undefined): string | null => {
  const team = data?.['team']
  return typeof team === 'string' && team !== '' ? team : null
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Marks an element as a place that a dragged team can be dropped on. */
export const dropOnPlace = ({ pool, position }: PoolPlace) => ({ 'data-drop': pool, 'data-position': position })

/** Marks an element as where a dragged team gives up its place. */
export const dropOff = { 'data-drop': '' }

/** Aims with the pointer, not with the middle of the dragged label. */
export const dropTargetAt = ({ x, y }: Point): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null

/** The place that a target stands for; null where a team gives up its own. */
export function placeOfTarget({ dataset }: HTMLElement): PoolPlace | null {
  const { drop = '', position } = dataset
  return position === undefined ? null : { pool: drop, position: Number(position) }
}
