import { useDraggable } from '@dnd-kit/react'
import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { statusLabels } from '@ultimate/events/tournament/team.ts'
import { GripVertical } from 'lucide-react'
import styles from './team-chip.module.css'

interface TeamChipProps {
  readonly team: ReachableTeam
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onPick: () => void
}

/** A team without a place: to be dragged, or to be tapped and then put down by another tap. */
export function TeamChip({ team, isHeld, disabled, onPick }: TeamChipProps) {
  const { ref, isDragSource } = useDraggable({ id: `team:${team.id}`, data: { team: team.id }, disabled })
  return (
    <button
      ref={ref}
      type="button"
      className={styles['chip']}
      data-team={team.id}
      data-lifted={isDragSource || undefined}
      aria-pressed={isHeld}
      disabled={disabled}
      onClick={onPick}
    >
      <GripVertical className={styles['grip']} aria-hidden="true" />
      <span className={styles['words']}>
        <bdi className={styles['name']}>{team.team_name}</bdi>
        <span className={styles['about']}>
          {statusLabels[team.status]} · <bdi>{team.location}</bdi>
        </span>
      </span>
    </button>
  )
}
