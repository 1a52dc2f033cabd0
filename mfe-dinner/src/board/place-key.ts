import type { DishPlace } from '@ultimate/events/dinner/signup.ts'

/** Returns a place as the value of a data attribute; `placeFromKey` reads it back. */
export const placeKey = (place: DishPlace): string =>
  place.zone === 'holding' ? 'holding' : `${place.zone}/${place.position}`

/** Returns null where the key is of no place, such as the empty key outside of all zones. */
export function placeFromKey(key: string): DishPlace | null {
  const [zone, position] = key.split('/')
  if (zone === 'holding') return { zone }
  return zone === 'warming' || zone === 'buffet' ? { zone, position: Number(position) } : null
}
