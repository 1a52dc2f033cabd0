import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { sticks } from '../layout/floating.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './data-table.module.css'

/** Roles repeated on every element, because some browsers forget what a table means once it is laid out as blocks. */
const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

export interface DataColumn {
  readonly key: string
  /** An empty heading needs a `hiddenLabel` that names its column. */
  readonly label: string
  readonly hiddenLabel?: string
  /** Figures stand right. */
  readonly align?: 'start' | 'end'
}

export interface DataTableProps {
  /** The subject of the table; read out first. */
  readonly caption: string
  readonly columns: readonly DataColumn[]
  /** `DataRow` elements. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/**
 * A compact table on a desktop; on a phone each row becomes a block whose cells carry their column's name.
 */
export function DataTable({ caption, columns, children, className }: DataTableProps) {
  return (
    <table {...tableRoles.table} className={classNames(styles['table'], className)}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead ref={sticks} {...tableRoles.rowgroup}>
        <tr {...tableRoles.row}>
          {columns.map((column) => (
            <th key={column.key} {...tableRoles.columnheader} scope="col" data-align={column.align}>
              {column.label || <VisuallyHidden>{column.hiddenLabel}</VisuallyHidden>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.rowgroup}>{children}</tbody>
    </table>
  )
}

export function DataRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...tableRoles.row} {...rest} className={classNames(styles['row'], className)} />
}

export interface DataCellProps extends Omit<ComponentProps<'td'>, 'align'> {
  /** The column's name, shown before the cell on phones. Leave it away where the content speaks for itself. */
  readonly label?: string | undefined
  readonly align?: 'start' | 'end' | undefined
  /** The cell that names the row. */
  readonly heading?: boolean | undefined
}

export function DataCell({ label, align, heading = false, className, ...rest }: DataCellProps) {
  const cell = { className: classNames(styles['cell'], className), 'data-label': label, 'data-align': align, ...rest }
  return heading ? <th {...tableRoles.rowheader} scope="row" {...cell} /> : <td {...tableRoles.cell} {...cell} />
}
