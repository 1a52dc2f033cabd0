import type { ReactNode } from 'react'
import { DragArea } from '../../drag-area.tsx'
import type { PoolPlace } from '../unsaved/arrangement.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'

interface TeamDragAreaProps {
  readonly builder: PoolBuilder
  readonly children: ReactNode
}

/** Drags teams. A dragged team is held like a tapped one; if several teams are held, they move together. */
export function TeamDragArea({ builder: { send, context }, children }: TeamDragAreaProps) {
  const { held, teams } = context
  const renderLabel = (team: string) => {
    const others = held.filter((id) => id !== team).length
    return (
      <>
        {teams.find(({ id }) => id === team)?.team_name}
        {others > 0 && ` and ${others} more`}
      </>
    )
  }
  return (
    <DragArea
      renderLabel={renderLabel}
      onLift={(team) => held.includes(team) || send({ type: 'teams.hold', teams: [team] })}
      onDrop={(team, target) => {
        if (!target) return send({ type: 'teams.hold', teams: [] })
        const place = placeOfTarget(target)
        send(place ? { type: 'team.place', place } : { type: 'team.remove', team })
      }}
    >
      {children}
    </DragArea>
  )
}

/** Marks an element as the place of a team that is dropped there. */
export const markPlace = ({ pool, position }: PoolPlace) => ({ 'data-drop': pool, 'data-position': position })

/** Marks an element on which a dropped team gives up its place. */
export const markNoPlace = { 'data-drop': '' }

/** Returns the place of a marked element; null where a team gives up its place. */
function placeOfTarget({ dataset }: HTMLElement): PoolPlace | null {
  const { drop = '', position } = dataset
  return position === undefined ? null : { pool: drop, position: Number(position) }
}
