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

/** Dishes that another user has moved between two answers; `mine` are the places where this page has put dishes. */
export function movedByOthers(
  before: readonly PlacedDish[],
  now: readonly PlacedDish[],
  mine: ReadonlyMap<string, DishPlace>,
): readonly PlacedDish[] {
  const places = new Map(before.map(({ id, place }) => [id, place]))
  return now.filter(({ id, place }) => {
    const old = places.get(id)
    const own = mine.get(id)
    return old !== undefined && !isSamePlace(old, place) && !(own && isSamePlace(own, place))
  })
}

const shownMs = 5000

/** The dishes that other users have just moved, with the mover's name, for some seconds. */
export function useMovedByOthers(
  items: readonly BoardItem[],
  mine: RefObject<Map<string, DishPlace>>,
): ReadonlyMap<string, string> {
  const [news, setNews] = useState<ReadonlyMap<string, string>>(new Map())
  const before = useRef<readonly PlacedDish[] | null>(null)
  const ends = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const now = items.map((item) => ({ id: item.id, place: toPlace(item), movedBy: item.moved_by }))
    const moved = before.current === null ? [] : movedByOthers(before.current, now, mine.current)
    before.current = now
    if (moved.length === 0) return
    setNews((shown) => new Map([...shown, ...moved.map(({ id, movedBy }) => [id, movedBy ?? 'Someone'] as const)]))
    // Another move starts the time again.
    for (const { id } of moved) {
      clearTimeout(ends.current.get(id))
      const end = () => setNews((shown) => new Map([...shown].filter(([dish]) => dish !== id)))
      ends.current.set(id, setTimeout(end, shownMs))
    }
  }, [items, mine])
  return news
}
