import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { zoneLabels } from '@ultimate/events/dinner/signup.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { ArrowDownAZ, Clock } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { areSame, inChunks } from '../../common/chunks.ts'
import { useBoardView } from '../board-actions.ts'
import { type BoardMarks, DishCard, type DishCardProps, DishGap, isSameCard, pickMarks } from '../dishes/dish-card.tsx'
import type { ShownItem } from '../dishes/shown-items.ts'
import {
  arrangeDishes,
  closeGaps,
  type SteadyRow,
  sortHolding,
  useHoldingOrder,
  useSteadyRows,
} from './holding-rows.ts'
import { ZoneHead } from './zone-head.tsx'
import styles from './zones.module.css'

interface HoldingProps {
  readonly items: readonly ShownItem[]
  /** All dishes of the board: a gap has the size of a dish that has left Holding. */
  readonly all: readonly ShownItem[]
  readonly marks: BoardMarks
}

/** The dishes that wait for a place. The head of the zone stays in sight, and only the list below it scrolls. */
export function Holding({ items, all, marks }: HoldingProps) {
  const { actions, session } = useBoardView()
  const { pickedUp } = marks
  const area = useRef<HTMLElement>(null)
  const { order } = useHoldingOrder()
  const [search, setSearch] = useState('')
  // The list may follow a moment later, so that typing stays responsive.
  const shownSearch = useDeferredValue(search)
  const found = useMemo(() => arrangeDishes(items, order, shownSearch), [items, order, shownSearch])
  const ids = useMemo(() => found.map(({ item }) => item.id), [found])
  const isBusy = actions === null || pickedUp !== null
  const steadyRows = useSteadyRows(ids, { area, isBusy, request: `${order} ${shownSearch}` })
  // On a read-only board no tap can go wrong, so rows may move.
  const rows = actions === null ? closeGaps(ids) : steadyRows
  const foundById = useMemo(() => new Map(found.map((dish) => [dish.item.id, dish])), [found])
  const allById = useMemo(() => new Map(all.map(({ item }) => [item.id, item])), [all])
  const canPutBack = pickedUp !== null && !items.some(({ item }) => item.id === pickedUp)
  const buildRow = ({ id }: SteadyRow): HoldingRow => {
    const dish = foundById.get(id)
    return dish ? { id, card: { ...dish, ...pickMarks(marks, id) } } : { id, gap: allById.get(id) }
  }
  const emptyText = session.finished_at === null ? 'Checked-in dishes appear here.' : 'The dinner is over.'
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
          {canPutBack && (
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
        {rows.length === 0 && (
          <p className={styles['nothing']}>{items.length === 0 ? emptyText : 'No dish of Holding matches.'}</p>
        )}
        <ul className={styles['list']}>
          {inChunks(rows.map(buildRow), ({ id }) => id).map((chunk) => (
            <ChunkOfRows key={chunk.key} rows={chunk.rows} />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A row of the list: a dish, or the gap that a dish left. */
interface HoldingRow {
  readonly id: string
  readonly card?: DishCardProps
  readonly gap?: BoardItem | undefined
}

const isSameRow = (one: HoldingRow, other: HoldingRow): boolean =>
  one.id === other.id &&
  one.gap === other.gap &&
  (one.card === other.card || (one.card !== undefined && other.card !== undefined && isSameCard(one.card, other.card)))

/** Some rows of the list. A tap elsewhere does not render them, as long as they look the same. */
const ChunkOfRows = memo(
  function ChunkOfRows({ rows }: { readonly rows: readonly HoldingRow[] }) {
    return rows.map(({ id, card, gap }) => <li key={id}>{card ? <DishCard {...card} /> : <DishGap item={gap} />}</li>)
  },
  (one, other) => areSame(one.rows, other.rows, isSameRow),
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
