import { z } from 'zod'

/** A `DishPlace`, as it is stored and sent. */
export const dishPlace = z.discriminatedUnion('zone', [
  z.strictObject({ zone: z.literal('holding') }),
  z.strictObject({ zone: z.enum(['warming', 'buffet']), position: z.int().min(0) }),
])

const time = z.iso.datetime()
/** A `DishState`, as it is stored and sent. */
export const dishState = z.strictObject({
  dinner: z.int(),
  place: dishPlace,
  stays: z.array(z.strictObject({ from: time, to: time.nullable() })).readonly(),
  emptiedAt: time.nullable(),
  since: time.nullable(),
})
