import { divisionLabels, statusLabels } from '@ultimate/events/tournament/team.ts'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { Tooltip } from '@ultimate/kit/components/overlays/tooltip.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { Link } from '@ultimate/kit/router.ts'
import { Fragment, memo } from 'react'
import { StaffCells } from './staff-cells.tsx'
import type { Selection } from './staff-tools.tsx'
import { describePosition, type ListedTeam, type ListFilter } from './team-list.ts'
import styles from './team-table.module.css'
import pageStyles from './teams-page.module.css'
import { teamPath } from './teams-query.ts'

interface TeamTableProps {
  readonly found: readonly ListedTeam[]
  readonly sort: ListFilter['sort']
  readonly canManage: boolean
  readonly selection: Selection | null
}

export function TeamTable({ found, sort, canManage, selection }: TeamTableProps) {
  const columns = canManage ? staffColumns : publicColumns
  const { capacity } = useFacts()
  const firstBeyondCapacity = sort === 'order' ? found.find(({ order }) => (order ?? 0) > capacity) : undefined
  return (
    <DataTable
      className={canManage ? pageStyles['staffTable'] : pageStyles['table']}
      caption="Registered teams"
      columns={columns}
    >
      {found.map((listed) => (
        <Fragment key={listed.team.id}>
          {listed === firstBeyondCapacity && <WaitlistRow columns={columns.length} />}
          <TeamRow
            team={listed.team}
            order={listed.order}
            canManage={canManage}
            isSelected={selection?.selected.has(listed.team.id)}
            onSelect={selection?.onSelect}
          />
        </Fragment>
      ))}
    </DataTable>
  )
}

/** Separates the spots from the waitlist, also where a filter leaves out the teams next to it. */
function WaitlistRow({ columns }: { readonly columns: number }) {
  return (
    <DataRow className={styles['cut']}>
      <DataCell colSpan={columns}>Waitlist</DataCell>
    </DataRow>
  )
}

const publicColumns = [
  { key: 'order', label: '#', align: 'end' },
  { key: 'name', label: 'Team' },
  { key: 'from', label: 'From' },
  { key: 'status', label: 'Status' },
] as const

const staffColumns = [
  { key: 'order', label: '#', align: 'end' },
  { key: 'name', label: 'Team' },
  { key: 'from', label: 'From' },
  { key: 'decided', label: 'Decided' },
  { key: 'set-status', label: 'Status' },
  { key: 'paid', label: 'Paid' },
  { key: 'history', label: '', hiddenLabel: 'History' },
] as const

interface TeamRowProps extends ListedTeam {
  /** Adds what TD and admin may change. */
  readonly canManage: boolean
  /** A checkbox replaces the number where `onSelect` is present. */
  readonly isSelected?: boolean | undefined
  readonly onSelect?: ((id: string, on: boolean) => void) | undefined
}

const TeamRow = memo(function TeamRow({ team, order, canManage, isSelected, onSelect }: TeamRowProps) {
  return (
    <DataRow className={styles['row']} data-staff={canManage || undefined} data-selected={isSelected || undefined}>
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
  const { capacity } = useFacts()
  return (
    <>
      <DataCell heading className={styles['name']}>
        {canManage ? (
          <Link className={styles['link']} to={teamPath(team.id)}>
            <bdi>{team.team_name}</bdi>
          </Link>
        ) : (
          <bdi>{team.team_name}</bdi>
        )}
        <span className={styles['division']}>
          {divisionLabels[team.division]}
          {team.entered_by_staff && ' · Entered by staff'}
        </span>
      </DataCell>
      <DataCell className={styles['from']}>
        {!canManage && <span className={styles['phoneDivision']}>{divisionLabels[team.division]} · </span>}
        <bdi>{team.location}</bdi>
        <bdi className={styles['captain']}>{team.captain_name}</bdi>
      </DataCell>
      {canManage ? (
        <>
          <Decided team={team} order={order} />
          <StaffCells team={team} />
          <DataCell className={styles['history']}>
            <HistoryLink subject={`team-${team.id}`} name={team.team_name} />
          </DataCell>
        </>
      ) : (
        <DataCell className={styles['status']}>
          <Tooltip text={describePosition({ team, order }, capacity)}>
            <Badge tone={team.status === 'confirmed' ? 'good' : 'warn'}>{statusLabels[team.status]}</Badge>
          </Tooltip>
        </DataCell>
      )}
    </>
  )
})

/** Shows whether the order or the organizers decided the status; on paper, the status itself, which the select shows. */
function Decided({ team, order }: ListedTeam) {
  const { capacity } = useFacts()
  return (
    <DataCell className={styles['decided']}>
      <ScreenOnly>
        <Tooltip text={describePosition({ team, order }, capacity)}>
          {order === null ? <Badge>Not counted</Badge> : team.by_hand ? <Badge>By hand</Badge> : 'By order'}
        </Tooltip>
      </ScreenOnly>
      <PrintOnly>{order === null ? 'Not counted' : statusLabels[team.status]}</PrintOnly>
    </DataCell>
  )
}
