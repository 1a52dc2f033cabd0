import { useSearchParams } from '@ultimate/kit/router.ts'
import { useEffect, useRef, useState } from 'react'
import { type ListChoices, type ListFilter, listChoices } from './team-list.ts'

const writePauseMs = 250

function choiceOf<Name extends keyof ListChoices>(params: URLSearchParams, name: Name): ListChoices[Name] {
  const known: readonly string[] = listChoices[name]
  const found = params.get(name) ?? ''
  return (known.includes(found) ? found : known[0]) as ListChoices[Name]
}

const filterOf = (params: URLSearchParams): ListFilter => ({
  search: params.get('q') ?? '',
  division: choiceOf(params, 'division'),
  status: choiceOf(params, 'status'),
  paid: choiceOf(params, 'paid'),
  decided: choiceOf(params, 'decided'),
  address: choiceOf(params, 'address'),
  sort: choiceOf(params, 'sort'),
})

export type ChooseFilter = <Name extends keyof ListChoices>(name: Name, value: ListChoices[Name]) => void

/**
 * The filter as it stands in the address, so that a filtered list can be shared. The search itself is ahead of the
 * address by a moment: the router takes longer than a fast typist.
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

  const choose: ChooseFilter = (name, value) =>
    setParams((before) => withValue(before, name, value === listChoices[name][0] ? '' : value), {
      replace: true,
      preventScrollReset: true,
    })
  const clear = () => {
    written.current = ''
    setSearch('')
    setParams({}, { replace: true, preventScrollReset: true })
  }
  return { filter: { ...stored, search }, setSearch, choose, clear }
}

function withValue(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
