import { type Place, placeName, zoneLabels } from '@ultimate/events/dinner/board/place.ts'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import { inZone, marksOf, placeKey, type ShownItem, useBoardMarks, useBoardView } from '../board-view.ts'
import { DishCard } from '../dishes/dish-card.tsx'
import { Holding } from './holding.tsx'
import { useShownZone, ZoneHead, ZoneTabs } from './zone-head.tsx'
import styles from './zones.module.css'

interface ZonesProps {
  readonly items: readonly ShownItem[]
  readonly board?: RefObject<HTMLElement | null>
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** Holding, Warming and Buffet: side by side, on a phone one at a time. */
export function Zones({ items, board, onKeyDown }: ZonesProps) {
  const { session } = useBoardView()
  const { zone } = useShownZone()
  const [holding, warming, buffet] = useMemo(
    () => [inZone(items, 'holding'), inZone(items, 'warming'), inZone(items, 'buffet')] as const,
    [items],
  )
  const counts = { holding: holding.length, warming: warming.length, buffet: buffet.length }
  return (
    <section className={styles['board']} ref={board} aria-label="Board" data-shown={zone} onKeyDown={onKeyDown}>
      <ZoneTabs counts={counts} />
      <div className={styles['zones']}>
        <Holding items={holding} all={items} />
        <SlotZone zone="warming" slots={session.warming_slots} items={warming} />
        <SlotZone zone="buffet" slots={session.buffet_slots} items={buffet} />
      </div>
    </section>
  )
}

interface SlotZoneProps {
  readonly zone: 'warming' | 'buffet'
  readonly slots: number
  readonly items: readonly ShownItem[]
}

function SlotZone({ zone, slots, items }: SlotZoneProps) {
  const taken = new Map(items.map((one) => [placeKey(one.place), one]))
  const places = Array.from({ length: slots }, (_, position): Place => ({ zone, position }))
  return (
    <section className={styles['zone']} id={`zone-${zone}`} aria-labelledby={zone}>
      <div className={styles['stuck']}>
        <ZoneHead id={zone} title={zoneLabels[zone]} count={`${items.length} of ${slots}`} />
      </div>
      <ol className={styles['places']} data-zone={zone}>
        {places.map((place) => (
          <PlaceOfBoard key={placeKey(place)} place={place} dish={taken.get(placeKey(place))} />
        ))}
      </ol>
    </section>
  )
}

function PlaceOfBoard({ place, dish }: { readonly place: Place; readonly dish: ShownItem | undefined }) {
  const { actions } = useBoardView()
  const marks = useBoardMarks()
  const isPossible = actions !== null && marks.held !== null && !dish
  const number = place.zone === 'holding' ? 0 : place.position + 1
  return (
    <li
      className={styles['place']}
      data-drop={placeKey(place)}
      data-possible={isPossible || undefined}
      data-bare={(!dish && actions === null) || undefined}
    >
      {dish && <DishCard item={dish.item} place={dish.place} {...marksOf(marks, dish.item.id)} />}
      {!dish && actions && (
        <button
          type="button"
          className={styles['empty']}
          data-stop={isPossible || undefined}
          data-place={placeKey(place)}
          tabIndex={isPossible ? 0 : -1}
          aria-disabled={!isPossible}
          aria-label={`${placeName(place)}, empty`}
          onClick={() => actions.tapPlace(place)}
        />
      )}
      <span className={styles['number']} aria-hidden="true">
        {number}
      </span>
    </li>
  )
}

/** The three zones while the board loads. */
export function BoardSkeleton() {
  return (
    <Loading label="Loading the board" className={styles['skeleton']}>
      {['holding', 'warming', 'buffet'].map((zone) => (
        <Skeleton key={zone} shape="block" className={styles['skeletonZone']} />
      ))}
    </Loading>
  )
}
