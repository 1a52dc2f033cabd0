import { z } from 'zod'

/** Where a dish may stand on the board. In Holding dishes have no place of their own. */
export const zones = ['holding', 'warming', 'buffet'] as const
export type Zone = (typeof zones)[number]

export const zoneLabels: Readonly<Record<Zone, string>> = { holding: 'Holding', warming: 'Warming', buffet: 'Buffet' }

export const defaultWarmingSlots = 24
export const defaultBuffetSlots = 16
export const fewestSlots = 1
export const mostSlots = 50

export const place = z.discriminatedUnion('zone', [
  z.strictObject({ zone: z.literal('holding') }),
  z.strictObject({ zone: z.enum(['warming', 'buffet']), position: z.int().min(0) }),
])
export type Place = z.output<typeof place>

const time = z.iso.datetime()
/** A `Standing`, as it is stored and sent. */
export const standing = z.strictObject({
  dinner: z.int(),
  place,
  stays: z.array(z.strictObject({ from: time, to: time.nullable() })).readonly(),
  emptiedAt: time.nullable(),
  since: time.nullable(),
})

/** How many places the two zones with places have. */
export interface Layout {
  readonly warmingSlots: number
  readonly buffetSlots: number
}

export const defaultLayout: Layout = { warmingSlots: defaultWarmingSlots, buffetSlots: defaultBuffetSlots }

export const slotsOf = (layout: Layout, zone: 'warming' | 'buffet'): number =>
  zone === 'warming' ? layout.warmingSlots : layout.buffetSlots

export const positionOf = (at: Place): number | null => (at.zone === 'holding' ? null : at.position)

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.zone === other.zone && positionOf(one) === positionOf(other)

/** As the board and its errors call a place: `Buffet 3`. */
export const placeName = (at: Place): string =>
  at.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[at.zone]} ${at.position + 1}`
