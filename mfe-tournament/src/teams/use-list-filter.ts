import { useSearchParams } from '@ultimate/kit/router.ts'
import { useEffect, useRef, useState } from 'react'
import { type DivisionFilter, divisionFilters, type ListFilter } from './team-list.ts'

const writePauseMs = 250

function filterOf(params: URLSearchParams): ListFilter {
  const division = params.get('division')
  return {
    search: params.get('q') ?? '',
    division: divisionFilters.find((known) => known === division) ?? 'all',
  }
}

/**
 * Search and division as they stand in the address, so that a filtered list can be shared. The search itself is ahead
 * of the address by a moment: the router takes longer than a fast typist.
 */
export function useListFilter() {
  const [params, setParams] = useSearchParams()
  const stored = filterOf(params)
  const [search, setSearch] = useState(stored.search)
  const written = useRef(stored.search)

  useEffect(() => {
    // The address changed by navigation: back, forward, or a link.
    if (stored.search === written.current) return
    written.current = stored.search
    setSearch(stored.search)
  }, [stored.search])

  useEffect(() => {
    if (search === written.current) return
    const timer = setTimeout(() => {
      written.current = search
      setParams((before) => withValue(before, 'q', search.trim()), { replace: true, preventScrollReset: true })
    }, writePauseMs)
    return () => clearTimeout(timer)
  }, [search, setParams])

  const setDivision = (division: DivisionFilter) =>
    setParams((before) => withValue(before, 'division', division === 'all' ? '' : division), {
      replace: true,
      preventScrollReset: true,
    })
  const clear = () => {
    written.current = ''
    setSearch('')
    setParams({}, { replace: true, preventScrollReset: true })
  }
  return { filter: { search, division: stored.division }, setSearch, setDivision, clear }
}

function withValue(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
