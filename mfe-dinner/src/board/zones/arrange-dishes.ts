import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { compareNames, fold, foldSearch } from '@ultimate/events/language/fold.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { create } from 'zustand'
import { allergenSearchText } from '../../common/allergens.tsx'

/** `time`: in the order in which the dishes came. */
const holdingOrders = ['time', 'name'] as const
type HoldingOrder = (typeof holdingOrders)[number]

type SearchableDish = Pick<BoardItem, 'slot_name' | 'person_name' | 'team_name'> & Partial<Pick<BoardItem, 'allergens'>>

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

function matches({ slot_name, person_name, team_name, allergens }: SearchableDish, words: readonly string[]): boolean {
  const text = [slot_name, person_name, team_name, allergenSearchText(allergens)].map(fold).join(' ')
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
