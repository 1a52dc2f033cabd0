import { statusLabels } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { ListFilter as FilterIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type ListChoices, type ListFilter, noFilter } from './team-list.ts'
import styles from './teams-page.module.css'
import type { ChooseFilter } from './use-list-filter.ts'

type DeskChoice = Exclude<keyof ListChoices, 'division'>

/** The first option of each names what is chosen from. */
const selects: readonly { readonly [Name in DeskChoice]: DeskSelect<Name> }[DeskChoice][] = [
  {
    name: 'status',
    label: 'Status',
    options: { all: 'Any status', ...statusLabels },
  },
  { name: 'paid', label: 'Paid', options: { all: 'Paid or not', no: 'Not paid', yes: 'Paid' } },
  {
    name: 'decided',
    label: 'Decided',
    options: { all: 'Any decision', 'by-order': 'By order', 'by-hand': 'By hand' },
  },
  { name: 'address', label: 'Address', options: { all: 'Any address', unconfirmed: 'Address not confirmed' } },
  {
    name: 'sort',
    label: 'Sort',
    options: {
      order: 'Order of bids',
      name: 'Sort by name',
      place: 'Sort by place',
      status: 'Sort by status',
      paid: 'Not paid first',
    },
  },
]

interface DeskSelect<Name extends DeskChoice> {
  readonly name: Name
  readonly label: string
  readonly options: Readonly<Record<ListChoices[Name], string>>
}

interface DeskFiltersProps {
  readonly filter: ListFilter
  readonly choose: ChooseFilter
  /** The content that is folded with them. */
  readonly children: ReactNode
}

/**
 * The controls with which TD and admin narrow and sort the list. On small screens they are folded, and their button
 * shows how many are set.
 */
export function DeskFilters({ filter, choose, children }: DeskFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const set = selects.filter(({ name }) => filter[name] !== noFilter[name]).length
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className={styles['unfold']}
        icon={<FilterIcon aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {set === 0 ? 'Filters' : `Filters (${set} set)`}
      </Button>
      <div id={id} className={styles['desk']} data-open={isOpen || undefined}>
        {children}
        {selects.map(({ name, label, options }) => (
          <SelectField
            key={name}
            compact
            label={label}
            value={filter[name]}
            data-set={filter[name] !== noFilter[name] || undefined}
            onValueChange={(value) => choose(name, value as ListChoices[typeof name])}
          >
            {Object.entries(options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </>
  )
}
