import { AutoScroller, type DragDropManager, KeyboardSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, useRef, useState } from 'react'
import type { Place } from './arrangement.ts'
import styles from './drag-area.module.css'
import { pointShape } from './under-pointer.ts'
import type { PoolBuilder } from './use-pool-builder.ts'

interface DragAreaProps {
  readonly builder: PoolBuilder
  readonly children: ReactNode
}

/**
 * Dragging is for pointers only: the keyboard picks up and puts down by the buttons themselves, which say what they
 * are. A dragged team is in the hand like a tapped one. Of the library's own plugins only scrolling at the edges is
 * taken: the others write style elements, which the site's policy refuses, so the moving label is drawn here.
 */
export function DragArea({ builder: { send, context }, children }: DragAreaProps) {
  const label = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const follow = (point: { x: number; y: number }, { dragOperation }: DragDropManager) => {
    dragOperation.shape = pointShape(point)
    if (label.current) label.current.style.translate = `${point.x}px ${point.y}px`
  }
  const name = context.desk.teams.find(({ id }) => id === dragged)?.team_name
  return (
    <DragDropProvider
      plugins={[AutoScroller]}
      sensors={(defaults) => defaults.filter((sensor) => sensor !== KeyboardSensor)}
      onDragStart={({ operation }, manager) => {
        const team = teamOf(operation.source?.data)
        setDragged(team)
        follow(operation.position.current, manager)
        if (team) send({ type: 'team.hold', team })
      }}
      onDragMove={({ operation, to }, manager) => follow(to ?? operation.position.current, manager)}
      onDragEnd={({ operation, canceled }) => {
        setDragged(null)
        const team = teamOf(operation.source?.data)
        const target = operation.target?.data
        if (canceled || !team || !target) return send({ type: 'team.letGo' })
        if (isPlace(target['place'])) send({ type: 'team.place', team, place: target['place'] })
        else send({ type: 'team.remove', team })
      }}
    >
      {children}
      <div ref={label} className={styles['label']} hidden={name === undefined} aria-hidden="true">
        {name}
      </div>
    </DragDropProvider>
  )
}

const teamOf = (data: Readonly<Record<string, unknown>> | undefined): string | null => {
  const team = data?.['team']
  return typeof team === 'string' && team !== '' ? team : null
}

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && 'pool' in value
