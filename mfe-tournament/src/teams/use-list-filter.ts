import { useSearchParams } from '@ultimate/kit/router.ts'
import { useEffect, useRef, useState } from 'react'
import { type ListChoices, noFilter, readFilter, toParams } from './team-list.ts'

const writePauseMs = 250

export type ChooseFilter = <Name extends keyof ListChoices>(name: Name, value: ListChoices[Name]) => void

/**
 * The filter, which also stands in the address, so that a filtered list can be shared. It is ahead of the address by a
 * moment: the router takes longer than a fast typist, and than two choices in a row.
 */
export function useListFilter() {
  const [params, setParams] = useSearchParams()
  const address = params.toString()
  const [filter, setFilter] = useState(() => readFilter(params))
  // Soon the filter writes the address anew.
  const [seeds] = useState(() => params.get('seeds'))
  /** The addresses that were written here and may still be on their way through the router; the newest is the last. */
  const written = useRef([address])
  const write = useRef(setParams)
  write.current = setParams

  useEffect(() => {
    const own = written.current.indexOf(address)
    if (own >= 0) {
      written.current = written.current.slice(own)
      return
    }
    // The address changed by navigation: back, forward, or a link.
    written.current = [address]
    setFilter(readFilter(new URLSearchParams(address)))
  }, [address])

  useEffect(() => {
    const before = written.current.at(-1) ?? ''
    const next = toParams(filter)
    if (next === before) return
    const isTyped = filter.search.trim() !== (new URLSearchParams(before).get('q') ?? '')
    const timer = setTimeout(
      () => {
        written.current.push(next)
        write.current(next, { replace: true, preventScrollReset: true })
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
