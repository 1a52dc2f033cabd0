import type { User } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useUsers } from '../../users/users-query.ts'
import {
  type AuditFilter,
  crowds,
  type FilterField,
  filterFields,
  localInput,
  modules,
  momentOf,
} from './audit-filter.ts'
import styles from './audit-filters.module.css'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly onChange: (field: FilterField, value: string) => void
}

/** By person, part of the site, action and time. On phones they wait behind a button. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { data: users = [] } = useUsers()
  const [isOpen, setOpen] = useState(false)
  const count = filterFields.filter((field) => field !== 'thing' && filter[field] !== '').length
  const shown = modules.filter(({ name }) => filter.module === '' || filter.module === name)
  return (
    <search className={styles['filters']} aria-label="Filter the audit">
      <Button
        variant="secondary"
        size="compact"
        className={styles['toggle']}
        icon={<ListFilter aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div className={styles['fields']} data-open={isOpen || undefined}>
        <SelectField label="Person" value={filter.who} onValueChange={(who) => onChange('who', who)}>
          <option value="">Everybody</option>
          <option value="visitors">Visitors</option>
          <option value="site">The site itself</option>
          <People users={users} who={filter.who} />
        </SelectField>
        <SelectField label="Area" value={filter.module} onValueChange={(name) => onChange('module', name)}>
          <option value="">All areas</option>
          {modules.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label="Action" value={filter.action} onValueChange={(action) => onChange('action', action)}>
          <option value="">All actions</option>
          {shown.map(({ name, label, actions }) => (
            <optgroup key={name} label={label}>
              {actions.map((action) => (
                <option key={action.type} value={action.type}>
                  {action.label}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <TextField
          label="From"
          type="datetime-local"
          value={localInput(filter.from)}
          onValueChange={(from) => onChange('from', momentOf(from))}
        />
        <TextField
          label="Until"
          type="datetime-local"
          value={localInput(filter.to)}
          onValueChange={(to) => onChange('to', momentOf(to))}
        />
      </div>
    </search>
  )
}

/** Today's users, and the one in the filter even if they are removed. */
function People({ users, who }: { readonly users: readonly User[]; readonly who: string }) {
  const isKnown = who === '' || who in crowds || users.some(({ id }) => id === who)
  return (
    <>
      {!isKnown && <option value={who}>{who}</option>}
      {users.map(({ id, full_name, role }) => (
        <option key={id} value={id}>
          {full_name} ({role})
        </option>
      ))}
    </>
  )
}
