import { confirmedCapacity, divisionLabels, statusLabels } from '@ultimate/events/tournament/team.ts'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow } from '@ultimate/kit/components/display/data-table.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { Tooltip } from '@ultimate/kit/components/overlays/tooltip.tsx'
import { memo } from 'react'
import { StaffCells } from '../update-team/staff-cells.tsx'
import { describePosition, type ListedTeam } from './team-list.ts'
import styles from './team-row.module.css'

interface TeamRowProps extends ListedTeam {
  /** Adds what TD and admin may change. */
  readonly canManage: boolean
  /** With `onSelect`, a checkbox replaces the number. */
  readonly isSelected?: boolean | undefined
  readonly onSelect?: ((id: string, on: boolean) => void) | undefined
}

export const TeamRow = memo(function TeamRow({ team, order, canManage, isSelected, onSelect }: TeamRowProps) {
  return (
    <DataRow
      className={styles['row']}
      data-cut={order === confirmedCapacity + 1 || undefined}
      data-selected={isSelected || undefined}
    >
      <DataCell className={styles['order']} align="end">
        {onSelect ? (
          <Checkbox
            labelHidden
            className={styles['tick']}
            label={`Select ${team.team_name}`}
            checked={isSelected ?? false}
            onCheckedChange={(on) => onSelect(team.id, on)}
          />
        ) : (
          (order ?? '–')
        )}
      </DataCell>
      <TeamCells team={team} order={order} canManage={canManage} />
    </DataRow>
  )
})

/** Separate from the checkbox, so that selecting five hundred teams renders checkboxes only. */
const TeamCells = memo(function TeamCells({ team, order, canManage }: Omit<TeamRowProps, 'isSelected' | 'onSelect'>) {
  return (
    <>
      <DataCell heading className={styles['name']}>
        <bdi>{team.team_name}</bdi>
        <span className={styles['division']}>{divisionLabels[team.division]}</span>
      </DataCell>
      <DataCell className={styles['from']}>
        {canManage && <HistoryLink className={styles['history']} subject={`team-${team.id}`} name={team.team_name} />}
        <bdi>{team.location}</bdi>
        <bdi className={styles['captain']}>{team.captain_name}</bdi>
      </DataCell>
      <DataCell className={styles['status']}>
        <Tooltip text={describePosition({ team, order })}>
          {order === null ? (
            <Badge>Not counted</Badge>
          ) : (
            <Badge tone={team.status === 'confirmed' ? 'good' : 'warn'}>{statusLabels[team.status]}</Badge>
          )}
        </Tooltip>
      </DataCell>
      {canManage && <StaffCells team={team} />}
    </>
  )
})
