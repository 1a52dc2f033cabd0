import type { z } from 'zod'

/**
 * A group of fields inside an event about one person. The store encrypts it under that person's
 * own key; when the key is dropped, readers get `forgotten` in its place and replay still works.
 * `subject` names the person, from the data and the stream; without it the person exists in this stream alone
 * (`<stream>/<field>`).
 */
export interface PersonalField {
  readonly forgotten: unknown
  readonly subject?: (data: never, stream: string) => string
}

/** One kind of fact. `upcast[n]` turns data stored as version n into version n + 1. */
export interface EventDefinition {
  readonly version: number
  readonly data: z.ZodObject
  readonly personal?: Readonly<Record<string, PersonalField>>
  readonly upcast?: Readonly<Record<number, (data: never) => unknown>>
}

export type EventDefinitions = Readonly<Record<string, EventDefinition>>

/** Keeps literal types; the discriminated union of a module's facts is `EventOf<typeof definitions>`. */
export function defineEvents<const D extends EventDefinitions>(definitions: D): D {
  return definitions
}

export type EventOf<D extends EventDefinitions> = {
  [T in keyof D & string]: { type: T; data: z.output<D[T]['data']> }
}[keyof D & string]
