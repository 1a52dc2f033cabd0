import { isSamePlace, type Place } from '@ultimate/events/dinner/place.ts'
import type { Standing } from './move-dish/rules.ts'

/** A dish as the server told of it, with whoever moved it last. */
export interface ToldDish extends Standing {
  readonly movedBy: string | null
}

/** Dishes that somebody else has moved between two tellings; `mine` are the places that this page has put dishes on. */
export function movedByOthers(
  before: readonly ToldDish[],
  now: readonly ToldDish[],
  mine: ReadonlyMap<string, Place>,
): readonly ToldDish[] {
  const places = new Map(before.map(({ id, place }) => [id, place]))
  return now.filter(({ id, place }) => {
    const old = places.get(id)
    const own = mine.get(id)
    return old !== undefined && !isSamePlace(old, place) && !(own && isSamePlace(own, place))
  })
}
