import type { BoardItem } from '@ultimate/events/dinner/board-api.ts'
import type { Place } from '@ultimate/events/dinner/place.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { placeOf } from './board-query.ts'
import { movedByOthers, type ToldDish } from './news.ts'

const shownMs = 5000

/** Who has just moved which dish, for a moment: by dish the mover's name. */
export function useNews(items: readonly BoardItem[], mine: RefObject<Map<string, Place>>): ReadonlyMap<string, string> {
  const [news, setNews] = useState<ReadonlyMap<string, string>>(new Map())
  const before = useRef<readonly ToldDish[] | null>(null)
  useEffect(() => {
    const now = items.map((item) => ({ id: item.id, place: placeOf(item), movedBy: item.moved_by }))
    const moved = before.current === null ? [] : movedByOthers(before.current, now, mine.current)
    before.current = now
    if (moved.length === 0) return
    setNews((shown) => new Map([...shown, ...moved.map(({ id, movedBy }) => [id, movedBy ?? 'Somebody'] as const)]))
    setTimeout(() => {
      setNews((shown) => new Map([...shown].filter(([id]) => !moved.some((dish) => dish.id === id))))
    }, shownMs)
  }, [items, mine])
  return news
}
