import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { type DishPlace, isSamePlace } from '@ultimate/events/dinner/signup.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { toPlace } from '../board-query.ts'

/** A dish as the server knows it, with the user who moved it last. */
export interface PlacedDish {
  readonly id: string
  readonly place: DishPlace
  readonly movedBy: string | null
}

/**
 * Returns the dishes that another user has moved between two answers of the server. `ownMoves` are the places to which
 * this page has moved dishes.
 */
export function findMovedByOthers(
  before: readonly PlacedDish[],
  now: readonly PlacedDish[],
  ownMoves: ReadonlyMap<string, DishPlace>,
): readonly PlacedDish[] {
  const oldPlaces = new Map(before.map(({ id, place }) => [id, place]))
  return now.filter(({ id, place }) => {
    const oldPlace = oldPlaces.get(id)
    const ownPlace = ownMoves.get(id)
    return oldPlace !== undefined && !isSamePlace(oldPlace, place) && !(ownPlace && isSamePlace(ownPlace, place))
  })
}

const shownMs = 5000

/** Returns, by the id of a dish, the name of another user who has moved the dish in the last seconds. */
export function useMovedByOthers(
  items: readonly BoardItem[],
  ownMoves: RefObject<Map<string, DishPlace>>,
): ReadonlyMap<string, string> {
  const [moverByDish, setMoverByDish] = useState<ReadonlyMap<string, string>>(new Map())
  const before = useRef<readonly PlacedDish[] | null>(null)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const now = items.map((item) => ({ id: item.id, place: toPlace(item), movedBy: item.moved_by }))
    const moved = before.current === null ? [] : findMovedByOthers(before.current, now, ownMoves.current)
    before.current = now
    if (moved.length === 0) return
    setMoverByDish(
      (shown) => new Map([...shown, ...moved.map(({ id, movedBy }) => [id, movedBy ?? 'Someone'] as const)]),
    )
    for (const { id } of moved) {
      // Another move starts the time again.
      clearTimeout(timers.current.get(id))
      const hide = () => setMoverByDish((shown) => new Map([...shown].filter(([dish]) => dish !== id)))
      timers.current.set(id, setTimeout(hide, shownMs))
    }
  }, [items, ownMoves])
  return moverByDish
}
