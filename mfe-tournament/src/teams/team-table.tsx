import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { Fragment } from 'react'
import type { Selection } from './staff-tools.tsx'
import type { ListedTeam, ListFilter } from './team-list.ts'
import rowStyles from './team-row.module.css'
import { TeamRow } from './team-row.tsx'
import styles from './teams-page.module.css'

interface TeamTableProps {
  readonly found: readonly ListedTeam[]
  readonly sort: ListFilter['sort']
  readonly canManage: boolean
  readonly marks: Selection | null
}

export function TeamTable({ found, sort, canManage, marks }: TeamTableProps) {
  const columns = canManage ? staffColumns : publicColumns
  const { capacity } = useFacts()
  const firstBeyond = sort === 'order' ? found.find(({ order }) => (order ?? 0) > capacity) : undefined
  return (
    <DataTable
      className={canManage ? styles['staffTable'] : styles['table']}
      caption="Registered teams"
      columns={columns}
    >
      {found.map((listed) => (
        <Fragment key={listed.team.id}>
          {listed === firstBeyond && <Cut columns={columns.length} />}
          <TeamRow
            team={listed.team}
            order={listed.order}
            canManage={canManage}
            isSelected={marks?.selected.has(listed.team.id)}
            onSelect={marks?.onSelect}
          />
        </Fragment>
      ))}
    </DataTable>
  )
}

/** Separates the spots from the waitlist, also where a filter leaves out the teams next to it. */
function Cut({ columns }: { readonly columns: number }) {
  return (
    <DataRow className={rowStyles['cut']}>
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
