import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { zoneLabels } from '@ultimate/events/dinner/signup.ts'
import { compareNames, fold, foldSearch } from '@ultimate/events/language/fold.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { ArrowDownAZ, Clock } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import { allergenSearchText } from '../../common/allergens.tsx'
import { areSame, inChunks } from '../../common/chunks.ts'
import {
  type BoardMarks,
  collectMarks,
  DishCard,
  type DishCardProps,
  DishGap,
  isSameCard,
  type ShownItem,
  useBoardView,
} from '../dishes/dish-card.tsx'
import { ZoneHead } from './zone-head.tsx'
import styles from './zones.module.css'

interface HoldingProps {
  readonly items: readonly ShownItem[]
  /** All dishes of the board, since a gap shows one that has left Holding. */
  readonly all: readonly ShownItem[]
  readonly marks: BoardMarks
}

/** The dishes that wait for a place. Its head stays in sight, and only the list below it scrolls. */
export function Holding({ items, all, marks }: HoldingProps) {
  const { actions, session } = useBoardView()
  const { held } = marks
  const area = useRef<HTMLElement>(null)
  const { order } = useHoldingOrder()
  const [search, setSearch] = useState('')
  // Typing stays responsive; the list may follow a moment later.
  const narrowing = useDeferredValue(search)
  const found = useMemo(() => arranged(items, order, narrowing), [items, order, narrowing])
  const ids = useMemo(() => found.map(({ item }) => item.id), [found])
  const isBusy = actions === null || held !== null
  const steady = useSteadyList(ids, { area, isBusy, asked: `${order} ${narrowing}` })
  // A board that cannot be changed has nothing to keep in place.
  const lines = actions === null ? closedUp(ids) : steady
  const shown = useMemo(() => new Map(found.map((one) => [one.item.id, one])), [found])
  const known = useMemo(() => new Map(all.map(({ item }) => [item.id, item])), [all])
  const takesBack = held !== null && !items.some(({ item }) => item.id === held)
  const buildSpot = ({ id }: SteadyRow): HoldingRow => {
    const one = shown.get(id)
    return one ? { id, card: { ...one, ...collectMarks(marks, id) } } : { id, gap: known.get(id) }
  }
  return (
    <section className={styles['zone']} id="zone-holding" aria-labelledby="holding" ref={area} data-drop="holding">
      <div ref={sticks} className={styles['stuck']}>
        <ZoneHead id="holding" title={zoneLabels.holding} count={`${items.length}`}>
          <SortButton />
        </ZoneHead>
        {/* Both share one place: the button to put back covers the search, and moves no dish. */}
        <div className={styles['tools']}>
          <SearchField
            label="Search Holding"
            placeholder="Search"
            value={search}
            onValueChange={setSearch}
            className={styles['search']}
          />
          {takesBack && (
            <button
              type="button"
              className={styles['putBack']}
              data-stop
              data-place="holding"
              onClick={() => actions?.tapPlace({ zone: 'holding' })}
            >
              Put back in Holding
            </button>
          )}
        </div>
      </div>
      <div className={styles['rest']}>
        {search.trim() !== '' && <PrintOnly>Only what matches “{search.trim()}”</PrintOnly>}
        {lines.length === 0 && (
          <p className={styles['nothing']}>
            {items.length === 0
              ? session.finished_at === null
                ? 'Checked-in dishes appear here.'
                : 'The dinner is over.'
              : 'No dish of Holding matches.'}
          </p>
        )}
        <ul className={styles['list']}>
          {inChunks(lines.map(buildSpot), ({ id }) => id).map((chunk) => (
            <Spots key={chunk.key} spots={chunk.rows} />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A row of the list: a dish, or the gap that one left. */
interface HoldingRow {
  readonly id: string
  readonly card?: DishCardProps
  readonly gap?: BoardItem | undefined
}

const isSameRow = (one: HoldingRow, other: HoldingRow): boolean =>
  one.id === other.id &&
  one.gap === other.gap &&
  (one.card === other.card || (one.card !== undefined && other.card !== undefined && isSameCard(one.card, other.card)))

/** Some lines of the list: where they are as before, a tap elsewhere does not look into them. */
const Spots = memo(
  function Spots({ spots }: { readonly spots: readonly HoldingRow[] }) {
    return spots.map(({ id, card, gap }) => <li key={id}>{card ? <DishCard {...card} /> : <DishGap item={gap} />}</li>)
  },
  (one, other) => areSame(one.spots, other.spots, isSameRow),
)

function SortButton() {
  const { order } = useHoldingOrder()
  const isByTime = order === 'time'
  return (
    <IconButton
      label={isByTime ? 'Sort Holding by name' : 'Sort Holding by time'}
      icon={isByTime ? <ArrowDownAZ aria-hidden="true" /> : <Clock aria-hidden="true" />}
      className={styles['sort']}
      onClick={() => sortHolding(isByTime ? 'name' : 'time')}
    />
  )
}

/** A row of Holding: a dish, or the gap that one left behind. */
interface SteadyRow {
  readonly id: string
  readonly isGap: boolean
}

/**
 * The list without movement: a dish that left leaves a gap, a new one is appended, and one that comes back fills its
 * gap.
 */
export function steady(before: readonly SteadyRow[], now: readonly string[]): readonly SteadyRow[] {
  const present = new Set(now)
  const known = new Set(before.map(({ id }) => id))
  return [
    ...before.map(({ id }) => ({ id, isGap: !present.has(id) })),
    ...now.filter((id) => !known.has(id)).map((id) => ({ id, isGap: false })),
  ]
}

/** The list without gaps, in the order it was asked for: for when no pointer is near. */
export const closedUp = (now: readonly string[]): readonly SteadyRow[] => now.map((id) => ({ id, isGap: false }))

export const isSameList = (one: readonly SteadyRow[], other: readonly SteadyRow[]): boolean =>
  one.length === other.length && one.every(({ id, isGap }, at) => other[at]?.id === id && other[at]?.isGap === isGap)

const quietMs = 4000

interface SteadyOptions {
  readonly area: RefObject<HTMLElement | null>
  readonly isBusy: boolean
  /** The order and search that the user asked for; when it changes the list is drawn anew at once. */
  readonly asked: string
}

/** Holding without jumps: gaps close only while the list is neither hovered, pressed nor focused. */
function useSteadyList(ids: readonly string[], { area, isBusy, asked }: SteadyOptions): readonly SteadyRow[] {
  const [known, setKnown] = useState(() => ({ asked, lines: closedUp(ids) }))
  const next = known.asked === asked ? steady(known.lines, ids) : closedUp(ids)
  if (known.asked !== asked || !isSameList(known.lines, next)) setKnown({ asked, lines: next })

  const order = ids.join()
  const isOpen = !isSameList(next, closedUp(ids))
  useEffect(() => {
    if (!isOpen || isBusy) return
    const timer = setInterval(() => {
      if (!area.current?.matches(':is(:hover, :active, :focus-within)'))
        setKnown({ asked, lines: closedUp(order ? order.split(',') : []) })
    }, quietMs)
    return () => clearInterval(timer)
  }, [isOpen, isBusy, order, asked, area])
  return next
}

/** `time`: as the dishes came in, the first one first. */
const holdingOrders = ['time', 'name'] as const
type HoldingOrder = (typeof holdingOrders)[number]

type SearchableDish = Pick<BoardItem, 'slot_name' | 'person_name' | 'team_name'> & Partial<Pick<BoardItem, 'allergens'>>

const buildName = ({ slot_name, person_name }: SearchableDish): string => `${slot_name}\n${person_name}`

/** The dishes of Holding that match every word of the search, in the requested order; the server's is by time. */
export function arranged<Item extends { readonly item: SearchableDish }>(
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

const asOrder = (found: unknown): HoldingOrder | null => holdingOrders.find((order) => order === found) ?? null
const storedOrder = storedValue('holdingOrder', asOrder, () => deviceStorage)

/** The order that this device was last asked for. */
const useHoldingOrder = create<{ readonly order: HoldingOrder }>()(() => ({
  order: storedOrder.load() ?? 'time',
}))

function sortHolding(order: HoldingOrder): void {
  storedOrder.save(order)
  useHoldingOrder.setState({ order })
}
