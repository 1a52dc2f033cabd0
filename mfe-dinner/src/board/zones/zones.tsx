import { type DishPlace, isSamePlace, placeName, zoneLabels } from '@ultimate/events/dinner/signup.ts'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { type KeyboardEvent, memo, type RefObject, useMemo, useRef } from 'react'
import { useBoardView, useShownZone } from '../board-actions.ts'
import { type BoardMarks, DishCard, type DishCardProps, isSameCard, pickMarks } from '../dishes/dish-card.tsx'
import { filterByZone, type ShownItem } from '../dishes/shown-items.ts'
import { Glide } from './glide.tsx'
import { Holding } from './holding.tsx'
import { ZoneHead, ZoneTabs } from './zone-head.tsx'
import styles from './zones.module.css'

interface ZonesProps {
  readonly items: readonly ShownItem[]
  readonly marks?: BoardMarks
  /** The dish that was dropped last. */
  readonly lastDropped?: RefObject<string | null>
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

const noMarks: BoardMarks = { pickedUp: null, moverByDish: new Map() }

/** Holding, Warming and Buffet: side by side, on a phone one at a time. */
export function Zones({ items, marks = noMarks, lastDropped, onKeyDown }: ZonesProps) {
  const board = useRef<HTMLElement>(null)
  const { session } = useBoardView()
  const { zone } = useShownZone()
  const [holding, warming, buffet] = useMemo(
    () => [filterByZone(items, 'holding'), filterByZone(items, 'warming'), filterByZone(items, 'buffet')] as const,
    [items],
  )
  const counts = { holding: holding.length, warming: warming.length, buffet: buffet.length }
  return (
    <Glide board={board} items={items} lastDropped={lastDropped}>
      <section className={styles['board']} ref={board} aria-label="Board" data-shown={zone} onKeyDown={onKeyDown}>
        <ZoneTabs counts={counts} />
        <div className={styles['zones']}>
          <Holding items={holding} all={items} marks={marks} />
          <SlotZone zone="warming" slots={session.warming_slots} items={warming} marks={marks} />
          <SlotZone zone="buffet" slots={session.buffet_slots} items={buffet} marks={marks} />
        </div>
      </section>
    </Glide>
  )
}

interface SlotZoneProps {
  readonly zone: 'warming' | 'buffet'
  readonly slots: number
  readonly items: readonly ShownItem[]
  readonly marks: BoardMarks
}

function SlotZone({ zone, slots, items, marks }: SlotZoneProps) {
  const { actions } = useBoardView()
  const canPlace = actions !== null && marks.pickedUp !== null
  const byPlace = new Map(items.map((item) => [placeKey(item.place), item]))
  const places = Array.from({ length: slots }, (_, position): DishPlace => ({ zone, position }))
  return (
    <section className={styles['zone']} id={`zone-${zone}`} aria-labelledby={zone}>
      <div ref={sticks} className={styles['stuck']}>
        <ZoneHead id={zone} title={zoneLabels[zone]} count={`${items.length} of ${slots}`} />
      </div>
      <ol className={styles['places']} data-zone={zone}>
        {places.map((place) => {
          const dish = byPlace.get(placeKey(place))
          const card = dish && { ...dish, ...pickMarks(marks, dish.item.id) }
          return <PlaceOfBoard key={placeKey(place)} place={place} card={card} isPossible={canPlace && !dish} />
        })}
      </ol>
    </section>
  )
}

interface PlaceProps {
  readonly place: DishPlace
  /** The dish that stands there. */
  readonly card: DishCardProps | undefined
  /** True if the dish that is picked up can be put there. */
  readonly isPossible: boolean
}

const isSamePlaceOfBoard = (one: PlaceProps, other: PlaceProps): boolean =>
  isSamePlace(one.place, other.place) &&
  one.isPossible === other.isPossible &&
  (one.card === other.card || (one.card !== undefined && other.card !== undefined && isSameCard(one.card, other.card)))

const PlaceOfBoard = memo(function PlaceOfBoard({ place, card, isPossible }: PlaceProps) {
  const { actions } = useBoardView()
  const number = place.zone === 'holding' ? 0 : place.position + 1
  return (
    <li
      className={styles['place']}
      data-drop={placeKey(place)}
      data-possible={isPossible || undefined}
      data-bare={(!card && actions === null) || undefined}
    >
      {card && <DishCard {...card} />}
      {!card && actions && (
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
}, isSamePlaceOfBoard)

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

/** Returns a place as the value of a data attribute; `placeFromKey` reads it back. */
export const placeKey = (place: DishPlace): string =>
  place.zone === 'holding' ? 'holding' : `${place.zone}/${place.position}`

/** Returns null where the key is of no place, such as the empty key outside of all zones. */
export function placeFromKey(key: string): DishPlace | null {
  const [zone, position] = key.split('/')
  if (zone === 'holding') return { zone }
  return zone === 'warming' || zone === 'buffet' ? { zone, position: Number(position) } : null
}
