import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { RequestDetails } from '@ultimate/events/dinner/dish-details.ts'
import { compareNames, fold, foldSearch } from '@ultimate/events/language/fold.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { type RefObject, useEffect, useState } from 'react'
import { create } from 'zustand'
import { detailsSearchText } from '../../common/stated-details.tsx'

/** `time`: in the order in which the dishes came. */
const holdingOrders = ['time', 'name'] as const
type HoldingOrder = (typeof holdingOrders)[number]

type SearchableDish = Pick<BoardItem, 'slot_name' | 'person_name' | 'team_name'> & RequestDetails

const buildName = ({ slot_name, person_name }: SearchableDish): string => `${slot_name}\n${person_name}`

/** Returns the dishes that match every word of the search, in this order. `items` are ordered by time. */
export function arrangeDishes<Item extends { readonly item: SearchableDish }>(
  items: readonly Item[],
  order: HoldingOrder,
  search: string,
): readonly Item[] {
  const words = foldSearch(search).split(' ').filter(Boolean)
  const found = words.length === 0 ? items : items.filter(({ item }) => matches(item, words))
  if (order === 'time') return found
  return found.toSorted((one, other) => compareNames(buildName(one.item), buildName(other.item)))
}

function matches({ slot_name, person_name, team_name, ...details }: SearchableDish, words: readonly string[]): boolean {
  const text = [slot_name, person_name, team_name, detailsSearchText(details)].map(fold).join(' ')
  return words.every((word) => text.includes(word))
}

const parseOrder = (value: unknown): HoldingOrder | null => holdingOrders.find((order) => order === value) ?? null
const storedOrder = storedValue('holdingOrder', parseOrder, () => deviceStorage)

/** The order that was last chosen on this device. */
export const useHoldingOrder = create<{ readonly order: HoldingOrder }>()(() => ({
  order: storedOrder.load() ?? 'time',
}))

export function sortHolding(order: HoldingOrder): void {
  storedOrder.save(order)
  useHoldingOrder.setState({ order })
}

/** The place of a row in the list of Holding, without what it shows. */
export interface SteadyRow {
  readonly id: string
  readonly isGap: boolean
}

/**
 * Returns the rows of the list so that no row moves: a dish that left leaves a gap, a new dish is appended, and a dish
 * that comes back fills its gap. `now` has the ids of the dishes in Holding.
 */
export function leaveGaps(before: readonly SteadyRow[], now: readonly string[]): readonly SteadyRow[] {
  const present = new Set(now)
  const listed = new Set(before.map(({ id }) => id))
  return [
    ...before.map(({ id }) => ({ id, isGap: !present.has(id) })),
    ...now.filter((id) => !listed.has(id)).map((id) => ({ id, isGap: false })),
  ]
}

/** Returns the rows of the list without gaps, in the requested order. */
export const closeGaps = (now: readonly string[]): readonly SteadyRow[] => now.map((id) => ({ id, isGap: false }))

export const isSameList = (one: readonly SteadyRow[], other: readonly SteadyRow[]): boolean =>
  one.length === other.length && one.every(({ id, isGap }, at) => other[at]?.id === id && other[at]?.isGap === isGap)

/** Pauses between attempts to close the gaps. */
const closingMs = 4000

interface SteadyOptions {
  readonly area: RefObject<HTMLElement | null>
  /** True while no gap may close. */
  readonly isBusy: boolean
  /** The order and the search of the user, as one text. When it changes, all gaps close at once. */
  readonly request: string
}

/** Returns the rows of Holding. Gaps close only while the user neither points at the list nor has the focus in it. */
export function useSteadyRows(ids: readonly string[], { area, isBusy, request }: SteadyOptions): readonly SteadyRow[] {
  const [last, setLast] = useState(() => ({ request, rows: closeGaps(ids) }))
  const rows = last.request === request ? leaveGaps(last.rows, ids) : closeGaps(ids)
  // Set while rendering, so that the next rows build on the ones that are shown.
  if (last.request !== request || !isSameList(last.rows, rows)) setLast({ request, rows })

  const order = ids.join()
  const hasGaps = !isSameList(rows, closeGaps(ids))
  useEffect(() => {
    if (!hasGaps || isBusy) return
    const timer = setInterval(() => {
      if (!area.current?.matches(':is(:hover, :active, :focus-within)'))
        setLast({ request, rows: closeGaps(order ? order.split(',') : []) })
    }, closingMs)
    return () => clearInterval(timer)
  }, [hasGaps, isBusy, order, request, area])
  return rows
}
