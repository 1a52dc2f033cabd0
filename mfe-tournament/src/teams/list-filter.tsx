import { statusLabels } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { ListFilter as FilterIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ListChoices, type ListFilter, noFilter, readFilter, toParams } from './team-list.ts'
import styles from './teams-page.module.css'

type StaffChoice = Exclude<keyof ListChoices, 'division'>

/** The first option of each select filters nothing, and names what is chosen: `Any status`. */
const selects: readonly { readonly [Name in StaffChoice]: StaffSelect<Name> }[StaffChoice][] = [
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

interface StaffSelect<Name extends StaffChoice> {
  readonly name: Name
  readonly label: string
  readonly options: Readonly<Record<ListChoices[Name], string>>
}

interface StaffFiltersProps {
  readonly filter: ListFilter
  readonly choose: ChooseFilter
  /** More controls, which are folded with the filters. */
  readonly children: ReactNode
}

/**
 * The controls with which TD and admin narrow and sort the list. On small screens they are folded, and their button
 * shows how many are set.
 */
export function StaffFilters({ filter, choose, children }: StaffFiltersProps) {
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
      <div id={id} className={styles['staff']} data-open={isOpen || undefined}>
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

const writePauseMs = 250

export type ChooseFilter = <Name extends keyof ListChoices>(name: Name, value: ListChoices[Name]) => void

/**
 * Returns the filter, which is also in the address, so that a filtered list can be shared. The address is written later,
 * because the router is slower than fast typing, and than two choices in a row.
 */
export function useListFilter() {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const [filter, setFilter] = useState(() => readFilter(params))
  // Read once, because the filter soon replaces the address.
  const [seeds] = useState(() => params.get('seeds'))
  /** The addresses that this hook wrote and that the router may not have shown yet, the newest last. */
  const writtenAddresses = useRef([address])
  const latestSetParams = useRef(setParams)
  latestSetParams.current = setParams

  useEffect(() => {
    const index = writtenAddresses.current.indexOf(address)
    if (index >= 0) {
      writtenAddresses.current = writtenAddresses.current.slice(index)
      return
    }
    // The address changed by navigation: back, forward, or a link.
    writtenAddresses.current = [address]
    setFilter(readFilter(new URLSearchParams(address)))
  }, [address])

  useEffect(() => {
    const lastAddress = writtenAddresses.current.at(-1) ?? ''
    const nextAddress = toParams(filter)
    if (nextAddress === lastAddress) return
    const isTyped = filter.search.trim() !== (new URLSearchParams(lastAddress).get('q') ?? '')
    const timer = setTimeout(
      () => {
        writtenAddresses.current.push(nextAddress)
        latestSetParams.current(nextAddress, { replace: true, preventScrollReset: true })
      },
      isTyped ? writePauseMs : 0,
    )
    return () => clearTimeout(timer)
  }, [filter])

  return {
    filter,
    /** The division whose seeds the link to this page was for. */
    seeds,
    setSearch: (search: string) => setFilter((before) => ({ ...before, search })),
    choose: ((name, value) => setFilter((before) => ({ ...before, [name]: value }))) as ChooseFilter,
    clear: () => setFilter(noFilter),
  }
}
