import type { AuditEntry, AuditPerson } from '@ultimate/events/staff/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type AuditFilter,
  actionLabel,
  crowds,
  describeFilter,
  type FilterField,
  filterFields,
  localInput,
  parseMoment,
  strangerLabel,
  useAreas,
} from './audit-filter.ts'
import styles from './audit-page.module.css'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  /** The entries in the list, for the name of an actor who is in no list of people. */
  readonly entries: readonly AuditEntry[]
  readonly onChange: (field: FilterField, value: string) => void
}

/** Filters by words, person, part of the site, action and time. On phones, a button shows all but the words. */
export function AuditFilters({ filter, entries, onChange }: AuditFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const hidden = filterFields.filter((field) => field !== 'subject' && field !== 'search')
  const count = hidden.filter((field) => filter[field] !== '').length
  return (
    <search className={styles['filters']} aria-label="Filter the audit">
      <SearchBox value={filter.search} onChange={(words) => onChange('search', words)} />
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
        <PersonField who={filter.who} entries={entries} onChange={(who) => onChange('who', who)} />
        <AreaAndActionFields filter={filter} onChange={onChange} />
        <TextField
          label="From"
          type="datetime-local"
          value={localInput(filter.from)}
          onValueChange={(from) => onChange('from', parseMoment(from))}
        />
        <TextField
          label="Until"
          type="datetime-local"
          value={localInput(filter.to)}
          onValueChange={(to) => onChange('to', parseMoment(to))}
        />
      </div>
    </search>
  )
}

/** The search begins after this time without a keystroke. */
const typingMs = 300

function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (words: string) => void }) {
  /** The typed words until the address has them; null while the field shows the address's words. */
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    if (typed === value) return setTyped(null)
    const timer = setTimeout(() => onChange(typed), typingMs)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      className={styles['search']}
      label="Search"
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      placeholder="A name, a team, a dish…"
      value={typed ?? value}
      onValueChange={setTyped}
    />
  )
}

interface PersonFieldProps {
  readonly who: string
  readonly entries: readonly AuditEntry[]
  readonly onChange: (who: string) => void
}

const usePeople = () =>
  useLiveQuery({
    key: ['users', 'audit people'],
    read: async (signal): Promise<AuditPerson[]> => (await call('GET /api/audit/people', {}, { signal })).people,
  })

/** All current and former users, and the actor in the filter. */
function PersonField({ who, entries, onChange }: PersonFieldProps) {
  const { data: people = [] } = usePeople()
  const removed = people.filter((person) => person.removed)
  const isKnown = who === '' || who in crowds || people.some(({ id }) => id === who)
  return (
    <SelectField label="Person" value={who} onValueChange={onChange}>
      <option value="">Everybody</option>
      {Object.entries(crowdLabels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {!isKnown && <option value={who}>{strangerLabel(who, entries)}</option>}
      <People people={people.filter((person) => !person.removed)} />
      {removed.length > 0 && (
        <optgroup label="Removed">
          <People people={removed} />
        </optgroup>
      )}
    </SelectField>
  )
}

const People = ({ people }: { readonly people: readonly AuditPerson[] }) =>
  people.map(({ id, name, role }) => (
    <option key={id} value={id}>
      {personLabel({ name, role })}
    </option>
  ))

const crowdLabels: Readonly<Record<string, string>> = { visitors: 'Visitors', site: 'The site itself' }
const personLabel = ({ name, role }: Pick<AuditPerson, 'name' | 'role'>): string => `${name} (${role})`

function AreaAndActionFields({ filter, onChange }: Pick<AuditFiltersProps, 'filter' | 'onChange'>) {
  const { module, action } = filter
  const areas = useAreas()
  const offered = areas.filter(({ name }) => module === '' || module === name)
  const isKnownArea = module === '' || areas.some(({ name }) => name === module)
  const isKnownAction = action === '' || areas.some(({ actions }) => actions.some(({ type }) => type === action))
  return (
    <>
      <SelectField label="Area" value={module} onValueChange={(name) => onChange('module', name)}>
        <option value="">All areas</option>
        {!isKnownArea && <option value={module}>{module}</option>}
        {areas.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Action" value={action} onValueChange={(type) => onChange('action', type)}>
        <option value="">All actions</option>
        {!isKnownAction && <option value={action}>{actionLabel(action)}</option>}
        {offered.map(({ name, label, actions }) => (
          <optgroup key={name} label={label}>
            {actions.map(({ type, label: actionName }) => (
              <option key={type} value={type}>
                {actionName}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </>
  )
}

interface PrintedFilterProps extends Pick<AuditFiltersProps, 'filter' | 'entries'> {
  readonly hasOlder: boolean
}

/** The heading on paper: how many entries there are, and what they have in common. */
export function PrintedFilter({ filter, entries, hasOlder }: PrintedFilterProps) {
  const areas = useAreas()
  const { data: people = [] } = usePeople()
  const { who } = filter
  const person = people.find(({ id }) => id === who)
  const name = crowdLabels[who] ?? (person ? personLabel(person) : who && strangerLabel(who, entries))
  const words = describeFilter(filter, areas, name)
  const { length } = entries
  const count = length === 1 ? '1 entry' : `${length} entries`
  return (
    <PrintOnly>
      {hasOlder ? `The newest ${count}` : count}
      {words && `: only ${words}`}
    </PrintOnly>
  )
}
