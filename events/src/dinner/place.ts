/** The zones of the board. In Holding dishes have no place of their own. */
export const zones = ['holding', 'warming', 'buffet'] as const
export type Zone = (typeof zones)[number]

export const zoneLabels: Readonly<Record<Zone, string>> = { holding: 'Holding', warming: 'Warming', buffet: 'Buffet' }

export const defaultWarmingSlots = 24
export const defaultBuffetSlots = 16
export const minSlots = 1
export const maxSlots = 50

export type DishPlace =
  | { readonly zone: 'holding' }
  | { readonly zone: 'warming' | 'buffet'; readonly position: number }

/** The number of places in each of the two zones with places. */
export interface Layout {
  readonly warmingSlots: number
  readonly buffetSlots: number
}

export const defaultLayout: Layout = { warmingSlots: defaultWarmingSlots, buffetSlots: defaultBuffetSlots }

export const countSlots = (layout: Layout, zone: 'warming' | 'buffet'): number =>
  zone === 'warming' ? layout.warmingSlots : layout.buffetSlots

export const positionOf = (at: DishPlace): number | null => (at.zone === 'holding' ? null : at.position)

export const isSamePlace = (one: DishPlace, other: DishPlace): boolean =>
  one.zone === other.zone && positionOf(one) === positionOf(other)

/** Returns the name of a place for the board and its errors: `Buffet 3`. */
export const placeName = (at: DishPlace): string =>
  at.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[at.zone]} ${at.position + 1}`
