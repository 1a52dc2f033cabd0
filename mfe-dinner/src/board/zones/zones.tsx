import { type Place, zoneLabels } from '@ultimate/events/dinner/board/place.ts'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { inZone, placeKey, placeName, type ShownItem, useBoardView } from '../board-view.ts'
import { DishCard, DishGap } from '../dishes/dish-card.tsx'
import { closedUp, useSteadyList } from './steady-list.ts'
import styles from './zones.module.css'

interface ZonesProps {
  readonly items: readonly ShownItem[]
  readonly board?: RefObject<HTMLElement | null>
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** Holding, Warming and Buffet, side by side. */
export function Zones({ items, board, onKeyDown }: ZonesProps) {
  const { session } = useBoardView()
  return (
    <section className={styles['zones']} ref={board} aria-label="Board" onKeyDown={onKeyDown}>
      <Holding items={inZone(items, 'holding')} all={items} />
      <SlotZone zone="warming" slots={session.warming_slots} items={inZone(items, 'warming')} />
      <SlotZone zone="buffet" slots={session.buffet_slots} items={inZone(items, 'buffet')} />
    </section>
  )
}

interface HoldingProps {
  readonly items: readonly ShownItem[]
  /** All dishes of the board, since a gap shows one that has left Holding. */
  readonly all: readonly ShownItem[]
}

function Holding({ items, all }: HoldingProps) {
  const { actions } = useBoardView()
  const area = useRef<HTMLElement>(null)
  const ids = items.map(({ item }) => item.id)
  const steady = useSteadyList(ids, area, actions === null || actions.held !== null)
  // A board that cannot be changed has nothing to keep in place.
  const lines = actions === null ? closedUp(ids) : steady
  const shown = new Map(items.map((one) => [one.item.id, one]))
  const held = actions?.held ?? null
  const takesBack = held !== null && !shown.has(held)
  return (
    <section className={styles['zone']} id="zone-holding" aria-labelledby="holding" ref={area} data-drop="holding">
      <ZoneHead id="holding" title={zoneLabels.holding} count={`${items.length}`} />
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
      {lines.length === 0 && !takesBack && (
        <p className={styles['nothing']}>Dishes land here once they are checked in.</p>
      )}
      <ul className={styles['list']}>
        {lines.map(({ id }) => {
          const one = shown.get(id)
          return (
            <li key={id}>
              {one ? <DishCard {...one} /> : <DishGap item={all.find(({ item }) => item.id === id)?.item} />}
            </li>
          )
        })}
      </ul>
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
      <ZoneHead id={zone} title={zoneLabels[zone]} count={`${items.length} of ${slots}`} />
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
  const isPossible = actions !== null && actions.held !== null && !dish
  const number = place.zone === 'holding' ? 0 : place.position + 1
  return (
    <li className={styles['place']} data-drop={placeKey(place)} data-possible={isPossible || undefined}>
      {dish && <DishCard {...dish} />}
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

interface ZoneHeadProps {
  readonly id: string
  readonly title: string
  readonly count: string
}

function ZoneHead({ id, title, count }: ZoneHeadProps) {
  return (
    <header className={styles['head']}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <span className={styles['count']}>{count}</span>
    </header>
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
